package io.delaygate.gateway.outcome;

import io.delaygate.gateway.http.ProblemException;
import io.delaygate.gateway.publish.CommandRouter;
import io.delaygate.gateway.publish.PublishResult;
import io.delaygate.gateway.settings.OutcomeSettings;
import io.delaygate.schemas.contract.JobId;
import io.delaygate.schemas.contract.ReasonCode;
import io.delaygate.schemas.job.Actor;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.random.RandomGenerator;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.common.header.Header;
import org.jspecify.annotations.Nullable;

/**
 * Request-reply with the schedulers over Kafka: commands go out, and their outcomes come back on
 * the topic of replies. Thread-safe.
 */
public final class RequestReply implements AutoCloseable {
  private final CommandRouter commands;
  private final OutcomeSettings settings;
  private final OutcomeMetrics metrics;
  private final PendingReplies waiters;
  private final ReplyReader reader;

  /**
   * Reads no replies before {@link #start}.
   *
   * @param replies opens consumers that are {@code read_committed} and belong to no group
   */
  public RequestReply(
      CommandRouter commands,
      OutcomeSettings settings,
      Supplier<Consumer<byte[], byte[]>> replies,
      Callers callers,
      OutcomeMetrics metrics) {
    this.commands = commands;
    this.settings = settings;
    this.metrics = metrics;
    this.waiters = new PendingReplies(callers, settings.maxWaiting());
    this.reader =
        new ReplyReader(settings.topic(), replies, waiters, callers.random(), metrics::skipped);
  }

  /**
   * Ids and shares of callers that wait.
   *
   * @param random chooses the partition, and ids; thread-safe, and its numbers must not be
   *     predictable
   */
  public record Callers(RandomGenerator random, Shares shares) {}

  /** Shares of namespaces in the callers that wait. */
  @FunctionalInterface
  public interface Shares {
    /** The share of a namespace; null for none. */
    @Nullable String of(String namespace);
  }

  /** Begins to read replies; outcomes are available a little later. */
  public void start() {
    reader.start();
  }

  /** Number of callers that wait. */
  public int waiting() {
    return waiters.count();
  }

  /** Why outcomes are not available now; empty when they are. */
  public Optional<String> obstacle() {
    return reader.partition().isPresent() ? Optional.empty() : Optional.of(reader.obstacle());
  }

  /**
   * Sends a command and waits for its outcome. Does not block for it.
   *
   * @param by author of the command
   * @param headers the command's headers; those that ask for the outcome are added here
   * @return completes once, never exceptionally, within the producer's time-out plus {@code
   *     outcome.timeout.ms}; on a thread that must not block
   * @throws ProblemException 503 when outcomes are not available now, or too many callers wait; 400
   *     when the id is a generated one of a partition that does not exist. Nothing is stored then
   */
  public CompletableFuture<CommandResult> ask(
      Actor by, JobId id, List<Header> headers, byte @Nullable [] value) {
    var measured = metrics.asked();
    return askUnmeasured(by, id, headers, value)
        .thenApply(
            answer -> {
              measured.accept(answer);
              return answer;
            });
  }

  /** Does the same for a command of the gateway's own, which no caller waits for. */
  public CompletableFuture<CommandResult> askUnmeasured(
      Actor by, JobId id, List<Header> headers, byte @Nullable [] value) {
    var waiter = waiters.open(id);
    send(
        waiter,
        settings.timeout(),
        to -> commands.send(by, id, and(headers, to.headers(settings.topic())), value));
    return waiter.answer();
  }

  /**
   * Sends a schedule and waits until a worker has finished the job, at any gateway, or the schedule
   * is refused. Does not block for it, and is not measured: its duration depends on the workers.
   *
   * @param by author of the schedule
   * @param headers the schedule's headers; those with the address for the result are added here
   * @param time how long to wait, from the moment when the schedule is stored
   * @throws ProblemException as {@link #ask}
   */
  public Expected awaitResult(
      Actor by, JobId id, List<Header> headers, byte @Nullable [] value, Duration time) {
    var waiter = waiters.openForResult(id);
    send(
        waiter,
        time,
        to -> {
          var all = and(and(headers, to.headers(settings.topic())), List.of(to.header()));
          return commands.send(by, id, all, value);
        });
    return new Expected(waiter.answer(), waiter::drop);
  }

  /**
   * A result that a caller waits for.
   *
   * @param answer completes once, never exceptionally, on a thread that must not block
   * @param leave ends the wait
   */
  public record Expected(CompletableFuture<CommandResult> answer, Runnable leave) {}

  private void send(
      PendingReply waiter,
      Duration time,
      Function<ReplyAddress, CompletableFuture<PublishResult>> command) {
    // the pending reply first, then the check of the reader: a reader that is positioned anew
    // meanwhile sees that a caller waits
    try {
      var partition = reader.partition().orElseThrow(this::unavailable);
      var address = new ReplyAddress(partition, waiter.correlationId());
      var unused =
          command
              .apply(address)
              // else the caller would wait for ever: its time begins with the result of the publish
              .exceptionally(failed -> new PublishResult.Unknown())
              .thenAccept(published -> waiter.published(published, time));
    } catch (RuntimeException | Error unsent) {
      waiter.drop();
      throw unsent;
    }
  }

  /** Answers the callers that wait for results; they might wait longer than a stop may take. */
  public void endResults() {
    waiters.endResults();
  }

  /** Stops reading and answers all callers that still wait. */
  @Override
  public void close() {
    try {
      reader.close();
    } finally {
      waiters.close();
    }
  }

  private ProblemException unavailable() {
    return new ProblemException(ReasonCode.UNAVAILABLE, reader.obstacle() + "; nothing was stored");
  }

  private static List<Header> and(List<Header> some, List<Header> others) {
    var all = new ArrayList<>(some);
    all.addAll(others);
    return all;
  }
}
