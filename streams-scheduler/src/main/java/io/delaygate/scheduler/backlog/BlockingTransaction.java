package io.delaygate.scheduler.backlog;

import java.time.Duration;
import java.util.OptionalLong;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Transaction that holds up commands for long. Pure.
 *
 * @param sender null while the brokers have not told whose it is
 * @param askedAt when they were asked for that last, monotonic nanoseconds; empty before
 */
record BlockingTransaction(
    BlockedLog blocked, @Nullable TransactionOwner sender, OptionalLong askedAt) {
  /**
   * From here on it is told. Schedulers' own transactions on these topics take milliseconds, and 5
   * s if one is killed; Kafka Streams as a sender commits each 100 ms. Who waits for 10 s is late
   * for people, too.
   */
  static final Duration OLD = Duration.ofSeconds(10);

  /** It costs a question to each broker, and a right may be given meanwhile. */
  private static final long ASK_AGAIN_NANOS = Duration.ofSeconds(30).toNanos();

  static boolean isOld(BlockedLog blocked, long now) {
    return now - blocked.since() >= OLD.toNanos();
  }

  /** Whether the brokers are to be asked for its sender. */
  boolean isToBeAsked(long now) {
    var isKnown = sender != null && sender.transactionalId() != null;
    return !isKnown && (askedAt.isEmpty() || now - askedAt.getAsLong() >= ASK_AGAIN_NANOS);
  }

  /** The same after they were asked; what they told before is kept where they tell nothing. */
  BlockingTransaction asked(@Nullable TransactionOwner told, long now) {
    return new BlockingTransaction(blocked, told == null ? sender : told, OptionalLong.of(now));
  }

  /**
   * For how long it has been open: since its start, where the coordinator may tell, and at least
   * since this scheduler saw it.
   *
   * @param nowMs epoch milliseconds
   */
  long ageMs(long now, long nowMs) {
    var seenMs = TimeUnit.NANOSECONDS.toMillis(now - blocked.since());
    return sender == null || sender.startMs() == 0
        ? seenMs
        : Math.max(seenMs, nowMs - sender.startMs());
  }

  /** A line about what it holds up. */
  String text(long ageMs) {
    var whose = sender == null ? "a sender" : sender.text();
    return "commands of %s from offset %d on wait for a transaction of %s, open for %d s"
        .formatted(blocked.log(), blocked.offset(), whose, ageMs / 1_000);
  }
}
