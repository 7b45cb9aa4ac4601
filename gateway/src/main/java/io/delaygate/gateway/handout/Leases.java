package io.delaygate.gateway.handout;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.delaygate.gateway.outcome.Answer;
import io.delaygate.gateway.outcome.Outcomes;
import io.delaygate.gateway.problem.ProblemException;
import io.delaygate.gateway.publish.CommandTopic;
import io.delaygate.schemas.contract.DelayHeader;
import io.delaygate.schemas.contract.Op;
import io.delaygate.schemas.contract.Outcome;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.LongSupplier;
import org.apache.kafka.common.header.Header;
import org.apache.kafka.common.header.internals.RecordHeader;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Asks the scheduler for jobs, and gives them back. Thread-safe. */
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

  /** What became of asking for a job. */
  sealed interface Taken {
    /** It is ours until its lease ends. */
    record Ours(Held held) implements Taken {}

    /** Somebody else has it, or it was cancelled, expired or done. */
    record Settled() implements Taken {}

    /**
     * Nobody knows. If the command is carried out after all, the lease ends by itself; if it never
     * comes to that, the job is ready still, and is shown again.
     */
    record Unknown() implements Taken {}

    /** Nothing was stored: the job is ready still. */
    record Unsent() implements Taken {}
  }

  /** Asks for a job. Never fails; completes on a thread that must not be held up. */
  CompletableFuture<Taken> take(String queue, ReadyJob job, long leaseMs) {
    var askedAt = ticker.getAsLong();
    var headers =
        List.of(
            header(DelayHeader.OP, Op.RESERVE.text()),
            header(DelayHeader.LEASE, job.lease()),
            header(DelayHeader.LEASE_MS, Long.toString(leaseMs)));
    try {
      return outcomes
          .ask(job.id(), headers, null)
          .thenApply(answer -> taken(answer, queue, job, leaseMs, askedAt));
    } catch (ProblemException refused) {
      return CompletableFuture.completedFuture(new Taken.Unsent());
    }
  }

  private static Taken taken(
      Answer answer, String queue, ReadyJob job, long leaseMs, long askedAt) {
    if (answer instanceof Answer.Decided decided) {
      var view = decided.job();
      return decided.outcome() == Outcome.RESERVED && view != null
          ? new Taken.Ours(new Held(queue, job, view, leaseMs, askedAt))
          : new Taken.Settled();
    }
    return answer instanceof Answer.Unsent ? new Taken.Unsent() : new Taken.Unknown();
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
      LOG.atDebug().log("A job that nobody took could not be given back; its lease will end");
    }
  }

  private static Header header(DelayHeader name, String value) {
    return new RecordHeader(name.headerName(), value.getBytes(UTF_8));
  }
}
