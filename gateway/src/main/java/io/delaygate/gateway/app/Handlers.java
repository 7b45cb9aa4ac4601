package io.delaygate.gateway.app;

import io.delaygate.gateway.access.CallerHandler;
import io.delaygate.gateway.console.Console;
import io.delaygate.gateway.control.ControlHandler;
import io.delaygate.gateway.control.ControlSubject;
import io.delaygate.gateway.control.NamespacesHandler;
import io.delaygate.gateway.control.ShowControlHandler;
import io.delaygate.gateway.control.TokensHandler;
import io.delaygate.gateway.jobs.BulkChangeHandler;
import io.delaygate.gateway.jobs.ChangeJobHandler;
import io.delaygate.gateway.jobs.GetJobHandler;
import io.delaygate.gateway.jobs.JobStatsHandler;
import io.delaygate.gateway.jobs.ListDeadLettersHandler;
import io.delaygate.gateway.jobs.ListJobsHandler;
import io.delaygate.gateway.jobs.RequestResultHandler;
import io.delaygate.gateway.jobs.ScheduleBatchHandler;
import io.delaygate.gateway.jobs.ScheduleJobHandler;
import io.delaygate.gateway.lmstfy.Lmstfy;
import io.delaygate.gateway.ops.Probes;
import io.delaygate.gateway.payload.ScheduleRequestReader;
import io.delaygate.gateway.queues.AttemptFeedbackHandler;
import io.delaygate.gateway.queues.PeekHandler;
import io.delaygate.gateway.queues.QueueBulkHandler;
import io.delaygate.gateway.queues.QueueStatsHandler;
import io.delaygate.gateway.queues.ReserveHandler;
import io.delaygate.gateway.schedulers.OverviewHandler;
import io.javalin.http.Context;
import java.util.Optional;
import java.util.function.Function;

/** HTTP handlers of all routes, grouped like the table of routes. */
record Handlers(
    ScheduleJobHandler schedule,
    ChangeJobHandler change,
    Questioning ask,
    Bulk bulk,
    Control control,
    Queues queues,
    Tenancy tenancy,
    Page page,
    Probes probes,
    Lmstfy lmstfy) {
  /** Handlers of queries about jobs. */
  record Questioning(
      GetJobHandler get,
      ListJobsHandler list,
      ListDeadLettersHandler letters,
      JobStatsHandler count,
      OverviewHandler overview) {}

  /** Handlers of decisions about targets. */
  record Control(ControlHandler decide, ShowControlHandler show) {}

  /**
   * Handlers of queues, besides those that queues share with other targets.
   *
   * @param publishing reads a body as a job of the queue that the call names
   * @param subject of a decision about that queue
   * @param topic of that queue
   */
  record Queues(
      ReserveHandler reserve,
      AttemptFeedbackHandler tell,
      RequestResultHandler request,
      QueueBulkHandler change,
      QueueStatsHandler count,
      PeekHandler peek,
      ScheduleRequestReader publishing,
      Function<Context, ControlSubject> subject,
      Function<Context, String> topic) {}

  /** Handlers of namespaces and their tokens. */
  record Tenancy(NamespacesHandler namespaces, TokensHandler tokens) {}

  /**
   * Console, and the handler that tells it who the caller is.
   *
   * @param console empty where it is not served
   */
  record Page(CallerHandler caller, Optional<Console> console) {}

  /** Handlers of calls for many jobs. */
  record Bulk(ScheduleBatchHandler schedule, BulkChangeHandler change) {}
}
