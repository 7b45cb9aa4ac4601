package io.delaygate.scheduler.topics;

import io.delaygate.scheduler.topics.Deviation.Severity;
import io.delaygate.scheduler.topics.FoundTopic.Missing;
import io.delaygate.scheduler.topics.FoundTopic.Present;
import io.delaygate.schemas.topics.PlannedTopic;
import io.delaygate.schemas.topics.TopicRole;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Deviations and changes of the topics of a running scheduler: all that the start-up check finds,
 * and what changed since the scheduler began. A missing or recreated changelog is left out, as it
 * is more than a deviation. Pure.
 *
 * @param isResized whether the topic of commands has another number of partitions than it had
 * @param deviations refusals first
 * @param madeAnew ids of topics that were deleted and made again, by name, without changelogs
 */
record TopicChanges(boolean isResized, List<Deviation> deviations, Map<String, String> madeAnew) {
  /**
   * Compares.
   *
   * @param first what was there when the scheduler began
   */
  static TopicChanges between(SeenTopics first, SeenTopics now) {
    var deviations = new ArrayList<Deviation>();
    var madeAnew = new TreeMap<String, String>();
    for (var topic : now.plan()) {
      var before = first.found().of(topic.name());
      var found = now.found().of(topic.name());
      if (!topic.role().isChangelog() && isAnother(before, found)) {
        madeAnew.put(topic.name(), ((Present) found).id());
      }
      if (topic.role() == TopicRole.REQUESTS && found instanceof Present) {
        add(resized(topic, first, now), deviations);
      }
    }
    var changed = deviations.stream().map(Deviation::topic).toList();
    now.deviations().stream()
        .filter(it -> !changed.contains(it.topic()) && !isOtherChangelog(it.topic(), first, now))
        .forEach(deviations::add);
    return new TopicChanges(
        first.partitions() != now.partitions(), List.copyOf(deviations), madeAnew);
  }

  /** Whether a scheduler that starts now would start, and read all commands. */
  boolean isStartable() {
    return deviations.stream().filter(it -> it.severity() == Severity.REFUSE).count()
        == (isResized ? 1 : 0);
  }

  private static void add(@Nullable Deviation found, List<Deviation> to) {
    if (found != null) {
      to.add(found);
    }
  }

  private static boolean isAnother(FoundTopic before, FoundTopic found) {
    return before instanceof Present was
        && found instanceof Present is
        && !was.id().equals(is.id());
  }

  /** Whether it is a missing or recreated changelog; package {@code changelog} deals with it. */
  private static boolean isOtherChangelog(String topic, SeenTopics first, SeenTopics now) {
    var found = now.found().of(topic);
    return now.plan().stream()
            .anyMatch(planned -> planned.role().isChangelog() && planned.name().equals(topic))
        && (found instanceof Missing || isAnother(first.found().of(topic), found));
  }

  private static @Nullable Deviation resized(PlannedTopic topic, SeenTopics first, SeenTopics now) {
    if (first.partitions() == now.partitions()) {
      return null;
    }
    var others =
        now.plan().stream()
            .filter(TopicChanges::followsCommands)
            .filter(it -> partitions(now.found().of(it.name())) < now.partitions())
            .map(PlannedTopic::name)
            .collect(Collectors.joining(" and "));
    return refused(
        topic,
        "has %d partitions, but had %d when the scheduler started"
            .formatted(now.partitions(), first.partitions()),
        "commands in partitions that the scheduler does not know are not read",
        others.isEmpty()
            ? "Nothing to do: all topics match, and the scheduler rejoins its group"
            : ("Raise %s to %d as well (kafka-topics.sh --alter --topic NAME --partitions %d);"
                    + " schedulers then rejoin their group by themselves")
                .formatted(others, now.partitions(), now.partitions()));
  }

  private static boolean followsCommands(PlannedTopic topic) {
    return topic.role() == TopicRole.REROUTED || topic.role().isChangelog();
  }

  private static int partitions(FoundTopic found) {
    return found instanceof Present present ? present.partitions() : 0;
  }

  private static Deviation refused(PlannedTopic topic, String finding, String why, String remedy) {
    return new Deviation(Severity.REFUSE, topic.name(), finding, why, remedy);
  }
}
