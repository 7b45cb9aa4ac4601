package io.delaygate.gateway.publish;

import io.delaygate.gateway.problem.Problem;
import io.delaygate.gateway.problem.ProblemAnswers;
import io.delaygate.schemas.contract.ReasonCode;
import io.javalin.http.Context;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.function.Consumer;
import java.util.function.Function;

/**
 * Answers a call when Kafka has acknowledged its command. No HTTP thread waits meanwhile, and the
 * answer is not written on the producer's own thread, which a slow caller would hold up.
 */
public final class StoredAnswer {
  private final InflightBytes inflight;
  private final Executor writers;

  /**
   * Answers in the given threads.
   *
   * @param writers may be held up by slow callers
   */
  public StoredAnswer(InflightBytes inflight, Executor writers) {
    this.inflight = inflight;
    this.writers = writers;
  }

  /**
   * Runs a call from its first byte to its answer.
   *
   * @param send reads, judges and sends; what it throws ends the call
   */
  public void run(Context ctx, Function<InflightBytes.Claim, Sent> send) {
    var claim = inflight.open();
    try {
      var sent = send.apply(claim);
      ctx.future(
          () ->
              sent.published()
                  .thenAcceptAsync(outcome -> answer(ctx, outcome, sent.whenStored()), writers)
                  .whenComplete((nothing, failure) -> claim.close()));
    } catch (RuntimeException | Error failed) {
      claim.close();
      throw failed;
    }
  }

  /**
   * A command on its way.
   *
   * @param whenStored writes the answer of a stored command
   */
  public record Sent(
      CompletableFuture<Published> published, Consumer<Published.Stored> whenStored) {}

  private static void answer(Context ctx, Published outcome, Consumer<Published.Stored> stored) {
    if (outcome instanceof Published.Stored done) {
      stored.accept(done);
    } else if (outcome instanceof Published.TooLarge) {
      ProblemAnswers.write(
          ctx,
          Problem.of(ReasonCode.RECORD_TOO_LARGE, null, "larger than the topic of commands takes"));
    } else {
      var detail =
          outcome instanceof Published.Unknown
              ? "Kafka did not acknowledge in time; the command may still be stored"
              : "Kafka does not take commands now; nothing was stored";
      ProblemAnswers.write(ctx, Problem.of(ReasonCode.UNAVAILABLE, null, detail));
    }
  }
}
