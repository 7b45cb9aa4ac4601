package io.delaygate.gateway.usage;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * How many jobs namespaces have pending: what the schedulers said last, and what this gateway let
 * pass and is not in it. They are asked once a second at most, and only while somebody asks here;
 * nobody waits for them. While they cannot say, their last word holds and all that passes is added.
 * Thread-safe.
 */
public final class PendingJobs {
  private static final long FRESH_NANOS = 1_000_000_000L;

  /** How many questions' worth is told apart while schedulers lag; then more comes off at once. */
  private static final int SENT_MOST = 60;

  private final Supplier<CompletableFuture<? extends Counted>> schedulers;
  private final Supplier<Map<Integer, Long>> ends;
  private final LongSupplier ticker;

  /** What passed up to each question that no answer included yet, the first first. */
  private final Deque<Sent> sent = new ArrayDeque<>();

  private Map<String, Long> since = new HashMap<>();
  private Counted counted = Counted.NOTHING;
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
      var left = bound - counted.pendingWithin(namespace);
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
    return since.getOrDefault(namespace, 0L)
        + sent.stream().mapToLong(one -> one.jobs().getOrDefault(namespace, 0L)).sum();
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
      beginAnew();
    }
    var unused = schedulers.get().whenComplete((told, failure) -> learn(told));
  }

  private void beginAnew() {
    var last = sent.size() < SENT_MOST ? null : sent.pollLast();
    if (last != null) {
      last.jobs().forEach((namespace, jobs) -> since.merge(namespace, jobs, Long::sum));
    }
    if (!since.isEmpty()) {
      sent.add(new Sent(since, ends.get()));
      since = new HashMap<>();
    }
  }

  private synchronized void learn(@Nullable Counted told) {
    isAsking = false;
    if (told != null) {
      counted = told;
      sent.removeIf(one -> told.includes(one.ends()));
    }
  }

  /** What schedulers say of one moment. Implementations are thread-safe. */
  public interface Counted {
    /** Nobody has counted yet. */
    Counted NOTHING =
        new Counted() {
          @Override
          public long pendingWithin(String namespace) {
            return 0;
          }

          @Override
          public boolean includes(Map<Integer, Long> ends) {
            return false;
          }
        };

    /** How many jobs of a namespace have not ended. */
    long pendingWithin(String namespace);

    /** Whether all commands are in it that lie before these offsets, by partition. */
    boolean includes(Map<Integer, Long> ends);
  }

  /**
   * What passed between two questions.
   *
   * @param jobs by namespace
   * @param ends where its commands lie before, but for those of calls that were under way
   */
  private record Sent(Map<String, Long> jobs, Map<Integer, Long> ends) {}
}
