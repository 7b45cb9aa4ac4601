package io.delaygate.gateway.jobs;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.delaygate.gateway.jobs.BulkChanger.Changed;
import io.delaygate.gateway.jobs.BulkChanger.OutcomeCounts;
import io.delaygate.gateway.jobs.BulkChanger.Target;
import io.delaygate.gateway.outcome.CallerJobView;
import io.delaygate.gateway.schedulers.JobListing;
import io.delaygate.gateway.schedulers.ListingCursor;
import io.delaygate.service.query.DuePosition;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/**
 * Bulk change of the jobs that a filter finds, page by page, each job only in the version that was
 * listed: a job that was changed meanwhile may not fit the filter any more. Used once.
 */
final class FilteredBulkChange {
  /** Allows some pages a second, each of them a short scan. */
  private static final int PAGE = 500;

  private final BulkChangeHandler.Call call;
  private final JobListing listing;
  private final BulkRequest.Found order;

  private final OutcomeCounts counts;
  private @Nullable DuePosition after;
  private int left;
  private boolean begun;
  private @Nullable Throwable unlisted;

  FilteredBulkChange(BulkChangeHandler.Call call, JobListing listing, BulkRequest.Found order) {
    this.call = call;
    this.listing = listing;
    this.order = order;
    this.counts = new OutcomeCounts(call.kind());
    this.after = order.after();
    this.left = order.limit();
  }

  /** The answer, with a cursor unless everything that was found has its outcome. */
  CompletableFuture<ObjectNode> change() {
    return listing
        .page(call.trace(), order.filter(), after, Math.min(PAGE, left))
        .thenApply(Optional::of)
        .exceptionally(
            failure -> {
              unlisted = failure;
              return Optional.empty();
            })
        .thenCompose(page -> page.isPresent() ? change(page.get()) : withoutPage());
  }

  private CompletableFuture<ObjectNode> change(JobListing.Page<DuePosition> page) {
    var targets =
        page.jobs().stream()
            .map(
                job ->
                    new Target(
                        CallerJobView.localId(job.path("id").asText()),
                        job.path("version").longValue()))
            .toList();
    return new BulkChanger(call, targets).start().thenCompose(done -> goOn(page, done));
  }

  private CompletableFuture<ObjectNode> goOn(
      JobListing.Page<DuePosition> page, List<Changed> done) {
    if (!begun) {
      BulkChangeHandler.refuseWhenNothingWasSent(done);
    }
    begun = true;
    counts.add(done);
    left -= done.size();
    var handled = 0;
    while (handled < done.size() && done.get(handled).isHandled()) {
      handled++;
    }
    if (handled < page.jobs().size()) {
      after = handled == 0 ? after : JobListing.positionOf(page.jobs().get(handled - 1));
      return CompletableFuture.completedFuture(answer(after));
    }
    after = page.next();
    return after == null || left == 0 || call.timeIsUp().getAsBoolean()
        ? CompletableFuture.completedFuture(answer(after))
        : change();
  }

  /**
   * Answers with the changes that were made before the listing failed; fails if there were none.
   */
  private CompletableFuture<ObjectNode> withoutPage() {
    return begun || unlisted == null
        ? CompletableFuture.completedFuture(answer(after))
        : CompletableFuture.failedFuture(unlisted);
  }

  private ObjectNode answer(@Nullable DuePosition next) {
    var json = counts.json();
    if (next != null) {
      json.put("cursor", ListingCursor.of(order.filter(), next));
    }
    json.put("done", next == null);
    return json;
  }
}
