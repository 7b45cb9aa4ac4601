package io.delaygate.schemas.topics;

import java.util.Optional;
import java.util.regex.Pattern;

/**
 * The names of one installation.
 *
 * @param applicationId the scheduler's Kafka Streams application id, and so the prefix of its
 *     changelogs, consumer group and transactional ids
 * @param requests the topic of commands
 * @param rerouted commands on their way to the partition that owns their id; written by schedulers
 *     only
 * @param deadLetters rejected commands and jobs that could not be delivered
 * @param replies outcomes on their way to gateways
 * @param events one record for each transition of a job
 * @param control what operators decide about targets
 * @param queues what the names of topics of queues begin with
 */
public record TopicNames(
    String applicationId,
    String requests,
    String rerouted,
    String deadLetters,
    String replies,
    String events,
    String control,
    String queues) {
  /** As long as those of lmstfy: no topic is named after a queue. */
  private static final Pattern QUEUE = Pattern.compile("[A-Za-z0-9_-]{1,255}");

  private static final Pattern QUEUE_OF_NAMESPACE =
      Pattern.compile("[A-Za-z0-9_-]{1,64}\\." + QUEUE.pattern());

  /** The names that hang on one prefix, which may be empty. */
  public static TopicNames prefixed(String prefix) {
    return new TopicNames(
        prefix + "delaygate",
        prefix + "delay-requests",
        prefix + "delay-rerouted",
        prefix + "delay-dead-letters",
        prefix + "delay-replies",
        prefix + "delay-events",
        prefix + "delay-control",
        prefix + "queue.");
  }

  /** The same installation with another topic of commands. */
  public TopicNames withRequests(String name) {
    return new TopicNames(
        applicationId, name, rerouted, deadLetters, replies, events, control, queues);
  }

  /** The same installation with another topic for rerouted commands. */
  public TopicNames withRerouted(String name) {
    return new TopicNames(
        applicationId, requests, name, deadLetters, replies, events, control, queues);
  }

  /** The same installation with another topic of dead letters. */
  public TopicNames withDeadLetters(String name) {
    return new TopicNames(
        applicationId, requests, rerouted, name, replies, events, control, queues);
  }

  /** The same installation with another topic of outcomes. */
  public TopicNames withReplies(String name) {
    return new TopicNames(
        applicationId, requests, rerouted, deadLetters, name, events, control, queues);
  }

  /** The same installation with another topic of events. */
  public TopicNames withEvents(String name) {
    return new TopicNames(
        applicationId, requests, rerouted, deadLetters, replies, name, control, queues);
  }

  /** The same installation with another topic of decisions. */
  public TopicNames withControl(String name) {
    return new TopicNames(
        applicationId, requests, rerouted, deadLetters, replies, events, name, queues);
  }

  /** The same installation under another application id. */
  public TopicNames withApplicationId(String name) {
    return new TopicNames(name, requests, rerouted, deadLetters, replies, events, control, queues);
  }

  /**
   * What stands for a queue in the target of its jobs; it may be longer than the name of a topic.
   *
   * @param queue 1 to 255 letters, digits, {@code -} and {@code _}
   * @return empty if that is no name of a queue
   */
  public Optional<String> queue(String namespace, String queue) {
    return Optional.of(queuesOf(namespace) + queue).filter(topic -> QUEUE.matcher(queue).matches());
  }

  /** Whether it is what {@link #queue} gives for a namespace and a queue that there may be. */
  public boolean namesQueue(String topic) {
    return isQueue(topic) && QUEUE_OF_NAMESPACE.matcher(topic.substring(queues.length())).matches();
  }

  /** What the names of all queues of a namespace begin with, and of no others. */
  public String queuesOf(String namespace) {
    return queues + namespace + ".";
  }

  /** Whether it is no topic but stands for a queue, of any namespace. */
  public boolean isQueue(String topic) {
    return topic.startsWith(queues);
  }

  /** The consumer group that every gateway is a member of, so that they can be counted. */
  public String gatewaysGroup() {
    return applicationId + "-gateways";
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
        || topic.equals(replies)
        || topic.equals(events)
        || topic.equals(control);
  }

  /** Whether no outcome may be sent there: a forbidden target that is not the topic for it. */
  public boolean isForbiddenReply(String topic) {
    return !topic.equals(replies) && isForbiddenTarget(topic);
  }
}
