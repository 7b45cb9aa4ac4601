package io.delaygate.gateway.schedulers;

import io.delaygate.gateway.http.CallTrace;
import io.delaygate.gateway.http.QueryParameters;
import io.delaygate.schemas.command.DurationText;
import io.delaygate.service.query.QueryPath;
import io.javalin.http.Context;
import java.time.Clock;
import java.time.DateTimeException;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/**
 * Handler of {@code GET /v1/trends}: figures of the last three hours, for charts. For any number of
 * callers, it asks the schedulers once in ten seconds. Only for callers of the installation, as the
 * figures are those of all namespaces together. Thread-safe.
 */
public final class TrendsHandler {
  /** Longest age of an answer; schedulers count as often. */
  private static final long FRESH_MS = 10_000;

  private final SchedulerQueryClient questions;
  private final QueryResponder answer;
  private final Clock clock;
  private @Nullable Asked last;

  /** Creates the handler. */
  public TrendsHandler(SchedulerQueryClient questions, QueryResponder answer, Clock clock) {
    this.questions = questions;
    this.answer = answer;
    this.clock = clock;
  }

  private record Asked(long atMs, CompletableFuture<Trends> trends) {}

  /** Handles the call. */
  public void get(Context ctx) {
    var given = QueryParameters.of(ctx, Set.of("from", "step"));
    var fromMs = given.timeMs("from");
    var stepMs = stepMs(given.text("step"));
    var call = CallTrace.of(ctx);
    answer.run(
        ctx,
        claim -> trends(call),
        trends -> QueryResponder.json(ctx, trends.json(fromMs, stepMs)));
  }

  private static long stepMs(@Nullable String text) {
    var stepMs = text == null ? Trends.MINUTE_MS : parsed(text);
    if (stepMs < Trends.MINUTE_MS || stepMs > Trends.KEPT_MS || stepMs % Trends.MINUTE_MS != 0) {
      throw QueryParameters.invalid("step", "must be whole minutes from `1m` to `3h`");
    }
    return stepMs;
  }

  private static long parsed(String text) {
    try {
      return DurationText.ms(text);
    } catch (IllegalArgumentException | DateTimeException | ArithmeticException notValid) {
      return 0;
    }
  }

  private synchronized CompletableFuture<Trends> trends(CallTrace call) {
    var nowMs = clock.millis();
    var known = last;
    if (known != null
        && known.atMs() / FRESH_MS == nowMs / FRESH_MS
        && !known.trends().isCompletedExceptionally()) {
      return known.trends();
    }
    var path =
        QueryPath.of(QueryPath.TRENDS)
            .with(QueryPath.FROM, Math.max(0, nowMs - Trends.KEPT_MS))
            .toString();
    var trends = questions.askEach(call, path).thenApply(round -> new Trends(round, nowMs));
    last = new Asked(nowMs, trends);
    return trends;
  }
}
