package io.delaygate.gateway.jobs;

import io.delaygate.gateway.http.Parameters;
import io.javalin.http.Context;
import java.util.List;

/** {@code GET /v1/dead-letters}: dead jobs or, with {@code kind=rejected}, rejected commands. */
public final class ListLetters {
  private final ListJobs jobs;
  private final ListRejected rejected;

  /** Lists one or the other. */
  public ListLetters(ListJobs jobs, ListRejected rejected) {
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
      throw Parameters.invalid("kind", "must be `jobs` or `rejected`");
    }
  }
}
