package io.delaygate.schemas.command;

import io.delaygate.schemas.contract.DelayHeader;
import io.delaygate.schemas.contract.ReasonCode;
import io.delaygate.schemas.topics.EndpointName;
import io.delaygate.schemas.topics.TopicNames;
import org.apache.kafka.common.errors.InvalidTopicException;
import org.apache.kafka.common.internals.Topic;

/** Check of the topic names that a sender gives as target or dead-letter topic. Thread-safe. */
final class TargetNames {
  private final TopicNames names;

  TargetNames(TopicNames names) {
    this.names = names;
  }

  /** Refuses names that are not valid, and our own topics; names of queues may be longer. */
  void check(DelayHeader header, String topic) {
    if (names.namesQueue(topic)) {
      return;
    }
    if (EndpointName.isTarget(topic)) {
      throw new RefusalException(
          ReasonCode.TARGET_INVALID,
          header,
          "'%s' stands for an endpoint; name the endpoint in 'delay-target-endpoint'",
          topic);
    }
    try {
      Topic.validate(topic);
    } catch (InvalidTopicException illegal) {
      throw new RefusalException(
          ReasonCode.TARGET_INVALID,
          header,
          "'%s' is not a valid topic name: 1 to 249 of a-z, A-Z, 0-9, '.', '_', '-', and not '.' or"
              + " '..'",
          topic);
    }
    if (names.isForbiddenTarget(topic)) {
      throw new RefusalException(
          ReasonCode.TARGET_FORBIDDEN, header, "jobs may not be delivered to '%s'", topic);
    }
  }
}
