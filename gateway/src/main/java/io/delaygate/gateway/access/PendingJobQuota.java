package io.delaygate.gateway.access;

import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Quota of pending jobs by namespace: the last counts of the schedulers, plus the jobs that this
 * gateway admitted and that are not in them. The schedulers are asked once a second at most, and
 * only while jobs come; no call waits for them. While they do not answer, their last counts hold
 * and every admitted job is added. While they lag, jobs that were admitted after the last question
 * are counted twice until the schedulers have read them, so that jobs are refused early and not
 * late. Thread-safe.
 */
public final class PendingJobQuota {
  private static final long FRESH_NANOS = 1_000_000_000L;

  private final Supplier<CompletableFuture<? extends Counted>> schedulers;
  private final Supplier<Map<Integer, Long>> ends;
  private final LongSupplier ticker;

  /** Jobs that were admitted before a question, until an answer includes them. */
  private Sent sent = Sent.NOTHING;

  /** Jobs that were admitted after that question. */
  private Map<String, Long> since = new HashMap<>();

  private @Nullable Counted counted;
  private boolean isAsking;
  private boolean hasAsked;
  private long askedAt;

  /**
   * Begins without counts, as if no jobs were pending.
   *
   * @param schedulers asks for the counts by namespace
   * @param ends the offset behind the last command that was stored for this gateway, by partition
   * @param ticker monotonic nanoseconds
   */
  public PendingJobQuota(
      Supplier<CompletableFuture<? extends Counted>> schedulers,
      Supplier<Map<Integer, Long>> ends,
      LongSupplier ticker) {
    this.schedulers = schedulers;
    this.ends = ends;
    this.ticker = ticker;
  }

  /**
   * Admits more jobs, all or none: each gateway may fill its part of what is left up to the bound.
   * A group that is larger than that part would never be admitted, so it may take of the others'
   * part where no other job was admitted lately.
   *
   * @param count how many come together, 1 or more
   * @param gateways number of live gateways, 1 or more
   */
  boolean take(String namespace, int count, long bound, int gateways) {
    refresh();
    synchronized (this) {
      var left = bound - (counted == null ? 0 : counted.pendingWithin(namespace));
      var part = left / gateways + (left % gateways > 0 ? 1 : 0);
      var more = passed(namespace);
      if (more + count > (more == 0 ? left : part)) {
        return false;
      }
      since.merge(namespace, (long) count, Long::sum);
      return true;
    }
  }

  private long passed(String namespace) {
    return sent.jobs().getOrDefault(namespace, 0L) + since.getOrDefault(namespace, 0L);
  }

  private void refresh() {
    synchronized (this) {
      var now = ticker.getAsLong();
      if (isAsking || (hasAsked && now - askedAt < FRESH_NANOS)) {
        return;
      }
      isAsking = true;
      hasAsked = true;
      askedAt = now;
      if (sent.jobs().isEmpty()) {
        sent = new Sent(since, ends.get());
        since = new HashMap<>();
      }
    }
    var unused = schedulers.get().whenComplete((told, failure) -> learn(told));
  }

  private synchronized void learn(@Nullable Counted told) {
    isAsking = false;
    if (told != null) {
      counted = told;
      sent = told.includes(sent.ends()) ? Sent.NOTHING : sent;
    }
  }

  /** Counts of the schedulers at one moment. Implementations are thread-safe. */
  public interface Counted {
    /** Number of jobs of a namespace that have not ended. */
    long pendingWithin(String namespace);

    /** Whether the counts include all commands before these offsets, by partition. */
    boolean includes(Map<Integer, Long> ends);
  }

  /**
   * Jobs that were admitted before a question.
   *
   * @param jobs by namespace
   * @param ends offsets before which their commands lie, except those of calls that were under way
   */
  private record Sent(Map<String, Long> jobs, Map<Integer, Long> ends) {
    static final Sent NOTHING = new Sent(Map.of(), Map.of());
  }
}
