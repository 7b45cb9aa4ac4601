package io.delaygate.gateway.lmstfy;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.delaygate.gateway.access.AccessGuard;
import io.delaygate.gateway.http.CallTrace;
import io.delaygate.gateway.queues.QueueDispatcher;
import io.delaygate.gateway.schedulers.FoundJob;
import io.delaygate.gateway.schedulers.QueueJobState;
import io.javalin.http.Context;
import io.javalin.http.Handler;
import java.util.Optional;
import org.eclipse.jetty.http.HttpStatus;

/**
 * Handler of {@code GET} of a queue's {@code peek}, {@code size}, {@code job/:id} and {@code
 * deadletter}.
 */
record ShowQueueHandler(LmstfyPool pool, JobLookup look) {
  /** Answers with the next job of the queue. */
  void peek(Context ctx) {
    var queue = pool.queue(ctx);
    pool.answer(
        ctx,
        claim -> look.first(ctx, queue, QueueJobState.READY),
        seen -> write(ctx, queue, seen, "the queue is empty"));
  }

  /** Answers with a job in any state; 404 if it belongs to another queue. */
  void job(Context ctx) {
    var queue = pool.queue(ctx);
    var named = LmstfyPath.of(ctx).rest().get(1);
    pool.answer(
        ctx,
        claim -> look.job(CallTrace.of(ctx), AccessGuard.caller(ctx).ids().existing(named)),
        seen ->
            write(
                ctx,
                queue,
                seen.filter(job -> job.isThere() && job.topic().equals(queue.topic()))
                    .filter(job -> LmstfyPath.mayHave(queue.name(), named)),
                "job not found"));
  }

  /** Handler that answers with the number of jobs in a state. */
  Handler size(QueueJobState state) {
    return ctx -> {
      var queue = pool.queue(ctx);
      pool.answer(
          ctx,
          claim -> look.count(ctx, queue, state),
          count -> {
            var json = named(ctx, LmstfyJsonWriter.object(), queue).put("size", count);
            LmstfyJsonWriter.write(ctx, HttpStatus.OK_200, json);
          });
    };
  }

  /** Answers with the oldest dead letter, and the number of dead letters. */
  void letters(Context ctx) {
    var queue = pool.queue(ctx);
    pool.answer(
        ctx,
        claim ->
            look.first(ctx, queue, QueueJobState.DEAD)
                .thenCombine(
                    look.count(ctx, queue, QueueJobState.DEAD),
                    (first, count) ->
                        LmstfyJsonWriter.object()
                            .put("deadletter_head", first.map(ShowQueueHandler::id).orElse(""))
                            .put("deadletter_size", count)),
        json -> LmstfyJsonWriter.write(ctx, HttpStatus.OK_200, named(ctx, json, queue)));
  }

  private static ObjectNode named(Context ctx, ObjectNode json, QueueDispatcher.Queue queue) {
    return json.put("namespace", AccessGuard.caller(ctx).namespace()).put("queue", queue.name());
  }

  private void write(
      Context ctx, QueueDispatcher.Queue queue, Optional<FoundJob> seen, String none) {
    if (seen.isEmpty()) {
      LmstfyJsonWriter.write(ctx, HttpStatus.NOT_FOUND_404, LmstfyJsonWriter.error(none));
      return;
    }
    var jobs = new JobObject(AccessGuard.caller(ctx).namespace(), pool.clock().millis());
    var json = jobs.seen(queue.name(), id(seen.get()), seen.get());
    LmstfyJsonWriter.write(ctx, HttpStatus.OK_200, json);
  }

  private static String id(FoundJob job) {
    return job.id().local();
  }
}
