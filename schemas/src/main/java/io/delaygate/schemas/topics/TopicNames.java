package io.delaygate.schemas.topics;

import java.util.Set;

/**
 * The names of one installation.
 *
 * @param applicationId the scheduler's Kafka Streams application id, and so the prefix of its
 *     changelogs, consumer group and transactional ids
 * @param requests the topic of commands
 * @param rerouted commands on their way to the partition that owns their id; written by schedulers
 *     only
 * @param deadLetters rejected commands and jobs that could not be delivered
 * @param reserved further names that later versions write to; no job may target them
 */
public record TopicNames(
    String applicationId,
    String requests,
    String rerouted,
    String deadLetters,
    Set<String> reserved) {

  /** The names that hang on one prefix, which may be empty. */
  public static TopicNames prefixed(String prefix) {
    return new TopicNames(
        prefix + "delaygate",
        prefix + "delay-requests",
        prefix + "delay-rerouted",
        prefix + "delay-dead-letters",
        Set.of(prefix + "delay-control", prefix + "delay-events", prefix + "delay-replies"));
  }

  /** The same installation with another topic of commands. */
  public TopicNames withRequests(String name) {
    return new TopicNames(applicationId, name, rerouted, deadLetters, reserved);
  }

  /** The same installation with another topic for rerouted commands. */
  public TopicNames withRerouted(String name) {
    return new TopicNames(applicationId, requests, name, deadLetters, reserved);
  }

  /** The same installation with another topic of dead letters. */
  public TopicNames withDeadLetters(String name) {
    return new TopicNames(applicationId, requests, rerouted, name, reserved);
  }

  /** The same installation under another application id. */
  public TopicNames withApplicationId(String name) {
    return new TopicNames(name, requests, rerouted, deadLetters, reserved);
  }

  /**
   * Whether a job may not be delivered there: our own topics (a job could command the scheduler),
   * the scheduler's internal ones and Kafka's. A user's {@code delay-orders} is fine.
   */
  public boolean isForbiddenTarget(String topic) {
    return topic.startsWith("__")
        || topic.startsWith(applicationId + "-")
        || topic.equals(requests)
        || topic.equals(rerouted)
        || topic.equals(deadLetters)
        || reserved.contains(topic);
  }
}
