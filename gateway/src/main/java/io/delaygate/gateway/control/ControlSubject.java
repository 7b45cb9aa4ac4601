package io.delaygate.gateway.control;

import io.delaygate.gateway.http.TopicPath;
import io.javalin.http.Context;

/**
 * Topic or queue that a decision is about.
 *
 * @param kind {@code topic} or {@code queue}
 * @param name as callers know it
 * @param topic that jobs are delivered to
 */
public record ControlSubject(String kind, String name, String topic) {
  /** The topic that a path names. */
  public static ControlSubject topic(Context ctx) {
    return ofTopic(TopicPath.topic(ctx));
  }

  static ControlSubject ofTopic(String topic) {
    return new ControlSubject("topic", topic, topic);
  }
}
