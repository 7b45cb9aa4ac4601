package io.delaygate.gateway.handout;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import io.delaygate.gateway.draft.JobBody;
import io.delaygate.gateway.publish.AnswerLater;
import io.delaygate.gateway.publish.InflightBytes;
import io.delaygate.gateway.query.Parameters;
import io.delaygate.gateway.query.QueryAnswer;
import io.delaygate.gateway.request.Departure;
import io.delaygate.gateway.request.JsonRequest;
import io.delaygate.gateway.settings.QueueSettings;
import io.javalin.http.Context;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;

/**
 * {@code POST /v1/queues/{queue},{queue}.../reserve}: waits for jobs, and answers with what is
 * there. A caller who leaves before gets nothing, and nobody loses anything by it.
 */
public final class ReserveJobs {
  /** A batch that is answered is handed to one caller whole: more would wait in his hands. */
  public static final int MOST = 100;

  /** A look takes so long at most, also where a share group is joined first. */
  private static final Duration LOOK = Duration.ofSeconds(10);

  private final JsonRequest request;
  private final Function<Context, List<HandOut.Queue>> path;
  private final HandOut handOut;
  private final AnswerLater later;
  private final QueueSettings settings;

  /**
   * Reserves along these steps.
   *
   * @param path the queues that a call names, in their order
   */
  public ReserveJobs(
      JsonRequest request,
      Function<Context, List<HandOut.Queue>> path,
      HandOut handOut,
      AnswerLater later,
      QueueSettings settings) {
    this.request = request;
    this.path = path;
    this.handOut = handOut;
    this.later = later;
    this.settings = settings;
  }

  private record Wish(int count, Duration patience, long leaseMs) {}

  /** Handles the call. */
  public void post(Context ctx) {
    Parameters.of(ctx, Set.of());
    var queues = path.apply(ctx);
    later.run(
        ctx,
        claim -> {
          var wish = wish(ctx, claim);
          handOut.check(queues);
          var call = new WaitingCall(wish.count(), wish.leaseMs());
          endInTime(call, wish.patience());
          Departure.of(ctx, () -> handOut.leave(call, queues));
          handOut.await(call, queues, wish.patience());
          return new AnswerLater.Pending<>(call.answer(), given -> write(ctx, call, given));
        });
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

  /** The timer is forgotten as soon as there is an answer. */
  private static void endInTime(WaitingCall call, Duration wait) {
    var time = wait.isZero() ? LOOK : wait;
    var over = new CompletableFuture<Void>();
    var unused =
        over.completeOnTimeout(null, time.toMillis(), TimeUnit.MILLISECONDS).thenRun(call::end);
    var unusedEnd = call.answer().thenRun(() -> over.complete(null));
  }

  private void write(Context ctx, WaitingCall call, List<Held> given) {
    if (Departure.hasLeft(ctx) || !call.begin()) {
      return; // nobody is there to read it
    }
    Departure.ifUnread(ctx, () -> handOut.giveBack(given));
    handOut.handedOut(given.size());
    var json = JsonNodeFactory.instance.objectNode();
    var jobs = json.putArray("jobs");
    given.forEach(held -> jobs.add(HeldJson.of(held)));
    QueryAnswer.json(ctx, json);
  }
}
