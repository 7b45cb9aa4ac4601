package io.delaygate.gateway.app;

import io.delaygate.gateway.batch.BulkChange;
import io.delaygate.gateway.batch.ScheduleBatch;
import io.delaygate.gateway.change.ChangeJob;
import io.delaygate.gateway.control.DecideControl;
import io.delaygate.gateway.control.ShowControl;
import io.delaygate.gateway.handout.ReserveJobs;
import io.delaygate.gateway.letters.ListLetters;
import io.delaygate.gateway.ops.Probes;
import io.delaygate.gateway.query.CountJobs;
import io.delaygate.gateway.query.GetJob;
import io.delaygate.gateway.query.ListJobs;
import io.delaygate.gateway.schedule.ScheduleJob;
import io.delaygate.gateway.tenancy.ManageNamespaces;
import io.delaygate.gateway.tenancy.ManageTokens;

/** Who handles calls; one for each part of the table of routes. */
record Handlers(
    ScheduleJob schedule,
    ChangeJob change,
    Questioning ask,
    Bulk bulk,
    Control control,
    Queues queues,
    Tenancy tenancy,
    Probes probes) {
  /** Questions about jobs. */
  record Questioning(GetJob get, ListJobs list, ListLetters letters, CountJobs count) {}

  /** What operators decide about targets. */
  record Control(DecideControl decide, ShowControl show) {}

  /** Jobs of queues. */
  record Queues(ReserveJobs reserve) {}

  /** Namespaces, and what belongs to them. */
  record Tenancy(ManageNamespaces namespaces, ManageTokens tokens) {}

  /** Many jobs in one call. */
  record Bulk(ScheduleBatch schedule, BulkChange change) {}
}
