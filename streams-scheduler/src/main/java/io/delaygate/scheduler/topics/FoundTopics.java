package io.delaygate.scheduler.topics;

import java.util.Map;

/**
 * Topics of an installation as the brokers show them.
 *
 * @param topics by name; has each one that was asked for
 * @param brokers how many there are, 0 if they do not say
 */
record FoundTopics(Map<String, FoundTopic> topics, int brokers) {
  FoundTopics {
    topics = Map.copyOf(topics);
  }

  FoundTopic of(String name) {
    return topics.getOrDefault(name, new FoundTopic.Missing());
  }
}
