package io.delaygate.gateway.queues;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.delaygate.gateway.http.ProblemException;
import io.delaygate.gateway.outcome.Answer;
import io.delaygate.gateway.outcome.Outcomes;
import io.delaygate.gateway.publish.CommandTopic;
import io.delaygate.schemas.contract.DelayHeader;
import io.delaygate.schemas.contract.Op;
import io.delaygate.schemas.contract.Outcome;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.function.LongSupplier;
import org.apache.kafka.common.header.Header;
import org.apache.kafka.common.header.internals.RecordHeader;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Client that reserves single jobs, and gives back what no caller gets. Thread-safe. */
public final class Leases {
  private static final Logger LOG = LoggerFactory.getLogger(Leases.class);

  private final Outcomes outcomes;
  private final CommandTopic commands;
  private final HandOutCounts counts;
  private final LongSupplier ticker;

  /**
   * Leases by way of the topic of commands.
   *
   * @param ticker monotonic nanoseconds
   */
  public Leases(
      Outcomes outcomes, CommandTopic commands, HandOutCounts counts, LongSupplier ticker) {
    this.outcomes = outcomes;
    this.commands = commands;
    this.counts = counts;
    this.ticker = ticker;
  }

  /** So many jobs are about to be answered with. */
  void handedOut(int jobs) {
    counts.handedOut(jobs);
  }

  /**
   * Reserves a job by a command.
   *
   * @return the job if it is reserved, empty if not or if that is not known: then its lease ends by
   *     itself. Never fails; completes on a thread that must not block
   */
  CompletableFuture<Optional<Held>> take(String queue, ReadyJob job, long leaseMs) {
    var askedAt = ticker.getAsLong();
    var headers =
        List.of(
            header(DelayHeader.OP, Op.RESERVE.text()),
            header(DelayHeader.LEASE, job.lease()),
            header(DelayHeader.LEASE_MS, Long.toString(leaseMs)));
    try {
      return outcomes
          .ask(job.id(), headers, null)
          .thenApply(Leases::view)
          .thenApply(view -> view.map(it -> new Held(queue, job, it, leaseMs, askedAt)));
    } catch (ProblemException refused) {
      return CompletableFuture.completedFuture(Optional.empty());
    }
  }

  private static Optional<ObjectNode> view(Answer answer) {
    return answer instanceof Answer.Decided decided && decided.outcome() == Outcome.RESERVED
        ? Optional.ofNullable(decided.job())
        : Optional.empty();
  }

  /** Gives a job back as if it had never been taken. If that cannot be sent, its lease ends. */
  void giveBack(Held held) {
    counts.handedBack();
    var headers =
        List.of(
            header(DelayHeader.OP, Op.RELEASE.text()),
            header(DelayHeader.LEASE, held.lease()),
            header(DelayHeader.ATTEMPT_UNUSED, "true"));
    try {
      var unused = commands.send(held.job().id(), headers, null);
    } catch (ProblemException unsent) {
      LOG.atDebug().log("A job that no caller got could not be given back; its lease will end");
    }
  }

  private static Header header(DelayHeader name, String value) {
    return new RecordHeader(name.headerName(), value.getBytes(UTF_8));
  }
}
