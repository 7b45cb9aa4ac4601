package io.delaygate.scheduler.backlog;

import java.time.Duration;
import java.util.OptionalLong;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Open transaction that has held up commands for long. Pure.
 *
 * @param sender owner of the transaction; null while the brokers have not shown it
 * @param askedAt time of the last request for the owner, monotonic nanoseconds; empty before the
 *     first
 */
record BlockingTransaction(
    BlockedLog blocked, @Nullable TransactionOwner sender, OptionalLong askedAt) {
  /**
   * Age from which a transaction is reported. Schedulers' own transactions on these topics take
   * milliseconds, and 5 s if one is killed; Kafka Streams as a sender commits each 100 ms. Users
   * notice a delay of 10 s.
   */
  static final Duration OLD = Duration.ofSeconds(10);

  /**
   * Repeated, since a right may be granted meanwhile; rarely, since it costs a request to each
   * broker.
   */
  private static final long ASK_AGAIN_NANOS = Duration.ofSeconds(30).toNanos();

  static boolean isOld(BlockedLog blocked, long now) {
    return now - blocked.since() >= OLD.toNanos();
  }

  /** Whether the brokers are to be asked for the owner. */
  boolean isToBeAsked(long now) {
    var isKnown = sender != null && sender.transactionalId() != null;
    return !isKnown && (askedAt.isEmpty() || now - askedAt.getAsLong() >= ASK_AGAIN_NANOS);
  }

  /** The same after a request; an earlier answer is kept where the new one is empty. */
  BlockingTransaction asked(@Nullable TransactionOwner told, long now) {
    return new BlockingTransaction(blocked, told == null ? sender : told, OptionalLong.of(now));
  }

  /**
   * Age of the transaction: since its start, where the coordinator shows it, and at least since
   * this scheduler saw it.
   *
   * @param nowMs epoch milliseconds
   */
  long ageMs(long now, long nowMs) {
    var seenMs = TimeUnit.NANOSECONDS.toMillis(now - blocked.since());
    return sender == null || sender.startMs() == 0
        ? seenMs
        : Math.max(seenMs, nowMs - sender.startMs());
  }

  /** Line for people about the commands that it holds up. */
  String text(long ageMs) {
    var whose = sender == null ? "an unknown sender" : sender.text();
    return "commands of %s from offset %d on are blocked by a transaction of %s, open for %d s"
        .formatted(blocked.log(), blocked.offset(), whose, ageMs / 1_000);
  }
}
