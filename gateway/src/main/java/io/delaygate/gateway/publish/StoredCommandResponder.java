package io.delaygate.gateway.publish;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.delaygate.gateway.http.AsyncResponder;
import io.delaygate.gateway.http.ProblemMapper;
import io.delaygate.schemas.command.Command;
import io.javalin.http.Context;
import java.time.Instant;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;

/** Responder of a call that waits only until its command is stored. */
public final class StoredCommandResponder {
  private StoredCommandResponder() {}

  /**
   * Answers when Kafka has acknowledged the command, or has failed to.
   *
   * @param stored writes the answer of a stored command
   */
  public static AsyncResponder.Pending<PublishResult> pending(
      Context ctx,
      CompletableFuture<PublishResult> published,
      Consumer<PublishResult.Stored> stored) {
    return new AsyncResponder.Pending<>(
        published,
        outcome -> {
          if (outcome instanceof PublishResult.Stored done) {
            stored.accept(done);
          } else {
            ProblemMapper.write(ctx, outcome.problem());
          }
        });
  }

  /** JSON of a stored schedule, in a call of its own or as one of many. */
  public static ObjectNode json(Command.Schedule command, PublishResult.Stored stored) {
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
