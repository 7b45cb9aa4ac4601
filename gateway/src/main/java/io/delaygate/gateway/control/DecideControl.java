package io.delaygate.gateway.control;

import io.delaygate.gateway.http.AnswerLater;
import io.delaygate.gateway.http.InflightBytes;
import io.delaygate.gateway.http.JsonRequest;
import io.delaygate.gateway.http.Parameters;
import io.delaygate.gateway.http.RequestHeaders;
import io.delaygate.gateway.payload.DefaultsDraft;
import io.delaygate.gateway.payload.JobBody;
import io.delaygate.gateway.publish.StoredAnswer;
import io.delaygate.gateway.schedulers.QueryAnswer;
import io.delaygate.schemas.command.DefaultsParser;
import io.delaygate.service.control.ControlKey.Kind;
import io.delaygate.service.control.Pause;
import io.javalin.http.Context;
import io.javalin.http.Handler;
import java.util.Set;
import java.util.function.Function;

/**
 * {@code POST /v1/topics/{topic}/pause} and {@code resume}, {@code PUT} and {@code DELETE} of
 * {@code rate}, {@code defaults} and {@code alarm}; {@code POST /v1/queues/{queue}/pause} and
 * {@code resume}. Answered when the decision is stored, with what was known to be decided and the
 * decision on top: this gateway reads it a moment later, as all others do. A target need not exist.
 */
public final class DecideControl {
  private final JsonRequest request;
  private final DefaultsParser defaults;
  private final KnownControl known;
  private final ControlTopic topic;
  private final AnswerLater later;

  /** Decides along these steps. */
  public DecideControl(
      JsonRequest request,
      DefaultsParser defaults,
      KnownControl known,
      ControlTopic topic,
      AnswerLater later) {
    this.request = request;
    this.defaults = defaults;
    this.known = known;
    this.topic = topic;
    this.later = later;
  }

  /**
   * The handler of calls after which nothing is delivered any more, or for the time that the body
   * names.
   *
   * @param subject of a call
   */
  public Handler pauses(Function<Context, Subject> subject) {
    return ctx -> pause(ctx, subject.apply(ctx));
  }

  /** The same for targets. */
  public Handler pauses() {
    return pauses(Subject::topic);
  }

  private void pause(Context ctx, Subject subject) {
    decide(
        ctx,
        subject,
        claim -> {
          var forMs = request.isEmpty(ctx) ? null : DecisionBody.pauseMs(body(ctx, claim));
          return Decision.pause(forMs == null ? Pause.FOR_EVER : known.nowMs() + forMs);
        });
  }

  /** Sets how often the target is delivered to at most. */
  public void rate(Context ctx) {
    decide(
        ctx,
        claim -> {
          var body = body(ctx, claim);
          return Decision.rate(DecisionBody.perSecond(body, topic.partitionsOfCommands()));
        });
  }

  /** Sets how jobs of the target are treated that do not say it. */
  public void defaults(Context ctx) {
    decide(
        ctx,
        claim -> {
          var draft = DefaultsDraft.of(body(ctx, claim));
          return Decision.defaults(draft, draft.judge(defaults));
        });
  }

  /** Sets which failures of the target are too many. */
  public void alarm(Context ctx) {
    decide(ctx, claim -> Decision.alarm(DecisionBody.alarm(body(ctx, claim))));
  }

  /** The handler that takes a decision about a target back. */
  public Handler takesBack(Kind kind) {
    return takesBack(kind, Subject::topic);
  }

  /**
   * The handler that takes a decision back.
   *
   * @param subject of a call
   */
  public Handler takesBack(Kind kind, Function<Context, Subject> subject) {
    return ctx -> decide(ctx, subject.apply(ctx), claim -> Decision.none(kind));
  }

  private void decide(Context ctx, Function<InflightBytes.Claim, Decision> draft) {
    decide(ctx, Subject.topic(ctx), draft);
  }

  private void decide(Context ctx, Subject subject, Function<InflightBytes.Claim, Decision> draft) {
    Parameters.of(ctx, Set.of());
    RequestHeaders.refuseIfMatch(ctx, "decisions about targets have no versions");
    var target = subject.topic();
    later.run(
        ctx,
        claim -> {
          var decision = draft.apply(claim);
          // a topic that nobody has seen yet must not be made by the first record that is sent
          var before = known.of(target);
          return StoredAnswer.pending(
              ctx,
              topic.send(target, decision),
              stored -> {
                var after = decision.change().after(before, stored.timestampMs());
                QueryAnswer.json(ctx, ControlJson.of(subject, after, known.nowMs()));
              });
        });
  }

  private JobBody body(Context ctx, InflightBytes.Claim claim) {
    return JobBody.parse(request.read(ctx, claim));
  }
}
