package io.delaygate.gateway.handout;

import io.delaygate.gateway.handout.Leases.Taken;
import io.delaygate.gateway.query.GetJob;
import io.delaygate.gateway.trace.CallTrace;
import io.delaygate.schemas.contract.JobId;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

/**
 * Hands out jobs that are awaited by their ids, each by one caller as a rule: the schedulers are
 * asked again and again, so that what came before the caller is found like what comes later,
 * whichever gateway it came by, and no topic is read. Thread-safe.
 */
public final class AwaitJob {
  /** Costs a scheduler ten questions a second for each caller, and him half of that on average. */
  private static final Duration AGAIN = Duration.ofMillis(100);

  private final GetJob get;
  private final Leases leases;

  /** Waits by asking. */
  public AwaitJob(GetJob get, Leases leases) {
    this.get = get;
    this.leases = leases;
  }

  /**
   * A job that somebody wants.
   *
   * @param queue in which callers look for it
   */
  public record Wanted(String queue, JobId id) {}

  /**
   * Looks for one after the other until the call takes none any more.
   *
   * @param jobs at least one
   * @param once whether he does not wait for them
   */
  void await(WaitingCall call, List<Wanted> jobs, boolean once) {
    var unused =
        look(call, jobs, 0)
            .thenAccept(
                nothing -> {
                  if (once) {
                    call.end();
                  } else if (call.wants() > 0) {
                    CompletableFuture.delayedExecutor(AGAIN.toMillis(), TimeUnit.MILLISECONDS)
                        .execute(() -> await(call, jobs, false));
                  }
                });
  }

  private CompletableFuture<Void> look(WaitingCall call, List<Wanted> jobs, int place) {
    if (place == jobs.size() || call.wants() == 0) {
      call.settle();
      return CompletableFuture.completedFuture(null);
    }
    return take(call, jobs.get(place)).thenCompose(done -> look(call, jobs, place + 1));
  }

  private CompletableFuture<Void> take(WaitingCall call, Wanted wanted) {
    return get.look(CallTrace.NONE, wanted.id())
        .thenApply(seen -> seen.flatMap(ReadyJob::of))
        .exceptionally(unknown -> Optional.empty())
        .thenCompose(
            ready ->
                ready.isPresent() && call.wants() > 0
                    ? leases.take(wanted.queue(), ready.get(), call.leaseMs())
                    : CompletableFuture.completedFuture(new Taken.Settled()))
        .thenAccept(
            taken -> {
              if (taken instanceof Taken.Ours ours && !call.give(ours.held())) {
                leases.giveBack(ours.held());
              }
            });
  }
}
