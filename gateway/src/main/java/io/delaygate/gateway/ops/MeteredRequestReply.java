package io.delaygate.gateway.ops;

import io.delaygate.gateway.outcome.CommandResult;
import io.delaygate.gateway.outcome.RequestReply;
import io.delaygate.schemas.contract.JobId;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.LongSupplier;
import org.apache.kafka.common.header.Header;
import org.jspecify.annotations.Nullable;

/** Request-reply decorator that measures how long outcomes take. */
public final class MeteredRequestReply implements RequestReply {
  private final RequestReply outcomes;
  private final GatewayMetrics metrics;
  private final LongSupplier ticker;

  /**
   * Measures the calls to the given one.
   *
   * @param ticker monotonic nanoseconds
   */
  public MeteredRequestReply(RequestReply outcomes, GatewayMetrics metrics, LongSupplier ticker) {
    this.outcomes = outcomes;
    this.metrics = metrics;
    this.ticker = ticker;
  }

  @Override
  public CompletableFuture<CommandResult> ask(
      JobId id, List<Header> headers, byte @Nullable [] value) {
    var askedAt = ticker.getAsLong();
    return outcomes
        .ask(id, headers, value)
        .thenApply(
            answer -> {
              metrics.answered(answer, ticker.getAsLong() - askedAt);
              return answer;
            });
  }

  /** Not measured: its duration depends on the workers. */
  @Override
  public Expected awaitResult(
      JobId id, List<Header> headers, byte @Nullable [] value, Duration time) {
    return outcomes.awaitResult(id, headers, value, time);
  }
}
