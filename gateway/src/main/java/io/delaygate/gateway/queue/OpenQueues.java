package io.delaygate.gateway.queue;

import io.delaygate.gateway.problem.ProblemException;
import io.delaygate.schemas.contract.ReasonCode;
import io.delaygate.schemas.topics.TopicNames;

/** Makes the topics of queues, each when it is published to first. Thread-safe. */
public final class OpenQueues {
  private final KnownQueues queues;
  private final QueueTopicAdmin admin;
  private final TopicNames names;
  private final int most;

  /**
   * Makes what is not known there.
   *
   * @param most how many queues a namespace may have; gateways that make one in the same moment may
   *     pass it by that many
   */
  public OpenQueues(KnownQueues queues, QueueTopicAdmin admin, TopicNames names, int most) {
    this.queues = queues;
    this.admin = admin;
    this.names = names;
    this.most = most;
  }

  /**
   * Makes the topic of a queue if it is missing. The brokers are asked where the directory cannot
   * tell, as it cannot in a busy start: nothing but another publish would make the topic later.
   *
   * @throws ProblemException 409 when the namespace has as many queues as it may; 503 when the
   *     brokers do not make it, or the gateway may not
   */
  public void open(String namespace, String topic) {
    queues
        .obstacle(topic)
        .ifPresent(
            why -> {
              throw new ProblemException(ReasonCode.UNAVAILABLE, why + "; nothing was stored");
            });
    if (queues.exists(topic)) {
      return;
    }
    var there = admin.beginningWith(names.queuesOf(namespace));
    if (!there.contains(topic)) {
      make(topic, there.size());
    }
    queues.changed(topic);
  }

  private void make(String topic, int there) {
    if (there >= most) {
      throw new ProblemException(
          ReasonCode.TOO_MANY,
          "the namespace may have %d queues, and has them; nothing was stored".formatted(most));
    }
    admin.make(topic);
  }
}
