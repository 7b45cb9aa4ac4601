package io.delaygate.scheduler.changelog;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.delaygate.scheduler.store.ChangelogIds;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Note in {@code delay-control} that names the changelog topic that holds the jobs. Record value:
 *
 * <pre>
 * id [' ' partition {',' partition} [' ' former id]]
 * </pre>
 *
 * @param id of the changelog that holds the jobs, see {@link ChangelogIds}: another one after each
 *     repair, so that a store with records that the topic lacks is not continued
 * @param open partitions that are still to be written from local state; empty if complete
 * @param former id that this local state belongs to, null if not known; the same as {@code id} if
 *     the topic was found to be shorter, and has to be created anew
 */
record ChangelogNote(String id, Set<Integer> open, @Nullable String former) {
  ChangelogNote {
    open = Set.copyOf(open);
  }

  /**
   * Reads a value.
   *
   * @throws IllegalArgumentException if the value is not a note
   */
  static ChangelogNote decode(byte[] value) {
    var parts = new String(value, UTF_8).split(" ", 3);
    if (parts[0].isEmpty()) {
      throw new IllegalArgumentException("the note has no topic id");
    }
    var open =
        parts.length < 2
            ? Set.<Integer>of()
            : Stream.of(parts[1].split(",")).map(Integer::valueOf).collect(Collectors.toSet());
    return new ChangelogNote(parts[0], open, parts.length < 3 ? null : parts[2]);
  }

  byte[] encode() {
    var partitions =
        new TreeSet<>(open).stream().map(String::valueOf).collect(Collectors.joining(","));
    var text = new StringBuilder(id);
    if (!partitions.isEmpty()) {
      text.append(' ').append(partitions);
      text.append(former == null ? "" : " " + former);
    }
    return text.toString().getBytes(UTF_8);
  }

  /** Note about a topic that has all jobs. */
  static ChangelogNote whole(String id) {
    return new ChangelogNote(id, Set.of(), null);
  }

  /** Note about a topic that lacks records that stores have, in some partitions. */
  static ChangelogNote shorter(String id, Set<Integer> partitions) {
    return new ChangelogNote(id, partitions, id);
  }

  /** Note about a topic that is accepted as it is, whatever records it lacks. */
  static ChangelogNote accepted(String topicId, @Nullable ChangelogNote before) {
    var isSame = before != null && before.topicId().equals(topicId);
    var losses = before != null && isSame ? ChangelogIds.losses(before.id) : 0;
    return whole(ChangelogIds.decided(topicId, losses + 1));
  }

  /** Note about a recreated topic with partitions that are still to be written. */
  static ChangelogNote begun(String topicId, Set<Integer> partitions, @Nullable String former) {
    return new ChangelogNote(ChangelogIds.decided(topicId, 0), partitions, former);
  }

  String topicId() {
    return ChangelogIds.topicId(id);
  }

  /** Whether the topic was found to be shorter than a store. */
  boolean isShorter() {
    return !open.isEmpty() && id.equals(former);
  }

  /** The same once a partition is written. */
  ChangelogNote without(int partition) {
    var left = new TreeSet<>(open);
    left.remove(partition);
    return new ChangelogNote(id, left, former);
  }
}
