package io.delaygate.gateway.http;

import io.javalin.http.Context;

/**
 * Target topic in the path {@code /v1/topics/{topic}}, read from the raw path; it need not exist.
 */
public final class TopicPath {
  /** Prefix of paths of topics. */
  public static final String PREFIX = "/v1/topics/";

  private TopicPath() {}

  /**
   * Refuses a topic name that is not valid. Runs before routing, as the router fails on some names.
   */
  public static void check(Context ctx) {
    topic(ctx);
  }

  /** The topic; a name that is not valid ends the call with a problem. */
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
