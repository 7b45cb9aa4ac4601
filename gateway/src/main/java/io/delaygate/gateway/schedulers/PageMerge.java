package io.delaygate.gateway.schedulers;

import com.fasterxml.jackson.databind.JsonNode;
import io.delaygate.gateway.http.CallTrace;
import io.delaygate.gateway.schedulers.JobListing.Page;
import io.delaygate.service.query.ListPosition;
import io.delaygate.service.query.QueryPath;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.function.LongSupplier;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Merge of sorted answers into one page of a listing, with one {@link SortedRun} per instance. It
 * takes a job only when no run can still bring an earlier one, so a page never skips a job. It asks
 * for more of a run that is used up but not at its end, until the page is full or the budget is
 * spent.
 *
 * <p>Steps follow each other and never overlap: not thread-safe.
 *
 * @param <P> position of a job
 */
final class PageMerge<P extends ListPosition & Comparable<P>> {
  /**
   * Time budget. A page of a rare topic scans many jobs; the caller gets the found ones and a
   * cursor.
   */
  private static final long WITHIN_NANOS = 1_000_000_000L;

  /** Bound for instances that scan nothing and report that there is more. */
  private static final int ROUNDS = 100;

  private final SchedulerQueryClient questions;
  private final CallTrace call;
  private final LongSupplier ticker;
  private final ListingQuery<P> query;
  private final int limit;
  private final long startedAt;

  private final List<JsonNode> jobs = new ArrayList<>();
  private List<SortedRun<P>> runs = new ArrayList<>();
  private @Nullable P last;
  private boolean stale;
  private long asOfMs = Long.MAX_VALUE;
  private int rounds;

  PageMerge(
      SchedulerQueryClient questions,
      CallTrace call,
      LongSupplier ticker,
      ListingQuery<P> query,
      int limit) {
    this.questions = questions;
    this.call = call;
    this.ticker = ticker;
    this.query = query;
    this.limit = limit;
    this.startedAt = ticker.getAsLong();
  }

  CompletableFuture<Page<P>> after(@Nullable P after) {
    last = after;
    return questions
        .ask(call, all -> all, partitions -> path(partitions, after))
        .thenCompose(
            answers -> {
              answers.forEach(this::add);
              return goOn();
            });
  }

  private CompletableFuture<Page<P>> goOn() {
    takeWhatIsSafe();
    rounds++;
    var starved = runs.stream().filter(SortedRun::isStarved).toList();
    var spent = rounds >= ROUNDS || ticker.getAsLong() - startedAt > WITHIN_NANOS;
    if (jobs.size() == limit || starved.isEmpty() || spent) {
      return CompletableFuture.completedFuture(page());
    }
    runs = runs.stream().filter(run -> !run.isStarved()).collect(Collectors.toList());
    var more = starved.stream().map(this::more).toArray(CompletableFuture<?>[]::new);
    return CompletableFuture.allOf(more).thenCompose(nothing -> goOn());
  }

  /** Asks for more of a run. If its partitions have moved, two instances may continue it. */
  private CompletableFuture<?> more(SortedRun<P> run) {
    return questions
        .ask(call, all -> run.partitions(), partitions -> path(partitions, run.next()))
        .thenAccept(answers -> answers.forEach(this::add));
  }

  private synchronized void add(SchedulerQueryClient.Answer answer) {
    if (!(answer.reply() instanceof SchedulerReply.Found found)) {
      throw SchedulerReply.otherVersion();
    }
    stale |= found.json().path("stale").booleanValue();
    asOfMs = Math.min(asOfMs, found.json().path("asOfMs").longValue());
    runs.add(SortedRun.of(query, answer.partitions(), found.json()));
  }

  private void takeWhatIsSafe() {
    while (jobs.size() < limit) {
      var first =
          runs.stream().filter(SortedRun::hasJob).min(Comparator.comparing(SortedRun::head));
      var bound = bound();
      if (first.isEmpty() || (bound != null && first.get().head().compareTo(bound) > 0)) {
        return;
      }
      last = first.get().head();
      jobs.add(first.get().take());
    }
  }

  /** Position up to which every run has brought all of its jobs; null when all are at their end. */
  private @Nullable P bound() {
    return runs.stream()
        .filter(SortedRun::isStarved)
        .map(SortedRun::next)
        .filter(Objects::nonNull)
        .min(Comparator.naturalOrder())
        .orElse(null);
  }

  private Page<P> page() {
    return new Page<>(jobs, next(), stale, asOfMs);
  }

  /** The farthest position before which nothing is left to be listed. */
  private @Nullable P next() {
    var bound = bound();
    var left =
        runs.stream().filter(SortedRun::hasJob).map(SortedRun::head).min(Comparator.naturalOrder());
    return left.isEmpty() || (bound != null && bound.compareTo(left.get()) < 0) ? bound : last;
  }

  private String path(Set<Integer> partitions, @Nullable P after) {
    var path =
        QueryPath.of(query.path())
            .partitions(partitions)
            .with(QueryPath.LIMIT, limit - jobs.size())
            .with(QueryPath.AFTER, after == null ? null : after.text());
    return query.addTo(path).toString();
  }
}
