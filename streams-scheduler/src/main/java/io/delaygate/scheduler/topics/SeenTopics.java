package io.delaygate.scheduler.topics;

import io.delaygate.schemas.topics.PlannedTopic;
import java.util.HashMap;
import java.util.List;
import java.util.Set;

/**
 * Planned and found topics of an installation at one moment.
 *
 * @param partitions of the topic of commands, which the plan goes by
 */
record SeenTopics(int partitions, List<PlannedTopic> plan, FoundTopics found) {
  SeenTopics {
    plan = List.copyOf(plan);
  }

  /** The same with topics as they were at another moment. */
  SeenTopics with(SeenTopics other, Set<String> topics) {
    var mixed = new HashMap<>(found.topics());
    topics.forEach(topic -> mixed.put(topic, other.found().of(topic)));
    return new SeenTopics(partitions, plan, new FoundTopics(mixed, found.brokers()));
  }

  /** Their deviations by the start-up check, refusals first. */
  List<Deviation> deviations() {
    return TopicRules.check(plan, found);
  }
}
