package io.delaygate.scheduler.clients;

import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Upper bound of the bytes of one transaction of a stream thread. Under a quota the brokers answer
 * later and later, and a transaction that outlasts its time-out is aborted, and its used quota
 * wasted. So a transaction is at most twice as large as the largest before it, and under throttling
 * as large as the brokers accept within half a second.
 *
 * <p>Each stream thread has its own bound. It uses monotonic time.
 */
public final class TransactionVolume {
  /** Smallest bound: some records of the usual size. */
  static final long LEAST_BYTES = 64 * 1024;

  /** Largest bound; a slice at full speed on two cores is some 20 MB. */
  public static final long MOST_BYTES = 64L * 1024 * 1024;

  /**
   * First bound, below what any quota allows at once; without a quota, eight commits reach the
   * largest.
   */
  static final long FIRST_BYTES = 256 * 1024;

  /**
   * Longest time from the first record to the end of the commit: a fifth of the usual transaction
   * time-out.
   */
  private static final long SLOW_NANOS = TimeUnit.SECONDS.toNanos(1);

  private final LongSupplier ticker;
  private final ThreadLocal<Own> own = ThreadLocal.withInitial(Own::new);

  /**
   * Creates bounds for all threads of a Kafka Streams instance.
   *
   * @param ticker monotonic nanoseconds
   */
  public TransactionVolume(LongSupplier ticker) {
    this.ticker = ticker;
  }

  /**
   * Whether the calling thread should end its transaction before it sends more: it is full or
   * doomed.
   */
  public boolean isFull() {
    var mine = own.get();
    return mine.sentBytes >= mine.mostBytes || (mine.open != null && mine.open.isDoomed());
  }

  /** Notes that the calling thread begins a transaction. */
  void begun(OpenTransaction transaction) {
    own.get().open = transaction;
  }

  /** Notes that the calling thread sends a record. */
  void sent(long bytes) {
    var mine = own.get();
    if (mine.sentBytes == 0) {
      mine.begunNanos = ticker.getAsLong();
    }
    mine.sentBytes += bytes;
  }

  /**
   * Notes that the calling thread has committed.
   *
   * @param isThrottled whether brokers delayed its requests lately because of a quota
   */
  void committed(boolean isThrottled) {
    var mine = own.get();
    var tookNanos = ticker.getAsLong() - mine.begunNanos;
    if (isThrottled && tookNanos > SLOW_NANOS / 2) {
      mine.fit(tookNanos);
    } else if (mine.sentBytes >= mine.mostBytes / 2) {
      mine.mostBytes = Math.min(MOST_BYTES, 2 * mine.mostBytes);
    }
    mine.sentBytes = 0;
    mine.open = null;
  }

  /**
   * Notes a roll-back of the calling thread's transaction, and lowers the bound: it may have been
   * too slow.
   */
  void aborted() {
    var mine = own.get();
    mine.mostBytes = Math.max(LEAST_BYTES, Math.min(mine.mostBytes, mine.sentBytes) / 2);
    mine.sentBytes = 0;
    mine.open = null;
  }

  private static final class Own {
    private long mostBytes = FIRST_BYTES;
    private long sentBytes;
    private long begunNanos;
    private @Nullable OpenTransaction open;

    /** Lowers the bound to the bytes that take half of {@link #SLOW_NANOS} at the observed rate. */
    private void fit(long tookNanos) {
      var fitting = (long) (sentBytes * (SLOW_NANOS / 2.0) / tookNanos);
      mostBytes = Math.max(LEAST_BYTES, Math.min(mostBytes, fitting));
    }
  }
}
