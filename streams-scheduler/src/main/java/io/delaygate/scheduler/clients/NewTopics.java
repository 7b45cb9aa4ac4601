package io.delaygate.scheduler.clients;

import java.util.HashSet;
import java.util.Set;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Limit on the topics that a transaction is the first to write to for some time. Each such topic
 * delays all jobs of the transaction: the stream thread waits while its producer asks the brokers
 * about the topic, and brokers add it to the transaction and open its log. 300 targets that were
 * not used lately, due within a second, delayed others for two seconds; with this limit, for one.
 * So a transaction begins with some of them. Jobs of the others are parked for a moment, while
 * background threads make the producers ask.
 *
 * <p>Each stream thread has its own producers, transaction and limit; a thread without producers
 * yet may write to any topic.
 */
public final class NewTopics {
  /** Largest number of such topics in a transaction, whose markers take some ten milliseconds. */
  static final int MOST = 32;

  /**
   * Largest number of those that the producer does not know: some ten milliseconds of waiting each.
   * Not 0, since then a rarely used target would always be late.
   */
  static final int MOST_UNKNOWN = 1;

  /**
   * Number of asking threads; a producer puts the questions of several threads into one request.
   */
  private static final int ASKING = 4;

  /** Longest queue of questions; a topic beyond it is asked about at its next use. */
  private static final int QUEUED = 4_000;

  private final LongSupplier ticker;
  private final ThreadPoolExecutor asking;
  private final ThreadLocal<Own> own = ThreadLocal.withInitial(Own::new);

  /**
   * Creates a limit for each thread of a Kafka Streams instance.
   *
   * @param ticker monotonic nanoseconds
   */
  public NewTopics(LongSupplier ticker) {
    this.ticker = ticker;
    this.asking =
        new ThreadPoolExecutor(
            ASKING,
            ASKING,
            5,
            TimeUnit.SECONDS,
            new LinkedBlockingQueue<>(QUEUED),
            NewTopics::thread,
            new ThreadPoolExecutor.AbortPolicy());
    asking.allowCoreThreadTimeOut(true);
  }

  private static Thread thread(Runnable work) {
    var thread = new Thread(work, "new-topics");
    thread.setDaemon(true);
    return thread;
  }

  /**
   * Whether the calling thread's transaction, or its next one, may write to a topic, which exists;
   * if not, a later one may. Never blocks.
   */
  public boolean mayBegin(String topic) {
    var mine = own.get();
    var pool = mine.pool;
    if (pool == null || mine.written.contains(topic)) {
      return true;
    }
    var now = ticker.getAsLong();
    var isKnown = pool.learn(topic, now, asking);
    if (isKnown && pool.isWritten(topic, now)) {
      return true;
    }
    return mine.begun < MOST && (isKnown || mine.unknown < MOST_UNKNOWN);
  }

  /** Sets the producers of the calling thread. */
  void use(ProducerPool pool) {
    own.get().pool = pool;
  }

  /** Notes that the calling thread's transaction writes to a topic. */
  void writes(ProducerPool pool, String topic) {
    var mine = own.get();
    if (mine.written.add(topic)) {
      var now = ticker.getAsLong();
      var isKnown = pool.current().knows(topic, now);
      mine.begun += pool.isWritten(topic, now) ? 0 : 1;
      mine.unknown += isKnown ? 0 : 1;
      pool.written(topic, now);
    }
  }

  /** Notes that the calling thread's transaction is over. */
  void ended() {
    own.get().end();
  }

  private static final class Own {
    private final Set<String> written = new HashSet<>();
    private @Nullable ProducerPool pool;
    private int begun;
    private int unknown;

    private void end() {
      written.clear();
      begun = 0;
      unknown = 0;
    }
  }
}
