package io.delaygate.gateway.app;

import io.delaygate.gateway.access.ShowCaller;
import io.delaygate.gateway.console.Console;
import io.delaygate.gateway.control.DecideControl;
import io.delaygate.gateway.control.ManageNamespaces;
import io.delaygate.gateway.control.ManageTokens;
import io.delaygate.gateway.control.ShowControl;
import io.delaygate.gateway.control.Subject;
import io.delaygate.gateway.jobs.BulkChange;
import io.delaygate.gateway.jobs.ChangeJob;
import io.delaygate.gateway.jobs.CountJobs;
import io.delaygate.gateway.jobs.GetJob;
import io.delaygate.gateway.jobs.ListJobs;
import io.delaygate.gateway.jobs.ListLetters;
import io.delaygate.gateway.jobs.RequestResult;
import io.delaygate.gateway.jobs.ScheduleBatch;
import io.delaygate.gateway.jobs.ScheduleJob;
import io.delaygate.gateway.lmstfy.Lmstfy;
import io.delaygate.gateway.ops.Probes;
import io.delaygate.gateway.payload.Drafting;
import io.delaygate.gateway.queues.ChangeQueue;
import io.delaygate.gateway.queues.CountQueues;
import io.delaygate.gateway.queues.PeekQueue;
import io.delaygate.gateway.queues.ReserveJobs;
import io.delaygate.gateway.queues.TellAttempts;
import io.delaygate.gateway.schedulers.ShowOverview;
import io.javalin.http.Context;
import java.util.Optional;
import java.util.function.Function;

/** Who handles calls; one for each part of the table of routes. */
record Handlers(
    ScheduleJob schedule,
    ChangeJob change,
    Questioning ask,
    Bulk bulk,
    Control control,
    Queues queues,
    Tenancy tenancy,
    Page page,
    Probes probes,
    Lmstfy lmstfy) {
  /** Questions about jobs. */
  record Questioning(
      GetJob get, ListJobs list, ListLetters letters, CountJobs count, ShowOverview overview) {}

  /** What operators decide about targets. */
  record Control(DecideControl decide, ShowControl show) {}

  /**
   * Jobs of queues, beside what queues have in common with other targets.
   *
   * @param publishing how a body becomes a job of the queue that the call names
   * @param subject what a decision about that queue is about
   * @param topic of that queue
   */
  record Queues(
      ReserveJobs reserve,
      TellAttempts tell,
      RequestResult request,
      ChangeQueue change,
      CountQueues count,
      PeekQueue peek,
      Drafting publishing,
      Function<Context, Subject> subject,
      Function<Context, String> topic) {}

  /** Namespaces, and what belongs to them. */
  record Tenancy(ManageNamespaces namespaces, ManageTokens tokens) {}

  /**
   * The console, and what it has to know of who looks at it.
   *
   * @param console empty where it is not served
   */
  record Page(ShowCaller caller, Optional<Console> console) {}

  /** Many jobs in one call. */
  record Bulk(ScheduleBatch schedule, BulkChange change) {}
}
