package io.delaygate.service.reading;

import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.apache.kafka.clients.consumer.CloseOptions;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.common.errors.WakeupException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Loop of one daemon thread that reads with its own consumer. After any failure it opens a new
 * consumer a second later, for ever. Thread-safe.
 */
public final class ConsumerLoop implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(ConsumerLoop.class);

  /** Pause between two tries: short enough for people, long enough for logs. */
  private static final long PAUSE_MS = 1_000;

  /** Short, as there is nothing to commit. */
  private static final CloseOptions CLOSE = CloseOptions.timeout(Duration.ofSeconds(1));

  private final Supplier<Consumer<byte[], byte[]>> connect;
  private final Reading reading;
  private final CountDownLatch closing = new CountDownLatch(1);
  private final Thread thread;
  private volatile @Nullable Consumer<byte[], byte[]> current;

  /**
   * A loop that begins with {@link #start}.
   *
   * @param name name of the thread
   * @param connect opens consumers that belong to no group
   */
  public ConsumerLoop(String name, Supplier<Consumer<byte[], byte[]>> connect, Reading reading) {
    this.connect = connect;
    this.reading = reading;
    this.thread = new Thread(this::run, name);
    thread.setDaemon(true);
  }

  /** Starts reading. */
  public void start() {
    thread.start();
  }

  /** Whether it is time to stop. */
  public boolean isClosing() {
    return closing.getCount() == 0;
  }

  /** Waits before another try; true when it is time to stop. */
  public boolean pause() {
    try {
      return closing.await(PAUSE_MS, TimeUnit.MILLISECONDS);
    } catch (InterruptedException nobodyDoesThis) {
      return isClosing();
    }
  }

  /** Stops reading; waits for the thread, but not for a broker that does not answer. */
  @Override
  public void close() {
    closing.countDown();
    var consumer = current;
    if (consumer != null) {
      consumer.wakeup();
    }
    try {
      thread.join(2 * PAUSE_MS);
    } catch (InterruptedException hurried) {
      Thread.currentThread().interrupt();
    }
  }

  private void run() {
    do {
      try {
        readWithOneConsumer();
      } catch (WakeupException stop) {
        // only close() wakes it up
      } catch (RuntimeException | Error failed) {
        tell(failed);
      }
    } while (!pause());
  }

  private void tell(Throwable failed) {
    try {
      reading.failed(failed);
    } catch (RuntimeException | Error untold) { // nothing ends the thread
      failed.addSuppressed(untold);
      LOG.atError().setCause(failed).log("Reading a topic failed; the reader tries again");
    }
  }

  private void readWithOneConsumer() {
    var consumer = connect.get();
    current = consumer;
    try {
      reading.read(consumer);
    } finally {
      current = null;
      consumer.close(CLOSE);
    }
  }

  /** The reading itself. */
  public interface Reading {
    /** Reads until {@link #isClosing}; if it returns or fails earlier, it is called again. */
    void read(Consumer<byte[], byte[]> consumer);

    /** No consumer could be opened, or reading with it failed. */
    void failed(Throwable failure);
  }
}
