package io.delaygate.gateway.schedulers;

import io.delaygate.gateway.http.CallTrace;
import io.delaygate.gateway.http.ProblemException;
import io.delaygate.schemas.contract.ReasonCode;
import io.delaygate.service.query.QueryPath;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Cache of the {@link Assignment}. It asks any scheduler when the assignment is needed and is more
 * than a second old, or at once when an instance contradicted it. One request is in flight at a
 * time, for all callers that wait. Thread-safe.
 */
final class AssignmentCache {
  /** A rebalance takes longer, and a query that an instance refuses refreshes at once anyway. */
  private static final long FRESH_NANOS = 1_000_000_000L;

  /** Most instances asked in a row; one that did not answer is not asked first the next time. */
  private static final int ASKED_MAX = 3;

  private final SchedulerHttpClient http;
  private final List<String> urls;
  private final LongSupplier ticker;

  private @Nullable Assignment known;
  private long knownAt;
  private int first;
  private @Nullable CompletableFuture<Assignment> asking;

  /**
   * Asks these schedulers, and those in their assignments.
   *
   * @param ticker monotonic nanoseconds
   */
  AssignmentCache(SchedulerHttpClient http, List<String> urls, LongSupplier ticker) {
    this.http = http;
    this.urls = urls;
    this.ticker = ticker;
  }

  /** The assignment, no older than a second if any instance can be reached. */
  synchronized CompletableFuture<Assignment> current() {
    if (known != null && ticker.getAsLong() - knownAt < FRESH_NANOS) {
      return CompletableFuture.completedFuture(known);
    }
    return ask();
  }

  /** An assignment later than the given one, which was wrong or of no use. */
  synchronized CompletableFuture<Assignment> after(@Nullable Assignment seen) {
    if (known != null && !known.equals(seen)) {
      return CompletableFuture.completedFuture(known);
    }
    first++; // another instance may have a later one
    return ask();
  }

  private synchronized void beginBehind() {
    first++;
  }

  private CompletableFuture<Assignment> ask() {
    if (asking != null) {
      return asking;
    }
    var answer = new CompletableFuture<Assignment>();
    asking = answer;
    var candidates = candidates();
    var unused =
        ask(candidates, 0)
            .whenComplete(
                (found, failure) -> learn(found == null ? Optional.empty() : found, answer));
    return answer;
  }

  private CompletableFuture<Optional<Assignment>> ask(List<String> candidates, int at) {
    if (at == candidates.size()) {
      return CompletableFuture.completedFuture(Optional.empty());
    }
    return http.ask(candidates.get(at), QueryPath.ASSIGNMENT, CallTrace.NONE)
        .thenCompose(
            reply -> {
              var found =
                  reply instanceof SchedulerReply.Found answer
                      ? Assignment.parse(answer.json())
                      : Optional.<Assignment>empty();
              if (found.isPresent()) {
                return CompletableFuture.completedFuture(found);
              }
              beginBehind();
              return ask(candidates, at + 1);
            });
  }

  private void learn(Optional<Assignment> found, CompletableFuture<Assignment> answer) {
    @Nullable Assignment latest;
    synchronized (this) {
      asking = null;
      if (found.isPresent()) {
        known = found.get();
        knownAt = ticker.getAsLong();
      }
      latest = known;
    }
    if (latest == null) {
      answer.completeExceptionally(
          new ProblemException(
              ReasonCode.QUERY_UNAVAILABLE,
              "none of the schedulers in `scheduler.urls` can be reached now"));
    } else {
      // an old assignment still names instances that may answer
      answer.complete(latest);
    }
  }

  private List<String> candidates() {
    var all = new LinkedHashSet<>(urls);
    if (known != null) {
      all.addAll(known.instances());
    }
    var list = List.copyOf(all);
    var some = new ArrayList<String>();
    for (var i = 0; i < Math.min(ASKED_MAX, list.size()); i++) {
      some.add(list.get(Math.floorMod(first + i, list.size())));
    }
    return some;
  }
}
