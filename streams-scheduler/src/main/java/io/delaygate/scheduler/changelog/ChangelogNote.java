package io.delaygate.scheduler.changelog;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * What is written down about the changelog: the value of a record of {@code delay-control}.
 *
 * <pre>
 * topic id [' ' partition {',' partition} [' ' former topic id]]
 * </pre>
 *
 * @param id of the topic that holds the jobs
 * @param open partitions that are still to be written from local state; empty when all is there
 * @param former id of the topic that this local state belongs to; null where that is not known
 */
record ChangelogNote(String id, Set<Integer> open, @Nullable String former) {
  ChangelogNote {
    open = Set.copyOf(open);
  }

  /**
   * Reads a value.
   *
   * @throws IllegalArgumentException if it is none
   */
  static ChangelogNote decode(byte[] value) {
    var parts = new String(value, UTF_8).split(" ", 3);
    if (parts[0].isEmpty()) {
      throw new IllegalArgumentException("it names no topic id");
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

  /** A topic that has all jobs. */
  static ChangelogNote whole(String id) {
    return new ChangelogNote(id, Set.of(), null);
  }

  /** The same once a partition is written. */
  ChangelogNote without(int partition) {
    var left = new TreeSet<>(open);
    left.remove(partition);
    return new ChangelogNote(id, left, former);
  }
}
