package io.delaygate.gateway.query;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.delaygate.gateway.trace.CallTrace;
import io.javalin.http.Context;
import java.util.Set;
import java.util.function.Function;

/**
 * {@code GET /v1/stats} and {@code GET /v1/topics/{topic}/stats}. The schedulers keep the counts,
 * so an answer costs the same whatever is pending.
 */
public final class CountJobs {
  private final Questions questions;
  private final QueryAnswer answer;

  /** Asks and answers that way. */
  public CountJobs(Questions questions, QueryAnswer answer) {
    this.questions = questions;
    this.answer = answer;
  }

  /** Everything. */
  public void all(Context ctx) {
    count(ctx, Statistics::all);
  }

  /** One target topic; zero for one that nobody schedules for, existing or not. */
  public void topic(Context ctx) {
    var topic = TopicPath.topic(ctx);
    count(ctx, statistics -> statistics.of(topic));
  }

  private void count(Context ctx, Function<Statistics, ObjectNode> shown) {
    Parameters.of(ctx, Set.of());
    answer.run(
        ctx,
        claim -> questions.ask(CallTrace.of(ctx), all -> all, CountJobs::path),
        answers -> QueryAnswer.json(ctx, shown.apply(new Statistics(answers))));
  }

  private static String path(Set<Integer> partitions) {
    var list = new StringBuilder();
    partitions.forEach(number -> list.append(list.isEmpty() ? "" : ",").append(number));
    return SchedulerHttp.STATS + "?partitions=" + list;
  }
}
