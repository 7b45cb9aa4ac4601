package io.delaygate.gateway.outcome;

import io.delaygate.gateway.http.ProblemException;
import io.delaygate.schemas.contract.JobId;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.apache.kafka.common.header.Header;
import org.jspecify.annotations.Nullable;

/**
 * Request-reply with the schedulers: sends commands and returns their outcomes. Implementations are
 * thread-safe.
 */
public interface RequestReply {
  /**
   * Sends a command and waits for its outcome. Does not block for it.
   *
   * @param headers the command's headers; those that ask for the outcome are added here
   * @return completes once, never exceptionally, within the producer's time-out plus {@code
   *     outcome.timeout.ms}; on a thread that must not block
   * @throws ProblemException 503 when outcomes are not available now, or too many callers wait; 400
   *     when the id is a generated one of a partition that does not exist. Nothing is stored then
   */
  CompletableFuture<CommandResult> ask(JobId id, List<Header> headers, byte @Nullable [] value);

  /**
   * Sends a schedule and waits until a worker has finished the job, at any gateway, or the schedule
   * is refused. Does not block for it.
   *
   * @param headers the schedule's headers; those with the address for the result are added here
   * @param time how long to wait, from the moment when the schedule is stored
   * @throws ProblemException as {@link #ask}
   */
  Expected awaitResult(JobId id, List<Header> headers, byte @Nullable [] value, Duration time);

  /**
   * A result that a caller waits for.
   *
   * @param answer completes once, never exceptionally, on a thread that must not block
   * @param leave ends the wait
   */
  record Expected(CompletableFuture<CommandResult> answer, Runnable leave) {}
}
