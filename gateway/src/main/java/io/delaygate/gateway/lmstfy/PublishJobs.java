package io.delaygate.gateway.lmstfy;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.delaygate.gateway.access.Access;
import io.delaygate.gateway.draft.Intake;
import io.delaygate.gateway.draft.JobDraft;
import io.delaygate.gateway.problem.Problem;
import io.delaygate.gateway.problem.ProblemAnswers;
import io.delaygate.gateway.publish.AnswerLater;
import io.delaygate.gateway.publish.CommandTopic;
import io.delaygate.gateway.publish.InflightBytes;
import io.delaygate.gateway.publish.Published;
import io.delaygate.gateway.publish.Unstored;
import io.delaygate.gateway.request.RequestHeaders;
import io.delaygate.gateway.request.WholeBody;
import io.delaygate.gateway.schedule.IdempotencyKey;
import io.delaygate.gateway.trace.CallTrace;
import io.delaygate.schemas.command.Command;
import io.delaygate.schemas.topics.TopicNames;
import io.javalin.http.Context;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.function.UnaryOperator;
import org.eclipse.jetty.http.HttpStatus;

/**
 * {@code PUT /api/:ns/:queue}, {@code /bulk} and {@code /job/:id}: publishes jobs, and answers when
 * they are stored.
 */
final class PublishJobs {
  /** Of one job. */
  static final int BODY_BYTES = 1 << 20;

  private final Steps steps;
  private final JobIds ids;
  private final Clock clock;
  private final AckJob ack;

  /**
   * What a publish is made of.
   *
   * @param threads may be held up
   * @param bulkBytes the largest body of a bulk
   */
  record Steps(
      WholeBody bodies,
      Intake intake,
      CommandTopic commands,
      AnswerLater later,
      Executor threads,
      TopicNames names,
      int bulkBytes) {}

  /** A job that will be taken as it is. */
  private record Judged(Command.Schedule command, JobDraft draft) {}

  /**
   * Publishes along these steps.
   *
   * @param clock what the time in ids is read from
   */
  PublishJobs(Steps steps, JobIds ids, Clock clock, AckJob ack) {
    this.steps = steps;
    this.ids = ids;
    this.clock = clock;
    this.ack = ack;
  }

  /** Publishes one. */
  void put(Context ctx) {
    publish(ctx, sent -> sent);
  }

  /**
   * Publishes one in the place of another, which is acknowledged when the new one is stored: what
   * fails between the two is there twice, not lost.
   */
  void again(Context ctx) {
    var threads = CallTrace.of(ctx).within(steps.threads());
    publish(
        ctx,
        sent ->
            sent.thenComposeAsync(
                problem ->
                    problem.isEmpty() ? ack.end(ctx) : CompletableFuture.completedFuture(problem),
                threads));
  }

  private void publish(Context ctx, UnaryOperator<CompletableFuture<Optional<Problem>>> then) {
    var place = Place.of(ctx);
    var wanted = Publication.of(ctx);
    steps
        .later()
        .run(
            ctx,
            claim -> {
              var body = steps.bodies().read(ctx, claim, BODY_BYTES);
              var queue = Place.queue(ctx, steps.names(), place.queue());
              var draft = wanted.draft(queue.topic(), body, CallTrace.of(ctx));
              var judged = judge(ctx, place.queue(), draft);
              var json = Answers.object().put("job_id", judged.command().id().local());
              return new AnswerLater.Pending<>(
                  then.apply(sendAll(List.of(judged))), problem -> write(ctx, problem, json));
            });
  }

  private static void write(Context ctx, Optional<Problem> problem, ObjectNode json) {
    problem.ifPresentOrElse(
        why -> ProblemAnswers.write(ctx, why),
        () -> Answers.write(ctx, HttpStatus.CREATED_201, json.put("msg", "published")));
  }

  /** Publishes some; nothing is sent before all are judged. */
  void bulk(Context ctx) {
    var place = Place.of(ctx);
    var wanted = Publication.of(ctx);
    steps.later().run(ctx, claim -> bulk(ctx, place, wanted, claim));
  }

  private AnswerLater.Pending<?> bulk(
      Context ctx, Place place, Publication wanted, InflightBytes.Claim claim) {
    var bodies = BulkBodies.of(steps.bodies().read(ctx, claim, steps.bulkBytes()), BODY_BYTES);
    var queue = Place.queue(ctx, steps.names(), place.queue());
    var all = new ArrayList<Judged>();
    for (var body : bodies) {
      var draft = wanted.draft(queue.topic(), body, CallTrace.of(ctx));
      all.add(judged(ctx, draft.named(ids.next(clock.millis()))));
    }
    var json = Answers.object();
    var list = json.putArray("job_ids");
    all.forEach(one -> list.add(one.command().id().local()));
    return new AnswerLater.Pending<>(sendAll(all), problem -> write(ctx, problem, json));
  }

  private Judged judge(Context ctx, String queue, JobDraft draft) {
    if (JobIds.isOne(queue)) {
      return judged(ctx, IdempotencyKey.ignoringKnown(draft.named(Place.reply(queue))));
    }
    var key = RequestHeaders.idempotencyKey(ctx);
    return judged(
        ctx,
        key == null ? draft.named(ids.next(clock.millis())) : IdempotencyKey.apply(key, draft));
  }

  private Judged judged(Context ctx, JobDraft draft) {
    var id = draft.id() == null ? ids.next(clock.millis()) : draft.id();
    return new Judged(steps.intake().judge(Access.caller(ctx), id, draft), draft);
  }

  private CompletableFuture<Published> send(Judged job) {
    return steps.commands().send(job.command().id(), job.draft().headers(), job.draft().value());
  }

  /** Why one is not stored; empty when all are. */
  private CompletableFuture<Optional<Problem>> sendAll(List<Judged> all) {
    var sent = all.stream().map(this::send).toList();
    return CompletableFuture.allOf(sent.toArray(CompletableFuture<?>[]::new))
        .thenApply(
            nothing ->
                sent.stream()
                    .map(CompletableFuture::join)
                    .filter(one -> !(one instanceof Published.Stored))
                    .findFirst()
                    .map(Unstored::problem));
  }
}
