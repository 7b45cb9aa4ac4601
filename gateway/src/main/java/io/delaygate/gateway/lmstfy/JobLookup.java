package io.delaygate.gateway.lmstfy;

import io.delaygate.gateway.access.AccessGuard;
import io.delaygate.gateway.http.CallTrace;
import io.delaygate.gateway.queues.PeekHandler;
import io.delaygate.gateway.queues.QueueDispatcher;
import io.delaygate.gateway.schedulers.FoundJob;
import io.delaygate.gateway.schedulers.QueueJobState;
import io.delaygate.schemas.contract.JobId;
import io.javalin.http.Context;
import java.util.Iterator;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

/** Lookup of jobs and queue counts at the schedulers. Thread-safe. */
record JobLookup(LmstfyPool pool) {
  /** A job that is younger than this may not have reached the scheduler yet. */
  private static final long YOUNG_MS = 1_000;

  private static final long AGAIN_MS = 50;

  /** Jobs listed per lookup: the first ones may have ended before they are read. */
  private static final int HEADS = 10;

  /** A pending or ended job; empty if it is not known. Also finds a job that was just published. */
  CompletableFuture<Optional<FoundJob>> job(CallTrace call, JobId id) {
    return pool.get()
        .look(call, id)
        .thenCompose(
            seen ->
                seen.isEmpty() && isYoung(id.local())
                    ? CompletableFuture.runAsync(
                            () -> {},
                            CompletableFuture.delayedExecutor(AGAIN_MS, TimeUnit.MILLISECONDS))
                        .thenCompose(nothing -> job(call, id))
                    : CompletableFuture.completedFuture(seen));
  }

  private boolean isYoung(String id) {
    var ageMs =
        UlidGenerator.isOne(id) ? pool.clock().millis() - UlidGenerator.madeMs(id) : Long.MAX_VALUE;
    return Math.abs(ageMs) < YOUNG_MS;
  }

  /** The first job of a queue in a state; empty if no job is in it. */
  CompletableFuture<Optional<FoundJob>> first(
      Context ctx, QueueDispatcher.Queue queue, QueueJobState state) {
    if (LmstfyPath.isNamedAfterJob(queue.name())) {
      return reply(ctx, queue.name(), state);
    }
    var call = CallTrace.of(ctx);
    var heads =
        new PeekHandler.Heads(queue.topic(), state, AccessGuard.caller(ctx).namespace(), HEADS);
    return pool.queues()
        .peek()
        .heads(call, heads)
        .thenCompose(ids -> first(call, ids.iterator(), state));
  }

  private CompletableFuture<Optional<FoundJob>> first(
      CallTrace call, Iterator<String> ids, QueueJobState state) {
    if (!ids.hasNext()) {
      return CompletableFuture.completedFuture(Optional.empty());
    }
    return pool.get()
        .look(call, new JobId(ids.next()))
        .thenCompose(
            seen ->
                seen.filter(job -> isIn(state, job)).isPresent()
                    ? CompletableFuture.completedFuture(seen)
                    : first(call, ids, state));
  }

  private static boolean isIn(QueueJobState state, FoundJob job) {
    return job.isThere() && job.state().equals(state.job().name());
  }

  /** Number of jobs of a queue in a state. */
  CompletableFuture<Long> count(Context ctx, QueueDispatcher.Queue queue, QueueJobState state) {
    return LmstfyPath.isNamedAfterJob(queue.name())
        ? reply(ctx, queue.name(), state).thenApply(seen -> seen.isPresent() ? 1L : 0L)
        : pool.queues().counts().count(CallTrace.of(ctx), queue.topic(), state);
  }

  private CompletableFuture<Optional<FoundJob>> reply(
      Context ctx, String queue, QueueJobState state) {
    var id = AccessGuard.caller(ctx).ids().existing(LmstfyPath.reply(queue));
    return pool.get()
        .look(CallTrace.of(ctx), id)
        .thenApply(seen -> seen.filter(job -> isIn(state, job)));
  }
}
