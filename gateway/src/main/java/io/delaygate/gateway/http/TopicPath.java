package io.delaygate.gateway.http;

import io.javalin.http.Context;

/** The target in {@code /v1/topics/{topic}}, from the raw path; it need not exist. */
public final class TopicPath {
  /** What paths of topics begin with. */
  public static final String PREFIX = "/v1/topics/";

  private TopicPath() {}

  /** Refuses an illegal topic name. Runs before routing, as the router fails on some. */
  public static void check(Context ctx) {
    topic(ctx);
  }

  /** The topic, a legal name; any other ends the call with a problem. */
  public static String topic(Context ctx) {
    var rest = ctx.path().startsWith(PREFIX) ? ctx.path().substring(PREFIX.length()) : "";
    var slash = rest.indexOf('/');
    var topic = PercentEncoding.decode(slash < 0 ? rest : rest.substring(0, slash)).orElse("");
    if (!QueryParameters.isTopic(topic)) {
      throw QueryParameters.invalid("topic", "the path names no legal topic");
    }
    return topic;
  }
}
