package io.delaygate.gateway.queues;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.delaygate.gateway.http.ProblemException;
import io.delaygate.gateway.outcome.CommandResult;
import io.delaygate.gateway.outcome.RequestReply;
import io.delaygate.gateway.publish.CommandRouter;
import io.delaygate.schemas.contract.DelayHeader;
import io.delaygate.schemas.contract.Op;
import io.delaygate.schemas.contract.Outcome;
import io.delaygate.schemas.contract.TextHeader;
import io.delaygate.schemas.job.Actor;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.function.LongSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Client that reserves single jobs, and gives back what no caller gets. Thread-safe.
 *
 * @param ticker monotonic nanoseconds
 */
public record LeaseClient(
    RequestReply outcomes, CommandRouter commands, DispatchCounts counts, LongSupplier ticker) {
  private static final Logger LOG = LoggerFactory.getLogger(LeaseClient.class);

  /** Counters of jobs of queues. Implementations are thread-safe and do not block. */
  public interface DispatchCounts {
    /** Counts jobs of an answer. */
    void handedOut(int jobs);

    /** Counts a job that was reserved for a caller, and is given back. */
    void handedBack();
  }

  /**
   * Reserves a job by a command.
   *
   * @return the job if it is reserved, empty if not or if that is not known: then its lease ends by
   *     itself. Never fails; completes on a thread that must not block
   */
  CompletableFuture<Optional<LeasedJob>> take(String queue, ReadyJob job, long leaseMs) {
    var askedAt = ticker.getAsLong();
    var headers =
        List.of(
            TextHeader.of(DelayHeader.OP, Op.RESERVE.text()),
            TextHeader.of(DelayHeader.LEASE, job.lease()),
            TextHeader.of(DelayHeader.LEASE_MS, Long.toString(leaseMs)));
    try {
      return outcomes
          .askUnmeasured(Actor.GATEWAY, job.id(), headers, null)
          .thenApply(LeaseClient::view)
          .thenApply(
              view -> view.map(it -> new LeasedJob(queue, job, it, leaseMs, leaseMs, askedAt)));
    } catch (ProblemException refused) {
      return CompletableFuture.completedFuture(Optional.empty());
    }
  }

  private static Optional<ObjectNode> view(CommandResult answer) {
    return answer instanceof CommandResult.Decided decided && decided.outcome() == Outcome.RESERVED
        ? Optional.ofNullable(decided.job())
        : Optional.empty();
  }

  /** Gives a job back as an unused attempt. If that cannot be sent, the lease ends by itself. */
  void giveBack(LeasedJob held) {
    counts.handedBack();
    var headers =
        List.of(
            TextHeader.of(DelayHeader.OP, Op.RELEASE.text()),
            TextHeader.of(DelayHeader.LEASE, held.lease()),
            TextHeader.of(DelayHeader.ATTEMPT_UNUSED, "true"));
    try {
      var unused = commands.send(Actor.GATEWAY, held.job().id(), headers, null);
    } catch (ProblemException unsent) {
      LOG.atDebug().log(
          "A job that no caller received could not be given back; it is available again when its"
              + " lease ends");
    }
  }
}
