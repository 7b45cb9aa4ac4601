package io.delaygate.gateway.schedulers;

import com.fasterxml.jackson.databind.JsonNode;
import io.delaygate.gateway.http.CallTrace;
import io.delaygate.service.query.DuePosition;
import io.delaygate.service.query.EndedFilter;
import io.delaygate.service.query.EndedPosition;
import io.delaygate.service.query.JobFilter;
import io.delaygate.service.query.ListPosition;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/** Client for listings of pending or ended jobs of all partitions, in one order. Thread-safe. */
public final class JobListing {
  /** A scheduler does not run more scans at a time than this either. */
  private static final int RUNNING = 2;

  private static final int WAITING = 100;

  private final ConcurrencyLimiter turns = new ConcurrencyLimiter(RUNNING, WAITING);
  private final SchedulerQueryClient questions;
  private final LongSupplier ticker;

  /**
   * Creates a client.
   *
   * @param ticker monotonic nanoseconds
   */
  public JobListing(SchedulerQueryClient questions, LongSupplier ticker) {
    this.questions = questions;
    this.ticker = ticker;
  }

  /**
   * Returns a page of jobs behind a position. It may have fewer jobs than the limit, even none,
   * although more are left: a filter can leave out far more jobs than may be read for one page.
   *
   * @param call that lists
   * @param after null begins at the first job
   * @param limit how many at most
   * @return fails with {@code QUERY_UNAVAILABLE} when no scheduler answers for a partition
   */
  public CompletableFuture<Page<DuePosition>> page(
      CallTrace call, JobFilter filter, @Nullable DuePosition after, int limit) {
    return page(call, new ListingQuery.Due(filter), after, limit);
  }

  /** The same of ended jobs, the latest ends first. */
  public CompletableFuture<Page<EndedPosition>> ended(
      CallTrace call, EndedFilter filter, @Nullable EndedPosition after, int limit) {
    return page(call, new ListingQuery.Ended(filter), after, limit);
  }

  private <P extends ListPosition & Comparable<P>> CompletableFuture<Page<P>> page(
      CallTrace call, ListingQuery<P> query, @Nullable P after, int limit) {
    return turns.take(
        call.share(), () -> new PageMerge<>(questions, call, ticker, query, limit).after(after));
  }

  /** The position of a pending or dead job in its listing. */
  public static DuePosition positionOf(JsonNode job) {
    return new ListingQuery.Due(JobFilter.ALL).positionOf(job);
  }

  /**
   * A page of a listing.
   *
   * @param <P> position of a job
   * @param jobs as the schedulers describe them, in order
   * @param next position of the next page; null when nothing is left
   * @param stale whether a standby answered, which may lag behind
   * @param asOfMs when the first of the answers was given, epoch milliseconds
   */
  public record Page<P extends ListPosition>(
      List<JsonNode> jobs, @Nullable P next, boolean stale, long asOfMs) {}
}
