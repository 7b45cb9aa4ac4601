package io.delaygate.gateway.outcome;

import io.delaygate.gateway.publish.Published;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** One caller that waits. The first of reply, failure, time-out and stop is its answer. */
final class Waiter {
  private final String correlationId;
  private final CompletableFuture<Answer> first = new CompletableFuture<>();
  private final CompletableFuture<Answer> answer;
  private volatile Published.@Nullable Stored stored;

  /**
   * Waits from now on.
   *
   * @param leave runs once there is an answer, before anybody learns it
   */
  Waiter(String correlationId, Runnable leave) {
    this.correlationId = correlationId;
    this.answer = first.whenComplete((any, failure) -> leave.run());
  }

  byte[] correlationId() {
    return correlationId.getBytes(StandardCharsets.US_ASCII);
  }

  CompletableFuture<Answer> answer() {
    return answer;
  }

  /** The command's way to Kafka ended; the time-out runs from here, so its promise is true. */
  void published(Published published, Duration timeout) {
    if (published instanceof Published.Stored done) {
      stored = done;
      first.completeOnTimeout(
          new Answer.Unanswered(done), timeout.toMillis(), TimeUnit.MILLISECONDS);
    } else {
      first.complete(new Answer.Unsent(published));
    }
  }

  void decided(Answer.Decided decided) {
    first.complete(decided);
  }

  /** Nobody will bring the reply any more. */
  void giveUp() {
    var known = stored;
    first.complete(
        known == null ? new Answer.Unsent(new Published.Unknown()) : new Answer.Unanswered(known));
  }

  /** The command was never sent. */
  void drop() {
    first.complete(new Answer.Unsent(new Published.NotStored()));
  }
}
