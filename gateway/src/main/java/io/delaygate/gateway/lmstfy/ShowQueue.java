package io.delaygate.gateway.lmstfy;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.delaygate.gateway.access.Access;
import io.delaygate.gateway.http.CallTrace;
import io.delaygate.gateway.queues.HandOut;
import io.delaygate.gateway.schedulers.QueryAnswer;
import io.delaygate.gateway.schedulers.QueueState;
import io.delaygate.gateway.schedulers.SeenJob;
import io.delaygate.schemas.topics.TopicNames;
import io.javalin.http.Context;
import io.javalin.http.Handler;
import java.time.Clock;
import java.util.Optional;
import org.eclipse.jetty.http.HttpStatus;

/** {@code GET} of a queue's {@code peek}, {@code size}, {@code job/:id} and {@code deadletter}. */
final class ShowQueue {
  private final LookAtJobs look;
  private final QueryAnswer answer;
  private final TopicNames names;
  private final Clock clock;

  /**
   * Shows what it sees.
   *
   * @param clock what ages are told by
   */
  ShowQueue(LookAtJobs look, QueryAnswer answer, TopicNames names, Clock clock) {
    this.look = look;
    this.answer = answer;
    this.names = names;
    this.clock = clock;
  }

  /** The next job of the queue. */
  void peek(Context ctx) {
    var queue = queue(ctx);
    answer.run(
        ctx,
        claim -> look.first(ctx, queue, QueueState.READY),
        seen -> write(ctx, queue, seen, "the queue is empty"));
  }

  /** One job, whatever its state; of another queue it is none. */
  void job(Context ctx) {
    var queue = queue(ctx);
    var named = Place.of(ctx).rest().get(1);
    answer.run(
        ctx,
        claim -> look.job(CallTrace.of(ctx), Access.caller(ctx).ids().existing(named)),
        seen ->
            write(
                ctx,
                queue,
                seen.filter(job -> job.isThere() && job.topic().equals(queue.topic()))
                    .filter(job -> Place.mayHave(queue.name(), named)),
                "job not found"));
  }

  /** How many are in a state. */
  Handler size(QueueState state) {
    return ctx -> {
      var queue = queue(ctx);
      answer.run(
          ctx,
          claim -> look.count(ctx, queue, state),
          count -> {
            var json = named(ctx, Answers.object(), queue).put("size", count);
            Answers.write(ctx, HttpStatus.OK_200, json);
          });
    };
  }

  /** The oldest dead letter, and how many there are. */
  void letters(Context ctx) {
    var queue = queue(ctx);
    answer.run(
        ctx,
        claim ->
            look.first(ctx, queue, QueueState.DEAD)
                .thenCombine(
                    look.count(ctx, queue, QueueState.DEAD),
                    (first, count) ->
                        Answers.object()
                            .put("deadletter_head", first.map(ShowQueue::id).orElse(""))
                            .put("deadletter_size", count)),
        json -> Answers.write(ctx, HttpStatus.OK_200, named(ctx, json, queue)));
  }

  private HandOut.Queue queue(Context ctx) {
    return Place.queue(ctx, names, Place.of(ctx).queue());
  }

  private static ObjectNode named(Context ctx, ObjectNode json, HandOut.Queue queue) {
    return json.put("namespace", Access.caller(ctx).namespace()).put("queue", queue.name());
  }

  private void write(Context ctx, HandOut.Queue queue, Optional<SeenJob> seen, String none) {
    if (seen.isEmpty()) {
      Answers.write(ctx, HttpStatus.NOT_FOUND_404, Answers.error(none));
      return;
    }
    var jobs = new JobObject(Access.caller(ctx).namespace(), clock.millis());
    var json = jobs.seen(queue.name(), id(seen.get()), seen.get());
    Answers.write(ctx, HttpStatus.OK_200, json);
  }

  private static String id(SeenJob job) {
    return job.id().local();
  }
}
