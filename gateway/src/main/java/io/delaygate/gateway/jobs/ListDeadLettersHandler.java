package io.delaygate.gateway.jobs;

import io.delaygate.gateway.http.QueryParameters;
import io.javalin.http.Context;
import java.util.List;

/**
 * Handler of {@code GET /v1/dead-letters}: dead jobs or, with {@code kind=rejected}, rejected
 * commands.
 */
public final class ListDeadLettersHandler {
  private final ListJobsHandler jobs;
  private final ListRejectedHandler rejected;

  /** Lists with one of these handlers. */
  public ListDeadLettersHandler(ListJobsHandler jobs, ListRejectedHandler rejected) {
    this.jobs = jobs;
    this.rejected = rejected;
  }

  /** Handles the call. */
  public void get(Context ctx) {
    var kinds = ctx.queryParams("kind");
    if (kinds.isEmpty() || kinds.equals(List.of("jobs"))) {
      jobs.letters(ctx);
    } else if (kinds.equals(List.of("rejected"))) {
      rejected.get(ctx);
    } else {
      throw QueryParameters.invalid("kind", "must be `jobs` or `rejected`");
    }
  }
}
