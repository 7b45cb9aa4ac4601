package io.delaygate.gateway.health;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.delaygate.gateway.access.AccessGuard;
import io.delaygate.gateway.http.ProblemException;
import io.delaygate.gateway.http.QueryParameters;
import io.delaygate.gateway.schedulers.InstanceReports;
import io.delaygate.gateway.schedulers.QueryResponder;
import io.delaygate.gateway.schedulers.SchedulerQueryClient;
import io.delaygate.schemas.topics.TopicNames;
import io.javalin.http.Context;
import java.time.Clock;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.TimeUnit;
import java.util.function.BiPredicate;
import org.jspecify.annotations.Nullable;

/**
 * Handler of {@code GET /v1/health}: what is wrong now. For any number of callers, it judges the
 * installation once in two seconds. A scheduler that does not answer is told of as away. It answers
 * while no scheduler and no broker does. Thread-safe.
 */
public final class HealthHandler {
  /** Longest age of an answer, as of the overview. */
  private static final long FRESH_MS = 2_000;

  /** Time in which brokers that work have answered. */
  private static final long BROKERS_MS = 500;

  private final SchedulerQueryClient questions;
  private final QueryResponder answer;
  private final GatewayFacts facts;
  private final Visibility visibility;
  private final Clock clock;
  private @Nullable Judged last;

  private record Judged(long atMs, CompletableFuture<HealthReport> report) {}

  /**
   * Rules about what namespaces are told.
   *
   * @param mayName whether jobs of a namespace may name a topic
   */
  public record Visibility(TopicNames names, BiPredicate<String, String> mayName) {}

  /** Creates the handler. */
  public HealthHandler(
      SchedulerQueryClient questions,
      QueryResponder answer,
      GatewayFacts facts,
      Visibility visibility,
      Clock clock) {
    this.questions = questions;
    this.answer = answer;
    this.facts = facts;
    this.visibility = visibility;
    this.clock = clock;
  }

  /** Handles the call. */
  public void get(Context ctx) {
    QueryParameters.of(ctx, Set.of());
    var caller = AccessGuard.caller(ctx);
    answer.run(
        ctx,
        claim ->
            current()
                .thenApply(
                    report ->
                        caller.isOfInstallation()
                            ? report.json()
                            : within(caller.namespace(), report)),
        json -> QueryResponder.json(ctx, json));
  }

  private ObjectNode within(String namespace, HealthReport report) {
    return report.within(
        namespace, visibility.names(), topic -> visibility.mayName().test(namespace, topic));
  }

  private synchronized CompletableFuture<HealthReport> current() {
    var fromMs = clock.millis() / FRESH_MS * FRESH_MS;
    var known = last;
    if (known != null && known.atMs() == fromMs && !known.report().isCompletedExceptionally()) {
      return known.report();
    }
    var judged = new Judged(fromMs, judge());
    last = judged;
    return judged.report();
  }

  private CompletableFuture<HealthReport> judge() {
    return InstanceReports.ask(questions)
        .thenCombine(brokersAsked(), (reports, asked) -> reports)
        .handle(
            (reports, failure) -> {
              if (failure != null && !isUnavailable(failure)) {
                throw new CompletionException(failure);
              }
              return HealthReport.of(
                  new Evidence(reports, questions.isOn(), facts, clock.millis()));
            });
  }

  /**
   * Completes when the brokers had time to answer. A gateway that nobody uses knows nothing of its
   * topic, and the first question about that only asks for it.
   */
  private CompletableFuture<Void> brokersAsked() {
    return facts.ready().get().isEmpty()
        ? CompletableFuture.completedFuture(null)
        : new CompletableFuture<Void>().completeOnTimeout(null, BROKERS_MS, TimeUnit.MILLISECONDS);
  }

  private static boolean isUnavailable(Throwable failure) {
    var cause = failure instanceof CompletionException ? failure.getCause() : failure;
    return cause instanceof ProblemException;
  }
}
