package io.delaygate.gateway.jobs;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.delaygate.gateway.http.CallTrace;
import io.delaygate.gateway.outcome.CallerJobView;
import io.delaygate.gateway.schedulers.JobListing;
import io.delaygate.gateway.schedulers.ListingCursor;
import io.delaygate.gateway.schedulers.PayloadJson;
import io.delaygate.gateway.schedulers.QueryResponder;
import io.delaygate.service.query.EndedFilter;
import io.delaygate.service.query.EndedPosition;
import io.javalin.http.Context;
import org.jspecify.annotations.Nullable;

/**
 * Lister of ended jobs for {@code GET /v1/jobs} with states of ended jobs: those of all partitions
 * that the history still keeps, the latest ends first.
 */
record ListEndedHandler(JobListing listing, QueryResponder answer) {
  private static final String RESULT = "result";

  /**
   * Lists a page.
   *
   * @param cursor of the page before; null for the first page
   */
  void list(Context ctx, EndedFilter filter, @Nullable String cursor, int limit) {
    var after = cursor == null ? null : ListingCursor.read(cursor, filter);
    answer.run(
        ctx,
        claim -> listing.ended(CallTrace.of(ctx), filter, after, limit),
        page -> write(ctx, filter, page));
  }

  private static void write(Context ctx, EndedFilter filter, JobListing.Page<EndedPosition> page) {
    var json = JsonNodeFactory.instance.objectNode();
    var jobs = json.putArray("jobs");
    page.jobs().forEach(job -> jobs.add(view(job)));
    if (page.next() != null) {
      json.put("cursor", ListingCursor.of(filter, page.next()));
    }
    json.put("stale", page.stale());
    QueryResponder.json(ctx, json);
  }

  private static ObjectNode view(JsonNode job) {
    var view = CallerJobView.withIsoTimes((ObjectNode) job);
    var result = view.remove(RESULT);
    if (result != null) {
      PayloadJson.bytes(view, RESULT, result);
    }
    return view;
  }
}
