package io.delaygate.gateway.queues;

import static java.util.Objects.requireNonNull;

import io.delaygate.gateway.http.CallTrace;
import io.delaygate.gateway.jobs.GetJobHandler;
import io.delaygate.schemas.contract.JobId;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

/**
 * Dispatcher of single jobs that consumers of lmstfy await by their ids: it asks the schedulers for
 * them and reserves them. It polls the schedulers, so that it finds jobs that came before the
 * caller as well as later ones, from any gateway, and reads no topic. Thread-safe.
 */
public record JobByIdDispatcher(GetJobHandler get, LeaseClient leases) {
  /** Pause between the first two polls for a caller. */
  private static final Duration SHORTEST = Duration.ofMillis(100);

  /** Pause between later polls: 1,000 callers that wait for long poll 1,000 times a second. */
  private static final Duration LONGEST = Duration.ofSeconds(1);

  /**
   * Id of a job, and the queue that callers name for it.
   *
   * @param queue in which callers look for it
   */
  public record Wanted(String queue, JobId id) {}

  /**
   * Polls one job after the other until the call is answered, less and less often: a job that came
   * after ten seconds is found a second later at most.
   *
   * @param call with a length of the lease
   * @param jobs at least one
   * @param once whether the call does not wait for them
   */
  void await(PendingReserve call, List<Wanted> jobs, boolean once) {
    if (once) {
      var unused = look(call, jobs, 0).thenRun(call::end);
    } else {
      await(call, jobs, SHORTEST);
    }
  }

  private void await(PendingReserve call, List<Wanted> jobs, Duration gap) {
    var unused =
        look(call, jobs, 0)
            .thenRun(
                () -> {
                  if (!call.answer().isDone()) {
                    CompletableFuture.delayedExecutor(gap.toMillis(), TimeUnit.MILLISECONDS)
                        .execute(() -> await(call, jobs, longer(gap)));
                  }
                });
  }

  private static Duration longer(Duration gap) {
    var longer = gap.plus(gap.dividedBy(10));
    return longer.compareTo(LONGEST) > 0 ? LONGEST : longer;
  }

  private CompletableFuture<Void> look(PendingReserve call, List<Wanted> jobs, int place) {
    if (place == jobs.size() || call.wants() == 0) {
      call.settle();
      return CompletableFuture.completedFuture(null);
    }
    return take(call, jobs.get(place)).thenCompose(done -> look(call, jobs, place + 1));
  }

  private CompletableFuture<Void> take(PendingReserve call, Wanted wanted) {
    return get.look(CallTrace.NONE, wanted.id())
        .thenApply(seen -> seen.flatMap(ReadyJob::of).filter(job -> call.wants() > 0))
        .exceptionally(unknown -> Optional.empty())
        .thenCompose(
            ready ->
                ready
                    .map(job -> leases.take(wanted.queue(), job, requireNonNull(call.leaseMs())))
                    .orElseGet(() -> CompletableFuture.completedFuture(Optional.empty())))
        .thenAccept(held -> held.filter(job -> !call.give(job)).ifPresent(leases::giveBack));
  }
}
