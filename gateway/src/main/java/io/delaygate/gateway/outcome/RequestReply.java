package io.delaygate.gateway.outcome;

import io.delaygate.gateway.http.ProblemException;
import io.delaygate.schemas.contract.JobId;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.apache.kafka.common.header.Header;
import org.jspecify.annotations.Nullable;

/** Sends commands and learns what became of them. Implementations are thread-safe. */
public interface RequestReply {
  /**
   * Sends a command and waits for its outcome. Does not block for it.
   *
   * @param headers the command's headers; those that ask for the outcome are added here
   * @return completes once, never exceptionally, within the producer's time-out plus {@code
   *     outcome.timeout.ms}; on a thread that must not be held up
   * @throws ProblemException 503 when outcomes cannot be had now, or too many callers wait; 400
   *     when the id is a generated one of no partition. Nothing is stored then
   */
  CompletableFuture<CommandResult> ask(JobId id, List<Header> headers, byte @Nullable [] value);

  /**
   * Sends a schedule and waits until a worker has finished the job, whichever gateway hears of it,
   * or the schedule is refused. Does not block for it.
   *
   * @param headers the schedule's headers; those that say where the result goes are added here
   * @param time how long to wait, from the moment when the schedule is stored
   * @throws ProblemException as {@link #ask}
   */
  Expected awaitResult(JobId id, List<Header> headers, byte @Nullable [] value, Duration time);

  /**
   * A result that somebody waits for.
   *
   * @param answer completes once, never exceptionally, on a thread that must not be held up
   * @param leave nobody waits any more
   */
  record Expected(CompletableFuture<CommandResult> answer, Runnable leave) {}
}
