package io.delaygate.gateway.app;

import io.delaygate.gateway.batch.BulkChange;
import io.delaygate.gateway.batch.ScheduleBatch;
import io.delaygate.gateway.change.ChangeJob;
import io.delaygate.gateway.feedback.FeedbackJob;
import io.delaygate.gateway.ops.Probes;
import io.delaygate.gateway.query.CountJobs;
import io.delaygate.gateway.query.GetJob;
import io.delaygate.gateway.query.ListJobs;
import io.delaygate.gateway.rejected.ListRejected;
import io.delaygate.gateway.schedule.ScheduleJob;
import io.javalin.http.Context;
import java.util.List;

/** Who handles calls; one for each part of the table of routes. */
record Handlers(
    ScheduleJob schedule,
    ChangeJob change,
    FeedbackJob feedback,
    Questioning ask,
    Bulk bulk,
    Probes probes) {
  /** Questions about jobs. */
  record Questioning(GetJob get, ListJobs list, ListRejected rejected, CountJobs count) {
    /** Dead letters are jobs or, if asked for, rejected commands. */
    void letters(Context ctx) {
      var kinds = ctx.queryParams("kind");
      if (kinds.equals(List.of("rejected"))) {
        rejected.get(ctx);
      } else {
        list.letters(ctx);
      }
    }
  }

  /** Many jobs in one call. */
  record Bulk(ScheduleBatch schedule, BulkChange change) {}
}
