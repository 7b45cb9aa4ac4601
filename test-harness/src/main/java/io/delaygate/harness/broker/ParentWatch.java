package io.delaygate.harness.broker;

import java.io.IOException;

/**
 * Ends a child JVM when its parent is gone, even if the parent was killed.
 *
 * <p>The parent holds the other end of the child's standard input and never writes to it: the
 * operating system closes it with the parent, and the child reads the end of the stream.
 */
public final class ParentWatch {
  // As a shell reports a process that died of SIGHUP, the signal of a lost terminal.
  private static final int STATUS = 129;

  private ParentWatch() {}

  /**
   * Halts this JVM, without shutdown hooks, as soon as standard input ends; returns at once.
   *
   * <p>Only for a main class started by {@link JavaProcess}: nothing else may read standard input.
   */
  public static void haltWithParent() {
    var thread = new Thread(ParentWatch::readToTheEnd, "parent-watch");
    thread.setDaemon(true);
    thread.start();
  }

  private static void readToTheEnd() {
    try {
      while (System.in.read() >= 0) {
        // Whatever a parent writes means that it lives.
      }
    } catch (IOException broken) {
      // A broken stream has lost its writer too.
    }
    Runtime.getRuntime().halt(STATUS);
  }
}
