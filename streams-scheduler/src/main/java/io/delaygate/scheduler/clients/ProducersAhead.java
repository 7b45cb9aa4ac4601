package io.delaygate.scheduler.clients;

import io.delaygate.scheduler.due.TopicsAhead;
import java.util.Set;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Questions of producers about topics that they are going to need. A producer asks about a topic
 * when its first record is sent, and the stream thread waits for the answer, some ten milliseconds
 * for each: 300 targets that were not used lately held all others up for four seconds. It puts
 * questions of several threads into one request; so once a topic was not known, all that are due
 * soon are asked about by threads in the background.
 *
 * <p>Each stream thread has producers of its own.
 */
public final class ProducersAhead implements TopicsAhead {
  /** Topics in one request, more or less. */
  private static final int AT_ONCE = 32;

  /** Longest queue of questions; a topic beyond it is asked about at its first record. */
  private static final int QUEUED = 4_000;

  /** Looking ahead reads jobs that are not due yet, so it is done that seldom. */
  static final long EVERY_NANOS = TimeUnit.MILLISECONDS.toNanos(500);

  private final LongSupplier ticker;
  private final ThreadPoolExecutor threads;
  private final ThreadLocal<Own> own = ThreadLocal.withInitial(Own::new);

  /**
   * Questions of all threads of a Kafka Streams instance.
   *
   * @param ticker monotonic nanoseconds
   */
  public ProducersAhead(LongSupplier ticker) {
    this.ticker = ticker;
    this.threads =
        new ThreadPoolExecutor(
            AT_ONCE,
            AT_ONCE,
            5,
            TimeUnit.SECONDS,
            new LinkedBlockingQueue<>(QUEUED),
            this::thread,
            new ThreadPoolExecutor.DiscardPolicy());
    threads.allowCoreThreadTimeOut(true);
  }

  private Thread thread(Runnable work) {
    var thread = new Thread(work, "topics-ahead");
    thread.setDaemon(true);
    return thread;
  }

  /** The calling thread sends a record to a topic that its producer does not know. */
  void metUnknown(ProducerPool pool) {
    var mine = own.get();
    var now = ticker.getAsLong();
    mine.pool = pool;
    if (mine.wishes == 0 || now - mine.wishedNanos >= EVERY_NANOS) {
      mine.wishes++;
      mine.wishedNanos = now;
    }
  }

  @Override
  public int wishes() {
    return own.get().wishes;
  }

  @Override
  public void expect(Set<String> topics) {
    var mine = own.get();
    if (mine.pool != null) {
      mine.pool.learn(topics, ticker.getAsLong(), threads);
    }
  }

  private static final class Own {
    private @Nullable ProducerPool pool;
    private int wishes;
    private long wishedNanos;
  }
}
