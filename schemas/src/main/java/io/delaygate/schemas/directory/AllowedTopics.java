package io.delaygate.schemas.directory;

import io.delaygate.schemas.topics.TopicNames;
import io.delaygate.schemas.topics.TopicRules;
import java.time.Duration;
import java.util.Collection;

/**
 * Directory that keeps senders' records out of topics by rule: when they come in, and again when a
 * job is due that was accepted under other rules. Nothing is asked about such a topic.
 */
public final class AllowedTopics implements TopicDirectory {
  private static final TopicStatus DENIED = new TopicStatus.Denied();

  private final TopicDirectory all;
  private final TopicNames own;
  private final TopicRules rules;

  /**
   * A directory by these rules.
   *
   * @param own topics of the installation, which rules do not concern: no sender may name them, or,
   *     of queues, whoever may publish there
   */
  public AllowedTopics(TopicDirectory all, TopicNames own, TopicRules rules) {
    this.all = all;
    this.own = own;
    this.rules = rules;
  }

  @Override
  public TopicStatus status(String topic) {
    return isAllowed(topic) ? all.status(topic) : DENIED;
  }

  @Override
  public TopicStatus known(String topic) {
    return isAllowed(topic) ? all.known(topic) : DENIED;
  }

  @Override
  public boolean isJudged(String topic, long ageNanos) {
    return !isAllowed(topic) || all.isJudged(topic, ageNanos);
  }

  @Override
  public boolean await(Collection<String> topics, Duration most) {
    return all.await(topics.stream().filter(this::isAllowed).toList(), most);
  }

  @Override
  public void doubt() {
    all.doubt();
  }

  @Override
  public void doubt(String topic) {
    if (isAllowed(topic)) {
      all.doubt(topic);
    }
  }

  @Override
  public void listen(TopicListener listener) {
    all.listen(listener);
  }

  private boolean isAllowed(String topic) {
    return rules.allows(topic) || own.isQueue(topic) || own.isForbiddenTarget(topic);
  }
}
