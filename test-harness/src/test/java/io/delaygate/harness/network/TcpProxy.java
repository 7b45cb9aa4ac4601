package io.delaygate.harness.network;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.ClosedSelectorException;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;

/**
 * TCP proxy with any number of links on 127.0.0.1, served by one thread. Closing it closes their
 * connections. Thread-safe.
 */
public final class TcpProxy implements AutoCloseable {
  /** Handler of a ready channel, in the proxy's thread. */
  interface Ready {
    void ready(SelectionKey key) throws IOException;

    /** Ends the handler's connection after a failure. */
    void fail();
  }

  private final Selector selector;
  private final Thread thread = new Thread(this::run, "tcp-proxy");
  private final Queue<Runnable> tasks = new ConcurrentLinkedQueue<>();

  /** Starts a proxy without links. */
  public TcpProxy() {
    try {
      selector = Selector.open();
    } catch (IOException failed) {
      throw new UncheckedIOException(failed);
    }
    thread.setDaemon(true);
    thread.start();
  }

  /**
   * Listens on a port and forwards each connection to another one.
   *
   * @throws UncheckedIOException if it cannot listen there
   */
  public ProxyLink link(int port, int targetPort) {
    var link = new ProxyLink(this, selector, targetPort);
    inLoop(() -> link.listen(port));
    return link;
  }

  /** Runs a task in the proxy's thread, and returns when it has run. */
  void inLoop(Runnable task) {
    var done = new CompletableFuture<Void>();
    tasks.add(
        () -> {
          try {
            task.run();
            done.complete(null);
          } catch (RuntimeException failed) {
            done.completeExceptionally(failed);
          }
        });
    selector.wakeup();
    done.join();
  }

  private void run() {
    try {
      while (selector.isOpen()) {
        selector.select();
        for (var task = tasks.poll(); task != null; task = tasks.poll()) {
          task.run();
        }
        for (var key : selector.selectedKeys()) {
          if (key.isValid()) {
            serve(key, (Ready) key.attachment());
          }
        }
        selector.selectedKeys().clear();
      }
    } catch (IOException failed) {
      throw new UncheckedIOException(failed);
    } catch (ClosedSelectorException closed) {
      // the proxy is closed
    }
  }

  private static void serve(SelectionKey key, Ready attached) {
    try {
      attached.ready(key);
    } catch (IOException gone) {
      attached.fail();
    }
  }

  @Override
  public void close() {
    if (!thread.isAlive()) {
      return;
    }
    inLoop(
        () -> {
          try {
            for (var key : selector.keys()) {
              key.channel().close();
            }
            selector.close();
          } catch (IOException failed) {
            throw new UncheckedIOException(failed);
          }
        });
  }
}
