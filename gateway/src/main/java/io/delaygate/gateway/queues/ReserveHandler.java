package io.delaygate.gateway.queues;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import io.delaygate.gateway.access.AccessGuard;
import io.delaygate.gateway.http.AsyncResponder;
import io.delaygate.gateway.http.ClientDisconnect;
import io.delaygate.gateway.http.QueryParameters;
import io.delaygate.gateway.jobs.CommandSteps;
import io.delaygate.gateway.payload.JobBody;
import io.delaygate.gateway.schedulers.QueryResponder;
import io.delaygate.gateway.settings.QueueSettings;
import io.javalin.http.Context;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Handler of {@code POST /v1/queues/{queue},{queue}.../reserve}: waits for jobs, and answers with
 * those that are there. If the caller disconnects before, it gets none, and no job is lost.
 */
public record ReserveHandler(
    CommandSteps steps,
    QueueCatalog catalog,
    QueueDispatcher dispatcher,
    JobByIdDispatcher jobs,
    QueueSettings settings) {
  /** Most jobs of one answer: the jobs of a larger batch would wait at their caller. */
  public static final int MOST = 100;

  /**
   * Wanted jobs.
   *
   * @param count how many jobs at most
   * @param patience how long the call waits for the first; zero looks once
   * @param leaseMs length of the lease, milliseconds; null for what each job says
   */
  public record Wish(int count, Duration patience, @Nullable Long leaseMs) {}

  /**
   * Queues and jobs of a call.
   *
   * @param queues in their order
   * @param jobs that are awaited by their ids
   */
  public record From(List<QueueDispatcher.Queue> queues, List<JobByIdDispatcher.Wanted> jobs) {}

  /** Handles the call. */
  public void post(Context ctx) {
    QueryParameters.of(ctx, Set.of());
    var from = new From(catalog.queues(ctx), List.of());
    steps.withBody(ctx, body -> reserve(ctx, from, wish(body), given -> write(ctx, given)));
  }

  /**
   * Waits until there are jobs, or the time is over, or the caller has disconnected.
   *
   * @param write answers a caller that is still connected with its jobs
   */
  public AsyncResponder.Pending<?> reserve(
      Context ctx, From from, Wish wish, Consumer<List<LeasedJob>> write) {
    var queues = from.queues();
    var call = new PendingReserve(wish.count(), wish.leaseMs());
    dispatcher.endAtStop(call);
    ClientDisconnect.of(ctx, () -> dispatcher.leave(call, queues));
    if (!from.jobs().isEmpty()) {
      jobs.await(call, from.jobs(), queues.isEmpty() && wish.patience().isZero());
    }
    if (queues.isEmpty()) {
      QueueDispatcher.endInTime(call, wish.patience());
    } else {
      dispatcher.await(call, queues, wish.patience());
    }
    return new AsyncResponder.Pending<>(call.answer(), given -> answer(ctx, call, given, write));
  }

  private Wish wish(JobBody body) {
    var fields = body.fieldsAmong(Set.of("count", "wait", "waitMs", "lease", "leaseMs"));
    var count = Objects.requireNonNullElse(fields.whole("count", 1, MOST), 1L);
    var wait = fields.durationMs("wait", 0, settings.longestWait().toMillis());
    var lease =
        fields.durationMs(
            "lease",
            QueueSettings.SHORTEST_LEASE.toMillis(),
            QueueSettings.LONGEST_LEASE.toMillis());
    return new Wish(count.intValue(), Duration.ofMillis(wait == null ? 0 : wait), lease);
  }

  private void answer(
      Context ctx, PendingReserve call, List<LeasedJob> given, Consumer<List<LeasedJob>> write) {
    if (ClientDisconnect.hasLeft(ctx) || !call.write()) {
      return; // the caller has disconnected
    }
    if (!AccessGuard.standing(ctx).getAsBoolean()) {
      dispatcher.giveBack(given);
      throw AccessGuard.revoked();
    }
    ClientDisconnect.ifUnread(ctx, () -> dispatcher.giveBack(given));
    dispatcher.handedOut(given.size());
    write.accept(given);
  }

  private static void write(Context ctx, List<LeasedJob> given) {
    var json = JsonNodeFactory.instance.objectNode();
    var jobs = json.putArray("jobs");
    given.forEach(held -> jobs.add(held.json()));
    QueryResponder.json(ctx, json);
  }
}
