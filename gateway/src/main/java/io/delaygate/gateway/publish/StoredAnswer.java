package io.delaygate.gateway.publish;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.delaygate.gateway.http.AnswerLater;
import io.delaygate.gateway.http.ProblemAnswers;
import io.delaygate.schemas.command.Command;
import io.javalin.http.Context;
import java.time.Instant;
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

  /** What a stored schedule is answered with, in a call of its own or as one of many. */
  public static ObjectNode json(Command.Schedule command, Published.Stored stored) {
    var dueMs = command.when().dueMs(stored.timestampMs());
    return JsonNodeFactory.instance
        .objectNode()
        .put("id", command.id().local())
        .put("dueMs", dueMs)
        .put("due", Instant.ofEpochMilli(dueMs).toString())
        .put("partition", stored.partition())
        .put("offset", stored.offset());
  }
}
