package io.delaygate.scheduler.changelog;

import io.delaygate.scheduler.changelog.ChangelogRule.Facts;
import io.delaygate.scheduler.store.LocalCopy;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * Plan of a changelog rebuild: the local store that each partition is written from. Pure.
 *
 * @param isContinued whether an earlier rebuild created the topic and left some partitions to write
 * @param former id of the topic that held the jobs, null if not known
 * @param copies one local store for each partition that can be written here
 * @param missing partitions that are still to be written and have no local store
 */
record RebuildPlan(
    boolean isContinued, @Nullable String former, List<LocalCopy> copies, Set<Integer> missing) {
  RebuildPlan {
    copies = List.copyOf(copies);
    missing = Set.copyOf(missing);
  }

  /**
   * Makes a plan. Of several stores of a partition it prefers the one that was kept: a store beside
   * it was made later.
   *
   * @param partitions number of partitions of the changelog
   * @param incomplete whether to use stores that may lack jobs, see {@link LocalCopy#isWhole}
   */
  static RebuildPlan of(Facts facts, int partitions, boolean incomplete) {
    var note = facts.note();
    var isContinued =
        note != null
            && note.topicId().equals(facts.found())
            && !note.open().isEmpty()
            && !note.isShorter();
    var former = note == null ? null : isContinued ? note.former() : note.id();
    var wanted =
        note != null && isContinued
            ? new TreeSet<>(note.open())
            : IntStream.range(0, partitions).boxed().collect(Collectors.toCollection(TreeSet::new));
    var chosen = new TreeMap<Integer, LocalCopy>();
    for (var partition : wanted) {
      best(facts.copies(), partition, former, incomplete)
          .ifPresent(copy -> chosen.put(partition, copy));
    }
    wanted.removeAll(chosen.keySet());
    return new RebuildPlan(isContinued, former, List.copyOf(chosen.values()), wanted);
  }

  private static Optional<LocalCopy> best(
      List<LocalCopy> copies, int partition, @Nullable String former, boolean incomplete) {
    return copies.stream()
        .filter(copy -> copy.partition() == partition)
        .filter(copy -> former == null || copy.isOf(former))
        .filter(copy -> copy.isWhole() || (incomplete && copy.hasRead()))
        .min(
            Comparator.comparing((LocalCopy copy) -> !copy.isKept())
                .thenComparing(copy -> !copy.isSound()));
  }

  /** All partitions that are still to be written. */
  Set<Integer> partitions() {
    var all = new TreeSet<>(missing);
    copies.forEach(copy -> all.add(copy.partition()));
    return all;
  }
}
