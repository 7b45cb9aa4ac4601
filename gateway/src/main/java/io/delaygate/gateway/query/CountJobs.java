package io.delaygate.gateway.query;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.delaygate.gateway.request.PercentEncoding;
import io.javalin.http.Context;
import java.util.Set;
import java.util.function.Function;

/**
 * {@code GET /v1/stats} and {@code GET /v1/topics/{topic}/stats}. The schedulers keep the counts,
 * so an answer costs the same whatever is pending.
 */
public final class CountJobs {
  /** What paths of topics begin with. */
  public static final String TOPICS = "/v1/topics/";

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
    var topic = topicOf(ctx);
    count(ctx, statistics -> statistics.of(topic));
  }

  /** Refuses an illegal topic name. Runs before routing, as the router fails on some. */
  public static void check(Context ctx) {
    topicOf(ctx);
  }

  private void count(Context ctx, Function<Statistics, ObjectNode> shown) {
    Parameters.of(ctx, Set.of());
    answer.run(
        ctx,
        claim -> questions.ask(all -> all, CountJobs::path),
        answers -> QueryAnswer.json(ctx, shown.apply(new Statistics(answers))));
  }

  private static String path(Set<Integer> partitions) {
    var list = new StringBuilder();
    partitions.forEach(number -> list.append(list.isEmpty() ? "" : ",").append(number));
    return SchedulerHttp.STATS + "?partitions=" + list;
  }

  private static String topicOf(Context ctx) {
    var rest = ctx.path().startsWith(TOPICS) ? ctx.path().substring(TOPICS.length()) : "";
    var slash = rest.indexOf('/');
    var topic = PercentEncoding.decode(slash < 0 ? rest : rest.substring(0, slash)).orElse("");
    if (!Parameters.isTopic(topic)) {
      throw Parameters.invalid("topic", "the path names no legal topic");
    }
    return topic;
  }
}
