package io.delaygate.scheduler.topics;

import io.delaygate.schemas.topics.PlannedTopic;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;

/** Comparison of a topic plan with the topics that were found, by all rules. */
final class TopicRules {
  private TopicRules() {}

  /** All deviations: refusals first, then topic by topic in the order of the plan. */
  static List<Deviation> check(List<PlannedTopic> plan, FoundTopics found) {
    return plan.stream()
        .flatMap(
            topic ->
                Arrays.stream(TopicRule.values())
                    .map(rule -> rule.deviation(topic, found.of(topic.name()), found.brokers())))
        .filter(Objects::nonNull)
        .sorted(Comparator.comparing(Deviation::severity))
        .toList();
  }
}
