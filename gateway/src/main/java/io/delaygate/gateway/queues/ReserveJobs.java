package io.delaygate.gateway.queues;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import io.delaygate.gateway.access.Access;
import io.delaygate.gateway.http.AnswerLater;
import io.delaygate.gateway.http.Departure;
import io.delaygate.gateway.http.InflightBytes;
import io.delaygate.gateway.http.JsonRequest;
import io.delaygate.gateway.http.Parameters;
import io.delaygate.gateway.http.ProblemException;
import io.delaygate.gateway.payload.JobBody;
import io.delaygate.gateway.schedulers.QueryAnswer;
import io.delaygate.gateway.settings.QueueSettings;
import io.delaygate.schemas.contract.ReasonCode;
import io.javalin.http.Context;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Function;

/**
 * {@code POST /v1/queues/{queue},{queue}.../reserve}: waits for jobs, and answers with what is
 * there. A caller that disconnects before gets nothing, and no job is lost by it.
 */
public final class ReserveJobs {
  /** A batch goes to one caller: the jobs of a larger one would wait there for their turn. */
  public static final int MOST = 100;

  private final JsonRequest request;
  private final Function<Context, List<HandOut.Queue>> path;
  private final HandOut handOut;
  private final AwaitJob jobs;
  private final AnswerLater later;
  private final QueueSettings settings;

  /** What hands out jobs: of queues, and by their ids. */
  public record Sources(HandOut queues, AwaitJob jobs) {}

  /**
   * Reserves along these steps.
   *
   * @param path the queues that a call names, in their order
   * @param from what hands them out
   */
  public ReserveJobs(
      JsonRequest request,
      Function<Context, List<HandOut.Queue>> path,
      Sources from,
      AnswerLater later,
      QueueSettings settings) {
    this.request = request;
    this.path = path;
    this.handOut = from.queues();
    this.jobs = from.jobs();
    this.later = later;
    this.settings = settings;
  }

  /**
   * What a caller wants.
   *
   * @param count how many jobs at most
   * @param patience how long the call waits for the first; zero looks once
   * @param leaseMs for how long
   */
  public record Wish(int count, Duration patience, long leaseMs) {}

  /**
   * Where from.
   *
   * @param queues in their order
   * @param jobs that are awaited by their ids
   */
  public record From(List<HandOut.Queue> queues, List<AwaitJob.Wanted> jobs) {}

  /** Handles the call. */
  public void post(Context ctx) {
    Parameters.of(ctx, Set.of());
    var queues = path.apply(ctx);
    later.run(
        ctx,
        claim -> {
          var from = new From(queues, List.of());
          return reserve(ctx, from, wish(ctx, claim), given -> write(ctx, given));
        });
  }

  /**
   * Waits until there is something, or the time is over, or the caller has left.
   *
   * @param write answers a caller that is still connected with its jobs
   */
  public AnswerLater.Pending<?> reserve(
      Context ctx, From from, Wish wish, Consumer<List<Held>> write) {
    var queues = from.queues();
    var call = new WaitingCall(wish.count(), wish.leaseMs());
    handOut.endAtStop(call);
    Departure.of(ctx, () -> handOut.leave(call, queues));
    if (!from.jobs().isEmpty()) {
      jobs.await(call, from.jobs(), queues.isEmpty() && wish.patience().isZero());
    }
    if (queues.isEmpty()) {
      HandOut.endInTime(call, wish.patience());
    } else {
      handOut.await(call, queues, wish.patience());
    }
    return new AnswerLater.Pending<>(call.answer(), given -> answer(ctx, call, given, write));
  }

  private Wish wish(Context ctx, InflightBytes.Claim claim) {
    var fields =
        JobBody.parse(request.read(ctx, claim))
            .fieldsAmong(Set.of("count", "wait", "waitMs", "lease", "leaseMs"));
    var count = Objects.requireNonNullElse(fields.whole("count", 1, MOST), 1L);
    var wait = fields.durationMs("wait", 0, settings.longestWait().toMillis());
    var lease =
        fields.durationMs(
            "lease",
            QueueSettings.SHORTEST_LEASE.toMillis(),
            QueueSettings.LONGEST_LEASE.toMillis());
    return new Wish(
        count.intValue(),
        Duration.ofMillis(wait == null ? 0 : wait),
        lease == null ? settings.lease().toMillis() : lease);
  }

  private void answer(Context ctx, WaitingCall call, List<Held> given, Consumer<List<Held>> write) {
    if (Departure.hasLeft(ctx) || !call.write()) {
      return; // the caller has disconnected
    }
    if (!Access.isStillLetIn(ctx)) {
      handOut.giveBack(given);
      throw new ProblemException(
          ReasonCode.TOKEN_INVALID, "the token was revoked while the call waited");
    }
    Departure.ifUnread(ctx, () -> handOut.giveBack(given));
    handOut.handedOut(given.size());
    write.accept(given);
  }

  private static void write(Context ctx, List<Held> given) {
    var json = JsonNodeFactory.instance.objectNode();
    var jobs = json.putArray("jobs");
    given.forEach(held -> jobs.add(HeldJson.of(held)));
    QueryAnswer.json(ctx, json);
  }
}
