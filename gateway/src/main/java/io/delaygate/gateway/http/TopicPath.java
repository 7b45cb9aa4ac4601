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
   * The topic; a name that is not valid ends the call with a problem. Also runs before routing, as
   * the router fails on some names.
   */
  public static String topic(Context ctx) {
    var topic = PercentEncoding.segment(ctx, PREFIX).orElse("");
    if (!QueryParameters.isTopic(topic)) {
      throw QueryParameters.invalid(
          "topic",
          "the name of the topic is not valid: 1 to 249 of a-z, A-Z, 0-9, '.', '_', '-', and not"
              + " '.' or '..'");
    }
    return topic;
  }
}
