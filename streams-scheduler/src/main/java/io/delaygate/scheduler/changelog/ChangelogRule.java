package io.delaygate.scheduler.changelog;

import io.delaygate.scheduler.changelog.ChangelogVerdict.Adopt;
import io.delaygate.scheduler.changelog.ChangelogVerdict.Create;
import io.delaygate.scheduler.changelog.ChangelogVerdict.Refused;
import io.delaygate.scheduler.changelog.ChangelogVerdict.Same;
import io.delaygate.scheduler.store.LocalCopy;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * Decision rule that derives a verdict from the note, the topic and the local stores. Pure.
 *
 * @param topic name of the changelog
 */
record ChangelogRule(String topic) {
  /** Derives the verdict from the facts. */
  ChangelogVerdict judge(Facts facts) {
    var note = facts.note();
    var found = facts.found();
    if (note == null) {
      return found == null ? unwritten(facts) : unwritten(facts, found);
    }
    if (found == null) {
      return new Refused(gone());
    }
    if (!found.equals(note.topicId())) {
      return new Refused(another(note.topicId(), found));
    }
    if (!note.open().isEmpty()) {
      return new Refused(note.isShorter() ? shorter(note.open()) : unfinished(note));
    }
    return unlessShorter(facts, note.id(), new Same(note.id()));
  }

  private ChangelogVerdict unwritten(Facts facts) {
    return facts.isUsed() || facts.copies().stream().anyMatch(ChangelogRule::hasRead)
        ? new Refused(gone())
        : new Create();
  }

  private ChangelogVerdict unwritten(Facts facts, String found) {
    if (facts.copies().stream().noneMatch(copy -> isBound(copy, found))) {
      for (var copy : facts.copies()) {
        var bound = copy.changelog();
        if (bound != null) {
          return new Refused(another(bound, found));
        }
      }
      if (facts.isUsed() && facts.isNeverWritten()) {
        return new Refused(empty());
      }
    }
    return unlessShorter(facts, found, new Adopt(found));
  }

  private ChangelogVerdict unlessShorter(Facts facts, String id, ChangelogVerdict verdict) {
    var shorter = shorter(facts, id);
    return shorter.isEmpty() ? verdict : new Refused(shorter(shorter), shorter);
  }

  private static boolean isBound(LocalCopy copy, String id) {
    return id.equals(copy.changelog());
  }

  private static boolean hasRead(LocalCopy copy) {
    var last = copy.last();
    return copy.changelog() != null || (last != null && last >= 0);
  }

  private static TreeSet<Integer> shorter(Facts facts, String id) {
    var partitions = new TreeSet<Integer>();
    for (var copy : facts.copies()) {
      if (copy.isOf(id) && facts.lacks(copy)) {
        partitions.add(copy.partition());
      }
    }
    return partitions;
  }

  String gone() {
    return told("does not exist any more, but holds the pending jobs");
  }

  String another(String known, String found) {
    return told(
        "was deleted and recreated (topic id %s, expected %s): it does not hold the pending jobs"
            .formatted(found, known));
  }

  String shorter(Set<Integer> partitions) {
    return told(
        "is shorter than before: it lacks records that were read from it, in partitions "
            + new TreeSet<>(partitions));
  }

  private String empty() {
    return told(
        "is empty although commands were read before, and delay-control has no note of the"
            + " topic that holds the pending jobs");
  }

  private String unfinished(ChangelogNote note) {
    return "Topic '%s' is being rebuilt; partitions %s are missing. %s"
        .formatted(
            topic,
            new TreeSet<>(note.open()),
            "Continue on the hosts that have their stores: delaygate topics rebuild-changelog;"
                + " or accept that their jobs are lost: delaygate topics accept-loss "
                + topic);
  }

  private String told(String what) {
    return ("Topic '%s' %s. Local state is kept and no job is delivered. Rebuild the topic from"
            + " local state: delaygate topics rebuild-changelog; or accept that jobs are lost:"
            + " delaygate topics accept-loss %s")
        .formatted(topic, what, topic);
  }

  /**
   * Facts that the rule judges.
   *
   * @param note about the changelog; null without one
   * @param found id of the topic; null if it does not exist
   * @param copies local stores
   * @param ranges offsets of each partition that the brokers returned
   * @param isUsed whether the group of the schedulers has read commands before
   */
  record Facts(
      @Nullable ChangelogNote note,
      @Nullable String found,
      List<LocalCopy> copies,
      Map<Integer, LogRange> ranges,
      boolean isUsed) {
    Facts {
      copies = List.copyOf(copies);
      ranges = Map.copyOf(ranges);
    }

    /**
     * Whether the topic lacks records that a store continues from; false while that is not known.
     */
    boolean lacks(LocalCopy copy) {
      var range = ranges.get(copy.partition());
      return range != null && range.lacksFrom(copy.last());
    }

    /** Whether the topic never had a record, as far as the brokers show. */
    boolean isNeverWritten() {
      return ranges.values().stream().allMatch(range -> range.end() == 0);
    }
  }
}
