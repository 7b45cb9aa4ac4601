package io.delaygate.gateway.usage;

import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import java.util.function.ToLongFunction;
import org.jspecify.annotations.Nullable;

/**
 * How many jobs namespaces have pending: what the schedulers said last, and what this gateway let
 * pass since. They are asked once a second at most, and only while somebody asks here; nobody waits
 * for them. While they cannot say, their last word holds and all that passes is added. Thread-safe.
 */
public final class PendingJobs {
  private static final long FRESH_NANOS = 1_000_000_000L;

  private final Supplier<CompletableFuture<ToLongFunction<String>>> schedulers;
  private final LongSupplier ticker;
  private final Map<String, Long> passed = new HashMap<>();
  private ToLongFunction<String> counted = namespace -> 0;
  private boolean isAsking;
  private boolean hasAsked;
  private long askedAt;

  /**
   * Knows nothing yet, and lets pass.
   *
   * @param schedulers asks for the counts by namespace
   * @param ticker monotonic nanoseconds
   */
  public PendingJobs(
      Supplier<CompletableFuture<ToLongFunction<String>>> schedulers, LongSupplier ticker) {
    this.schedulers = schedulers;
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
      var left = bound - counted.applyAsLong(namespace);
      var part = left / gateways + (left % gateways > 0 ? 1 : 0);
      var more = passed.getOrDefault(namespace, 0L);
      if (more + count > (more == 0 ? left : part)) {
        return false;
      }
      passed.put(namespace, more + count);
      return true;
    }
  }

  private void refresh() {
    Map<String, Long> before;
    synchronized (this) {
      var now = ticker.getAsLong();
      if (isAsking || (hasAsked && now - askedAt < FRESH_NANOS)) {
        return;
      }
      isAsking = true;
      hasAsked = true;
      askedAt = now;
      before = Map.copyOf(passed);
    }
    var unused = schedulers.get().whenComplete((counts, failure) -> learn(counts, before));
  }

  /** What had passed before they were asked is in what they counted, if they do not lag behind. */
  private synchronized void learn(
      @Nullable ToLongFunction<String> counts, Map<String, Long> before) {
    isAsking = false;
    if (counts == null) {
      return;
    }
    counted = counts;
    for (var each : before.entrySet()) {
      var since = passed.getOrDefault(each.getKey(), 0L) - each.getValue();
      if (since > 0) {
        passed.put(each.getKey(), since);
      } else {
        passed.remove(each.getKey());
      }
    }
  }
}
