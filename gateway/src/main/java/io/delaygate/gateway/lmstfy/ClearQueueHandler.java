package io.delaygate.gateway.lmstfy;

import io.delaygate.gateway.http.Problem;
import io.delaygate.gateway.http.ProblemMapper;
import io.delaygate.gateway.jobs.BulkKind;
import io.delaygate.schemas.contract.DelayHeader;
import io.delaygate.schemas.contract.ReasonCode;
import io.delaygate.schemas.contract.TextHeader;
import io.javalin.http.Context;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.apache.kafka.common.header.Header;
import org.eclipse.jetty.http.HttpStatus;

/**
 * Handler of {@code DELETE /api/:ns/:queue}, {@code PUT} and {@code DELETE
 * /api/:ns/:queue/deadletter}: deletes a queue, and respawns or deletes dead letters. A call runs
 * for some seconds at most. If some jobs are left then, the answer makes clients repeat the call.
 */
record ClearQueueHandler(LmstfyPool pool, AckHandler ack) {
  /** Deletes all jobs, including those that are not due and those that workers have reserved. */
  void destroy(Context ctx) {
    var queue = pool.queue(ctx);
    pool.answer(
        ctx,
        claim ->
            LmstfyPath.isNamedAfterJob(queue.name())
                ? ack.end(ctx, queue.name(), LmstfyPath.reply(queue.name()))
                    .thenApply(told -> told.isEmpty())
                : pool.queues()
                    .bulk()
                    .delete(ctx, queue.topic())
                    .thenApply(told -> told.path("deleted").booleanValue()),
        isGone -> write(ctx, isGone));
  }

  /** Respawns the oldest dead letters, each for one attempt. */
  void respawn(Context ctx) {
    var limit = limit(ctx);
    var ttl = QueryNumbers.of(ctx, "ttl", PublishRequest.USUAL_TTL, 0, QueryNumbers.UINT32);
    var headers = new ArrayList<Header>();
    headers.add(TextHeader.of(DelayHeader.MAX_ATTEMPTS, "1"));
    if (ttl > 0) {
      var ttlMs = Duration.ofSeconds(ttl).toMillis();
      headers.add(TextHeader.of(DelayHeader.TTL_MS, Long.toString(ttlMs)));
    }
    letters(ctx, BulkKind.KICK, limit, headers);
  }

  /** Deletes the oldest dead letters. */
  void discard(Context ctx) {
    letters(ctx, BulkKind.DISCARD, limit(ctx), List.of());
  }

  /** An unfinished reply is a dead letter of the queue of all replies, not of its own queue. */
  private void letters(Context ctx, BulkKind kind, int limit, List<Header> headers) {
    var queue = pool.queue(ctx);
    var isRespawn = kind == BulkKind.KICK;
    pool.answer(
        ctx,
        claim ->
            LmstfyPath.isNamedAfterJob(queue.name())
                ? CompletableFuture.completedFuture(LmstfyJsonWriter.object().put("done", true))
                : pool.queues().bulk().letters(ctx, queue.topic(), kind, limit, headers),
        told -> {
          var count = told.path(isRespawn ? "kicked" : "discarded").intValue();
          if (isRespawn) {
            var json = LmstfyJsonWriter.object().put("count", count).put("msg", "respawned");
            LmstfyJsonWriter.write(ctx, HttpStatus.OK_200, json);
          } else {
            write(ctx, count == limit || told.path("done").booleanValue());
          }
        });
  }

  private static void write(Context ctx, boolean isDone) {
    if (isDone) {
      LmstfyJsonWriter.empty(ctx, HttpStatus.NO_CONTENT_204);
    } else {
      ProblemMapper.write(
          ctx, Problem.of(ReasonCode.UNAVAILABLE, "some jobs are left; repeat the call"));
    }
  }

  private static int limit(Context ctx) {
    return (int) Math.min(Integer.MAX_VALUE, QueryNumbers.of(ctx, "limit", 1, 1, Long.MAX_VALUE));
  }
}
