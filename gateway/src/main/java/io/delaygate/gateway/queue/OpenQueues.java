package io.delaygate.gateway.queue;

import io.delaygate.gateway.problem.ProblemException;
import io.delaygate.schemas.contract.ReasonCode;
import io.delaygate.schemas.topics.TopicNames;

/** Makes the topics of queues, each when it is published to first. Thread-safe. */
public final class OpenQueues {
  /**
   * Queues of a namespace: each is a topic, of which brokers have some thousands. Gateways that
   * make one in the same moment may pass it by that many.
   */
  public static final int MOST = 200;

  private final KnownQueues queues;
  private final QueueTopicAdmin admin;
  private final TopicNames names;

  /** Makes what is not known there. */
  public OpenQueues(KnownQueues queues, QueueTopicAdmin admin, TopicNames names) {
    this.queues = queues;
    this.admin = admin;
    this.names = names;
  }

  /**
   * Makes the topic of a queue if it is missing. Where nobody can tell, it is taken to be there: if
   * it is not, the job waits for it.
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
    if (!queues.isGone(topic)) {
      return;
    }
    var there = admin.beginningWith(names.queuesOf(namespace));
    if (there.contains(topic)) {
      return;
    }
    if (there.size() >= MOST) {
      throw new ProblemException(
          ReasonCode.TOO_MANY,
          "the namespace has %d queues, and can have no more; nothing was stored".formatted(MOST));
    }
    admin.make(topic);
  }
}
