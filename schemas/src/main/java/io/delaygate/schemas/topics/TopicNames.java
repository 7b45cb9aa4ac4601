package io.delaygate.schemas.topics;

import java.util.Optional;
import java.util.regex.Pattern;

/**
 * Names of the topics and the application of one installation.
 *
 * @param applicationId the scheduler's Kafka Streams application id, and so the prefix of its
 *     changelogs, consumer group and transactional ids
 * @param requests the topic of commands
 * @param rerouted commands on their way to the partition that owns their id; written by schedulers
 *     only
 * @param deadLetters rejected commands and jobs that could not be delivered
 * @param replies outcomes on their way to gateways
 * @param events one record for each transition of a job
 * @param control decisions of operators about targets
 * @param queues prefix of the names of queues
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
  /** As long as the names of lmstfy, since no topic is named after a queue. */
  private static final Pattern QUEUE = Pattern.compile("[A-Za-z0-9_-]{1,255}");

  private static final Pattern QUEUE_OF_NAMESPACE =
      Pattern.compile("[A-Za-z0-9_-]{1,64}\\." + QUEUE.pattern());

  /**
   * First character of an endpoint's name in a target. No queue's name contains it, so that no
   * queue collides with an endpoint.
   */
  private static final char ENDPOINT = '~';

  /** The default names with one prefix, which may be empty. */
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
   * The target that stands for a queue; it may be longer than the name of a topic.
   *
   * @param queue 1 to 255 letters, digits, {@code -} and {@code _}
   * @return empty if the name of the queue is not valid
   */
  public Optional<String> queue(String namespace, String queue) {
    return Optional.of(queuesOf(namespace) + queue).filter(topic -> QUEUE.matcher(queue).matches());
  }

  /** Whether it is a valid name of a queue, as {@link #queue} gives it. */
  public boolean namesQueue(String topic) {
    return isQueue(topic) && QUEUE_OF_NAMESPACE.matcher(topic.substring(queues.length())).matches();
  }

  /** Prefix of the names of all queues of a namespace, and of no others. */
  public String queuesOf(String namespace) {
    return queues + namespace + ".";
  }

  /** Whether it stands for a queue of any namespace, and is not a topic. */
  public boolean isQueue(String topic) {
    return topic.startsWith(queues);
  }

  /**
   * The target that stands for an endpoint: {@code queue.shop.~billing}.
   *
   * @return empty if a name is not valid
   */
  public Optional<String> endpoint(String namespace, String name) {
    return EndpointName.isName(namespace) && EndpointName.isName(name)
        ? Optional.of(endpoint(new EndpointName(namespace, name)))
        : Optional.empty();
  }

  /** The target that stands for an endpoint. */
  public String endpoint(EndpointName endpoint) {
    return queuesOf(endpoint.namespace()) + ENDPOINT + endpoint.name();
  }

  /** Whether it stands for an endpoint, as {@link #endpoint} gives it. */
  public boolean isEndpoint(String topic) {
    return endpointOf(topic).isPresent();
  }

  /** The endpoint that a target stands for; empty for a topic or a queue. */
  public Optional<EndpointName> endpointOf(String topic) {
    var mark = topic.lastIndexOf(ENDPOINT);
    if (!isQueue(topic) || mark <= queues.length() || topic.charAt(mark - 1) != '.') {
      return Optional.empty();
    }
    var namespace = topic.substring(queues.length(), mark - 1);
    var name = topic.substring(mark + 1);
    return EndpointName.isName(namespace) && EndpointName.isName(name)
        ? Optional.of(new EndpointName(namespace, name))
        : Optional.empty();
  }

  /** The consumer group of all gateways, so that they can be counted. */
  public String gatewaysGroup() {
    return applicationId + "-gateways";
  }

  /**
   * Whether a job may not be delivered there: our own topics (a job could command the scheduler),
   * the scheduler's internal ones and Kafka's. A user's {@code delay-orders} is allowed.
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

  /** Whether no outcome may be sent there: a forbidden target other than the topic of outcomes. */
  public boolean isForbiddenReply(String topic) {
    return !topic.equals(replies) && isForbiddenTarget(topic);
  }
}
