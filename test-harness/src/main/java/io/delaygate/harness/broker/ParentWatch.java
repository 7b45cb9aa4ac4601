package io.delaygate.harness.broker;

import java.io.IOException;

/**
 * Watchdog that ends a child JVM when its parent process ends, even if the parent was killed.
 *
 * <p>The parent holds the other end of the child's standard input and never writes to it: the
 * operating system closes it when the parent ends, and the child reads the end of the stream.
 */
public final class ParentWatch {
  // The status that a shell reports for a process ended by SIGHUP, the signal of a lost terminal.
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
        // Any input means that the parent lives.
      }
    } catch (IOException broken) {
      // A broken stream also means that the parent is gone.
    }
    Runtime.getRuntime().halt(STATUS);
  }
}
