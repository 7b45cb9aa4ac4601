package io.delaygate.gateway.lmstfy;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.delaygate.gateway.access.AccessGuard;
import io.delaygate.gateway.http.AsyncResponder;
import io.delaygate.gateway.http.BodyReader;
import io.delaygate.gateway.http.CallTrace;
import io.delaygate.gateway.http.InflightBytes;
import io.delaygate.gateway.http.Problem;
import io.delaygate.gateway.http.ProblemMapper;
import io.delaygate.gateway.http.RequestHeaders;
import io.delaygate.gateway.payload.CommandValidator;
import io.delaygate.gateway.payload.ScheduleRequest;
import io.delaygate.gateway.publish.CommandRouter;
import io.delaygate.gateway.publish.PublishResult;
import io.delaygate.schemas.command.Command;
import io.delaygate.schemas.contract.Limits;
import io.delaygate.schemas.topics.TopicNames;
import io.javalin.http.Context;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.stream.IntStream;
import org.eclipse.jetty.http.HttpStatus;

/**
 * Handler of {@code PUT /api/:ns/:queue}, {@code /bulk} and {@code /job/:id}: publishes jobs, and
 * answers when they are stored.
 */
final class PublishHandler {
  /** Largest body of one job. */
  static final int BODY_BYTES = Limits.PAYLOAD_BYTES;

  private final Steps steps;
  private final PublishIds ids;
  private final AckHandler ack;

  /**
   * Components that a publish uses.
   *
   * @param threads may block
   * @param bulkBytes the largest body of a bulk
   */
  record Steps(
      BodyReader bodies,
      CommandValidator validator,
      CommandRouter commands,
      AsyncResponder later,
      Executor threads,
      TopicNames names,
      int bulkBytes) {}

  /** A validated job, ready to be sent. */
  private record Judged(Command.Schedule command, ScheduleRequest draft) {}

  /** Step that follows when it is known whether the job of an id is stored. */
  private interface Following {
    CompletableFuture<Optional<Problem>> after(
        CompletableFuture<Optional<Problem>> sent, String id);
  }

  /** Creates the handler. */
  PublishHandler(Steps steps, PublishIds ids, AckHandler ack) {
    this.steps = steps;
    this.ids = ids;
    this.ack = ack;
  }

  /** Publishes one job. */
  void put(Context ctx) {
    publish(ctx, (sent, id) -> sent);
  }

  /**
   * Publishes a job in the place of another one, which is acknowledged when the new one is stored.
   * After a failure between the two steps both jobs exist; none is lost.
   */
  void again(Context ctx) {
    var threads = CallTrace.of(ctx).within(steps.threads());
    publish(
        ctx,
        (sent, id) ->
            sent.thenComposeAsync(
                problem ->
                    problem.isEmpty()
                        ? ack.endReplaced(ctx, id)
                        : CompletableFuture.completedFuture(problem),
                threads));
  }

  private void publish(Context ctx, Following then) {
    var place = LmstfyPath.of(ctx);
    var wanted = PublishRequest.of(ctx);
    steps
        .later()
        .run(
            ctx,
            claim -> {
              var body = steps.bodies().read(ctx, claim, BODY_BYTES);
              var judged = judge(ctx, place, wanted, List.of(body));
              var id = judged.get(0).command().id().local();
              var json = LmstfyJsonWriter.object().put("job_id", id);
              return new AsyncResponder.Pending<>(
                  then.after(sendAll(judged), id), problem -> write(ctx, problem, json));
            });
  }

  private static void write(Context ctx, Optional<Problem> problem, ObjectNode json) {
    problem.ifPresentOrElse(
        why -> ProblemMapper.write(ctx, why),
        () -> LmstfyJsonWriter.write(ctx, HttpStatus.CREATED_201, json.put("msg", "published")));
  }

  /** Publishes many jobs; nothing is sent before all are validated. */
  void bulk(Context ctx) {
    var place = LmstfyPath.of(ctx);
    var wanted = PublishRequest.of(ctx);
    if (RequestHeaders.idempotencyKey(ctx) != null) {
      throw LmstfyError.invalid(
          "a bulk takes no Idempotency-Key: which of its jobs would it name?");
    }
    steps.later().run(ctx, claim -> bulk(ctx, place, wanted, claim));
  }

  private AsyncResponder.Pending<?> bulk(
      Context ctx, LmstfyPath place, PublishRequest wanted, InflightBytes.Claim claim) {
    var bodies = BulkBodies.of(steps.bodies().read(ctx, claim, steps.bulkBytes()), BODY_BYTES);
    if (bodies.size() > 1 && LmstfyPath.isNamedAfterJob(place.queue())) {
      throw LmstfyError.invalid("a queue that is named after a job has one job");
    }
    var all = judge(ctx, place, wanted, bodies);
    var json = LmstfyJsonWriter.object();
    var list = json.putArray("job_ids");
    all.forEach(one -> list.add(one.command().id().local()));
    return new AsyncResponder.Pending<>(sendAll(all), problem -> write(ctx, problem, json));
  }

  private List<Judged> judge(
      Context ctx, LmstfyPath place, PublishRequest wanted, List<byte[]> bodies) {
    var topic = LmstfyPath.queue(ctx, steps.names(), place.queue()).topic();
    var drafts =
        bodies.stream()
            .map(body -> ids.named(ctx, place, wanted.draft(topic, body, CallTrace.of(ctx))))
            .toList();
    var commands = steps.validator().judge(AccessGuard.caller(ctx), drafts);
    var all =
        IntStream.range(0, drafts.size())
            .mapToObj(i -> new Judged(commands.get(i), drafts.get(i)))
            .toList();
    all.forEach(
        one ->
            steps
                .commands()
                .checkSize(one.command().id(), one.draft().headers(), one.draft().value()));
    return all;
  }

  private CompletableFuture<PublishResult> send(Judged job) {
    return steps.commands().send(job.command().id(), job.draft().headers(), job.draft().value());
  }

  /** Sends all jobs. Returns the problem of one that is not stored; empty if all are. */
  private CompletableFuture<Optional<Problem>> sendAll(List<Judged> all) {
    var sent = all.stream().map(this::send).toList();
    return CompletableFuture.allOf(sent.toArray(CompletableFuture<?>[]::new))
        .thenApply(
            nothing ->
                sent.stream()
                    .map(CompletableFuture::join)
                    .filter(one -> !(one instanceof PublishResult.Stored))
                    .findFirst()
                    .map(PublishResult::problem));
  }
}
