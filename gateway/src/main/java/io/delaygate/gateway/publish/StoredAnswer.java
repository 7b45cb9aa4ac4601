package io.delaygate.gateway.publish;

import io.delaygate.gateway.problem.ProblemAnswers;
import io.javalin.http.Context;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;

/** The answer of a call that waits for no more than its command's acknowledgement. */
public final class StoredAnswer {
  private StoredAnswer() {}

  /**
   * Answers when Kafka has acknowledged the command, or has not.
   *
   * @param stored writes the answer of a stored command
   */
  public static AnswerLater.Pending<Published> pending(
      Context ctx, CompletableFuture<Published> published, Consumer<Published.Stored> stored) {
    return new AnswerLater.Pending<>(
        published,
        outcome -> {
          if (outcome instanceof Published.Stored done) {
            stored.accept(done);
          } else {
            ProblemAnswers.write(ctx, Unstored.problem(outcome));
          }
        });
  }
}
