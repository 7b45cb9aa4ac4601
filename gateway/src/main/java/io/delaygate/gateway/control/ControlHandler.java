package io.delaygate.gateway.control;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import io.delaygate.gateway.http.AsyncResponder;
import io.delaygate.gateway.http.BodyReader;
import io.delaygate.gateway.http.CallTrace;
import io.delaygate.gateway.http.InflightBytes;
import io.delaygate.gateway.http.QueryParameters;
import io.delaygate.gateway.http.RequestHeaders;
import io.delaygate.gateway.payload.DefaultsRequest;
import io.delaygate.gateway.payload.JobBody;
import io.delaygate.gateway.publish.StoredCommandResponder;
import io.delaygate.gateway.schedulers.QueryResponder;
import io.delaygate.schemas.command.DefaultsParser;
import io.delaygate.schemas.topics.EndpointName;
import io.delaygate.service.control.ControlKey.Kind;
import io.delaygate.service.control.TargetPause;
import io.javalin.http.Context;
import io.javalin.http.Handler;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Function;

/**
 * Handler of decisions about targets: {@code POST /v1/topics/{topic}/pause} and {@code resume},
 * {@code PUT} and {@code DELETE} of {@code rate}, {@code defaults} and {@code alarm}; {@code POST
 * /v1/queues/{queue}/pause} and {@code resume}. Answers when the decision is stored, with the
 * earlier decisions and the new one on top: this gateway reads it a moment later, as all others do.
 * A target need not exist. {@code GET /v1/control} and {@code /v1/topics/{topic}/control} show the
 * decisions that this gateway has read.
 */
public record ControlHandler(
    BodyReader request,
    DefaultsParser defaults,
    ControlCache known,
    ControlWriter topic,
    AsyncResponder later) {
  /** Shows every topic and queue that has a decision, by name; endpoints have their own call. */
  public void all(Context ctx) {
    QueryParameters.of(ctx, Set.of());
    var json = JsonNodeFactory.instance.objectNode();
    var targets = json.putArray("targets");
    var nowMs = known.nowMs();
    new TreeMap<>(known.view().targets())
        .forEach(
            (name, control) -> {
              if (!EndpointName.isTarget(name)) {
                targets.add(ControlJson.of(ControlSubject.ofTopic(name), control, nowMs));
              }
            });
    QueryResponder.json(ctx, json);
  }

  /** Shows one target, existing or not. */
  public void one(Context ctx) {
    QueryParameters.of(ctx, Set.of());
    var subject = ControlSubject.topic(ctx);
    QueryResponder.json(ctx, ControlJson.of(subject, known.of(subject.topic()), known.nowMs()));
  }

  /**
   * The handler that pauses deliveries, until they are resumed or for the time that the body names.
   *
   * @param subject of a call
   */
  public Handler pauses(Function<Context, ControlSubject> subject) {
    return ctx -> pause(ctx, subject.apply(ctx));
  }

  private void pause(Context ctx, ControlSubject subject) {
    decide(
        ctx,
        subject,
        claim -> {
          var forMs = BodyReader.isEmpty(ctx) ? null : ControlDecision.pauseMs(body(ctx, claim));
          return ControlDecision.pause(
              forMs == null ? TargetPause.FOR_EVER : known.nowMs() + forMs,
              CallTrace.of(ctx).actor());
        });
  }

  /** Sets the highest delivery rate of the target. */
  public void rate(Context ctx) {
    decide(ctx, claim -> ControlDecision.rate(body(ctx, claim), topic.partitionsOfCommands()));
  }

  /** Sets the defaults for jobs of the target. */
  public void defaults(Context ctx) {
    decide(
        ctx,
        claim -> {
          var draft = DefaultsRequest.of(body(ctx, claim));
          return ControlDecision.defaults(draft, draft.judge(defaults));
        });
  }

  /** Sets the thresholds of the target's failure alarm. */
  public void alarm(Context ctx) {
    decide(ctx, claim -> ControlDecision.alarm(body(ctx, claim)));
  }

  /**
   * The handler that takes back a decision.
   *
   * @param subject of a call
   */
  public Handler takesBack(Kind kind, Function<Context, ControlSubject> subject) {
    return ctx -> decide(ctx, subject.apply(ctx), claim -> ControlDecision.none(kind));
  }

  private void decide(Context ctx, Function<InflightBytes.Claim, ControlDecision> draft) {
    decide(ctx, ControlSubject.topic(ctx), draft);
  }

  private void decide(
      Context ctx, ControlSubject subject, Function<InflightBytes.Claim, ControlDecision> draft) {
    QueryParameters.of(ctx, Set.of());
    RequestHeaders.refuseIfMatch(
        ctx, "decisions about targets have no versions; leave the condition out");
    var target = subject.topic();
    later.run(
        ctx,
        claim -> {
          var decision = draft.apply(claim);
          // a control topic that was not seen yet must not be created by the first record sent
          var before = known.of(target);
          return StoredCommandResponder.pending(
              ctx,
              topic.send(CallTrace.of(ctx).actor(), target, decision),
              stored -> {
                var after = decision.change().after(before, stored.timestampMs());
                QueryResponder.json(ctx, ControlJson.of(subject, after, known.nowMs()));
              });
        });
  }

  private JobBody body(Context ctx, InflightBytes.Claim claim) {
    return JobBody.parse(request.json(ctx, claim));
  }
}
