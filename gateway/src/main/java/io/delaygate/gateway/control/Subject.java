package io.delaygate.gateway.control;

import io.delaygate.gateway.http.TopicPath;
import io.javalin.http.Context;

/**
 * What a decision is about.
 *
 * @param kind {@code topic} or {@code queue}
 * @param name as callers know it
 * @param topic that jobs are delivered to
 */
public record Subject(String kind, String name, String topic) {
  /** The topic that a path names. */
  static Subject topic(Context ctx) {
    return ofTopic(TopicPath.topic(ctx));
  }

  static Subject ofTopic(String topic) {
    return new Subject("topic", topic, topic);
  }
}
