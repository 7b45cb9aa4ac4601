package io.delaygate.gateway.schedulers;

import com.fasterxml.jackson.databind.JsonNode;
import io.delaygate.gateway.http.AsyncResponder;
import io.delaygate.gateway.http.InflightBytes;
import io.delaygate.gateway.http.ProblemException;
import io.delaygate.gateway.http.ProblemMapper;
import io.javalin.http.ContentType;
import io.javalin.http.Context;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Responder of calls that query the schedulers. */
public final class QueryResponder {
  private final AsyncResponder answer;

  /** Creates a responder. */
  public QueryResponder(AsyncResponder answer) {
    this.answer = answer;
  }

  /**
   * Runs a query, and writes the answer when it arrives; a failure is answered with its problem.
   *
   * @param question an exception that it throws ends the call
   */
  public <T> void run(
      Context ctx,
      Function<InflightBytes.Claim, CompletableFuture<T>> question,
      Consumer<T> write) {
    answer.run(
        ctx,
        claim ->
            new AsyncResponder.Pending<>(
                question
                    .apply(claim)
                    .<Runnable>handle(
                        (told, failure) ->
                            failure == null ? () -> write.accept(told) : () -> fail(ctx, failure)),
                Runnable::run));
  }

  /** Writes a JSON body. */
  public static void json(Context ctx, JsonNode json) {
    ctx.contentType(ContentType.APPLICATION_JSON)
        .result(json.toString().getBytes(StandardCharsets.UTF_8));
  }

  private static void fail(Context ctx, Throwable failure) {
    @Nullable Throwable cause =
        failure instanceof CompletionException ? failure.getCause() : failure;
    if (!(cause instanceof ProblemException refused)) {
      throw new IllegalStateException("a query failed unexpectedly", cause);
    }
    ProblemMapper.write(ctx, refused.problem());
  }
}
