package io.delaygate.gateway.http;

import io.javalin.http.Context;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.function.Consumer;
import java.util.function.Function;

/**
 * Asynchronous responder: answers a call when the future that it waits for completes. No HTTP
 * thread waits meanwhile, and the answer is not written on the thread that completes the future, as
 * other calls need that thread.
 *
 * @param writers get short tasks, many at a time
 */
public record AsyncResponder(InflightBytes inflight, Executor writers) {
  /**
   * Runs a call from its first byte to its answer.
   *
   * @param start reads, validates and sends; what it throws ends the call
   */
  public void run(Context ctx, Function<InflightBytes.Claim, Pending<?>> start) {
    var trace = CallTrace.of(ctx);
    var threads = trace.within(writers);
    var claim = inflight.open(trace.share());
    try {
      var pending = start.apply(claim);
      ctx.future(() -> pending.written(threads).whenComplete((nothing, failure) -> claim.close()));
    } catch (RuntimeException | Error failed) {
      claim.close();
      throw failed;
    }
  }

  /**
   * Call that waits for its result.
   *
   * @param news the result that the call waits for; never fails
   * @param answer writes the answer
   */
  public record Pending<T>(CompletableFuture<T> news, Consumer<T> answer) {
    private CompletableFuture<Void> written(Executor writers) {
      return news.thenAcceptAsync(answer, writers);
    }
  }
}
