package io.delaygate.gateway.lmstfy;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.delaygate.gateway.access.AccessGuard;
import io.delaygate.gateway.http.AsyncResponder;
import io.delaygate.gateway.http.CallTrace;
import io.delaygate.gateway.http.InflightBytes;
import io.delaygate.gateway.http.Problem;
import io.delaygate.gateway.http.ProblemMapper;
import io.delaygate.gateway.http.RequestHeaders;
import io.delaygate.gateway.jobs.CommandSteps;
import io.delaygate.gateway.jobs.IdempotencyKey;
import io.delaygate.gateway.payload.CommandValidator.Understood;
import io.delaygate.gateway.payload.ScheduleRequest;
import io.delaygate.gateway.publish.PublishResult;
import io.delaygate.schemas.contract.Limits;
import io.delaygate.schemas.job.Actor;
import io.javalin.http.Context;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.eclipse.jetty.http.HttpStatus;
import org.jspecify.annotations.Nullable;

/**
 * Handler of {@code PUT /api/:ns/:queue}, {@code /bulk} and {@code /job/:id}: publishes jobs, and
 * answers when they are stored.
 */
final class PublishHandler {
  /** Largest body of one job. */
  static final int BODY_BYTES = Limits.PAYLOAD_BYTES;

  private final LmstfyPool pool;
  private final CommandSteps steps;
  private final AckHandler ack;
  private final int bulkBytes;
  private final UlidGenerator forms;

  /** Step that follows when it is known whether the job of an id is stored. */
  private interface Following {
    CompletableFuture<Optional<Problem>> after(
        CompletableFuture<Optional<Problem>> sent, String id);
  }

  /**
   * Handles calls of that pool.
   *
   * @param bulkBytes the largest body of a bulk
   */
  PublishHandler(LmstfyPool pool, AckHandler ack, int bulkBytes) {
    this.pool = pool;
    this.steps = pool.steps();
    this.ack = ack;
    this.bulkBytes = bulkBytes;
    this.forms = new UlidGenerator(pool.random());
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
              var id = judged.get(0).schedule().id().local();
              var json = LmstfyJsonWriter.object().put("job_id", id);
              return new AsyncResponder.Pending<>(
                  then.after(sendAll(ctx, judged), id), problem -> write(ctx, problem, json));
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
          "a bulk publish cannot have an Idempotency-Key; publish the jobs one by one to use it");
    }
    steps.later().run(ctx, claim -> bulk(ctx, place, wanted, claim));
  }

  private AsyncResponder.Pending<?> bulk(
      Context ctx, LmstfyPath place, PublishRequest wanted, InflightBytes.Claim claim) {
    var bodies = BulkBodies.of(steps.bodies().read(ctx, claim, bulkBytes), BODY_BYTES);
    if (bodies.size() > 1 && LmstfyPath.isNamedAfterJob(place.queue())) {
      throw LmstfyError.invalid("a queue that is named after a job can have only that one job");
    }
    var all = judge(ctx, place, wanted, bodies);
    var json = LmstfyJsonWriter.object();
    var list = json.putArray("job_ids");
    all.forEach(one -> list.add(one.schedule().id().local()));
    return new AsyncResponder.Pending<>(sendAll(ctx, all), problem -> write(ctx, problem, json));
  }

  private List<Understood> judge(
      Context ctx, LmstfyPath place, PublishRequest wanted, List<byte[]> bodies) {
    var topic = LmstfyPath.queue(ctx, pool.names(), place.queue()).topic();
    var drafts =
        bodies.stream()
            .map(body -> named(ctx, place, wanted.draft(topic, body, CallTrace.of(ctx))))
            .toList();
    var all = steps.validator().judge(AccessGuard.caller(ctx), drafts);
    all.forEach(
        one ->
            steps
                .commands()
                .checkSize(one.schedule().id(), one.draft().headers(), one.draft().value()));
    return all;
  }

  /**
   * The request with its id: usually a new one; in a queue that is named after a job, the id that
   * its consumers look for; with an {@code Idempotency-Key}, the id derived from it. A job that
   * already exists under an id that is not new stays as it is, unless the call replaces that very
   * job: it would be acknowledged, and both jobs would be gone.
   */
  private ScheduleRequest named(Context ctx, LmstfyPath place, ScheduleRequest draft) {
    var given = given(ctx, place.queue());
    if (given == null) {
      var of = AccessGuard.caller(ctx).ids();
      return draft.named(pool.ids().next(of, tried -> forms.next(pool.clock().millis())));
    }
    var named = draft.named(given);
    return place.job().filter(given::equals).isPresent()
        ? named
        : IdempotencyKey.ignoringKnown(named);
  }

  private static @Nullable String given(Context ctx, String queue) {
    if (LmstfyPath.isNamedAfterJob(queue)) {
      return LmstfyPath.reply(queue);
    }
    var key = RequestHeaders.idempotencyKey(ctx);
    return key == null ? null : IdempotencyKey.id(key);
  }

  private CompletableFuture<PublishResult> send(Actor by, Understood job) {
    var draft = job.draft();
    return steps.commands().send(by, job.schedule().id(), draft.headers(), draft.value());
  }

  /** Sends all jobs. Returns the problem of one that is not stored; empty if all are. */
  private CompletableFuture<Optional<Problem>> sendAll(Context ctx, List<Understood> all) {
    var by = CallTrace.of(ctx).actor();
    return PublishResult.firstUnstored(all.stream().map(job -> send(by, job)).toList())
        .thenApply(failed -> failed.map(PublishResult::problem));
  }
}
