package io.delaygate.gateway.access;

import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * How many jobs namespaces have pending: what the schedulers said last, and what this gateway let
 * pass and is not in it. They are asked once a second at most, and only while somebody asks here;
 * nobody waits for them. While they cannot say, their last word holds and all that passes is added;
 * while they lag, what passed behind the last question is counted twice until they have read on, so
 * that jobs are refused early and not late. Thread-safe.
 */
public final class PendingJobs {
  private static final long FRESH_NANOS = 1_000_000_000L;

  private final Supplier<CompletableFuture<? extends Counted>> schedulers;
  private final Supplier<Map<Integer, Long>> ends;
  private final LongSupplier ticker;

  /** What passed up to a question, until an answer includes it. */
  private Sent sent = Sent.NOTHING;

  /** What passed later. */
  private Map<String, Long> since = new HashMap<>();

  private @Nullable Counted counted;
  private boolean isAsking;
  private boolean hasAsked;
  private long askedAt;

  /**
   * Knows nothing yet, and lets pass.
   *
   * @param schedulers asks for the counts by namespace
   * @param ends the offset behind the last command that was stored for this gateway, by partition
   * @param ticker monotonic nanoseconds
   */
  public PendingJobs(
      Supplier<CompletableFuture<? extends Counted>> schedulers,
      Supplier<Map<Integer, Long>> ends,
      LongSupplier ticker) {
    this.schedulers = schedulers;
    this.ends = ends;
    this.ticker = ticker;
  }

  /**
   * Lets some more jobs pass, all or none: of what is left up to the bound each gateway may fill
   * its part. What comes together and is more than that part would never pass: where nothing else
   * did lately it may take of the others' part.
   *
   * @param count how many come together, 1 or more
   * @param gateways that are alive, 1 or more
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

  /** What schedulers say of one moment. Implementations are thread-safe. */
  public interface Counted {
    /** How many jobs of a namespace have not ended. */
    long pendingWithin(String namespace);

    /** Whether all commands are in it that lie before these offsets, by partition. */
    boolean includes(Map<Integer, Long> ends);
  }

  /**
   * What passed before a question.
   *
   * @param jobs by namespace
   * @param ends where its commands lie before, but for those of calls that were under way
   */
  private record Sent(Map<String, Long> jobs, Map<Integer, Long> ends) {
    static final Sent NOTHING = new Sent(Map.of(), Map.of());
  }
}
