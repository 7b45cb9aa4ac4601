package io.delaygate.service.directory;

import io.delaygate.schemas.topics.EndpointName;
import io.delaygate.schemas.topics.TopicNames;
import io.delaygate.schemas.topics.TopicPatterns;
import java.time.Duration;
import java.util.Collection;
import java.util.function.Predicate;

/**
 * Topic directory that applies the operator's allow and deny rules. It refuses forbidden topics
 * when a job is scheduled, and again when a job is due that was accepted under other rules. It also
 * knows which names are queues, and which endpoints exist. The brokers are asked about none of
 * these.
 */
public final class AllowedTopics implements TopicDirectory {
  private static final TopicStatus DENIED = new TopicStatus.Denied();
  private static final TopicStatus QUEUE = new TopicStatus.Queue();
  private static final TopicStatus NO_ENDPOINT = new TopicStatus.NoEndpoint();

  private final TopicDirectory all;
  private final TopicNames own;
  private final TopicPatterns rules;
  private final Predicate<EndpointName> endpoints;

  /**
   * A directory with these rules.
   *
   * @param own topics of the installation, to which the rules do not apply: no sender may name
   *     them, except queues to which it may publish
   * @param endpoints whether an endpoint exists now
   */
  public AllowedTopics(
      TopicDirectory all, TopicNames own, TopicPatterns rules, Predicate<EndpointName> endpoints) {
    this.endpoints = endpoints;
    this.all = all;
    this.own = own;
    this.rules = rules;
  }

  @Override
  public TopicStatus status(String topic) {
    return isTopic(topic) ? all.status(topic) : ruled(topic);
  }

  @Override
  public TopicStatus known(String topic) {
    return isTopic(topic) ? all.known(topic) : ruled(topic);
  }

  private TopicStatus ruled(String topic) {
    if (!own.isQueue(topic)) {
      return DENIED;
    }
    return own.endpointOf(topic).filter(endpoints.negate()).isPresent() ? NO_ENDPOINT : QUEUE;
  }

  @Override
  public boolean isJudged(String topic, long ageNanos) {
    return !isTopic(topic) || all.isJudged(topic, ageNanos);
  }

  @Override
  public boolean await(Collection<String> topics, Duration most) {
    return all.await(topics.stream().filter(this::isTopic).toList(), most);
  }

  @Override
  public void doubt() {
    all.doubt();
  }

  @Override
  public void doubt(String topic) {
    if (isTopic(topic)) {
      all.doubt(topic);
    }
  }

  @Override
  public void listen(TopicListener listener) {
    all.listen(listener);
  }

  /** Whether the brokers are asked about it. */
  private boolean isTopic(String topic) {
    return !own.isQueue(topic) && (rules.allows(topic) || own.isForbiddenTarget(topic));
  }
}
