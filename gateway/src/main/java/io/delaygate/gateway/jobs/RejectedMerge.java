package io.delaygate.gateway.jobs;

import io.delaygate.service.query.SortedMerge;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Merge of the partitions' rejected commands into one page. Within a partition the later letter is
 * the newer, whatever the times say, so that the rest of each partition is one range of offsets.
 */
final class RejectedMerge {
  private static final Comparator<RejectedCommand> NEWEST =
      Comparator.comparingLong(RejectedCommand::rejectedMs)
          .reversed()
          .thenComparing(command -> command.letter().partition());

  private final int limit;
  private final Map<Integer, List<RejectedCommand>> found = new HashMap<>();
  private int count;

  RejectedMerge(int limit) {
    this.limit = limit;
  }

  /** How many commands were found. */
  int count() {
    return count;
  }

  void addAll(List<RejectedCommand> commands) {
    for (var command : commands) {
      var partition = (int) command.letter().partition();
      found.computeIfAbsent(partition, any -> new ArrayList<>()).add(command);
    }
    count += commands.size();
  }

  /** The newest commands, and where the next page begins. */
  RejectedPage page(BackwardScan scan) {
    found.values().forEach(list -> list.sort(byOffset()));
    var newest = new SortedMerge<>(NEWEST, RejectedMerge::last);
    found.values().forEach(newest::add);
    var page = new ArrayList<RejectedCommand>();
    var before = new TreeMap<>(scan.lower());
    while (page.size() < limit && !newest.isEmpty()) {
      var commands = newest.remove();
      page.add(commands.remove(commands.size() - 1));
      newest.add(commands);
    }
    // commands that were found and do not fit this page are found again
    found.forEach(
        (partition, rest) -> {
          var left = last(rest);
          if (left != null) {
            before.put(partition, left.letter().offset() + 1);
          }
        });
    var isMore =
        before.entrySet().stream().anyMatch(at -> scan.isAnyBefore(at.getKey(), at.getValue()));
    return new RejectedPage(page, isMore ? before : Map.of());
  }

  private static @Nullable RejectedCommand last(List<RejectedCommand> commands) {
    return commands.isEmpty() ? null : commands.get(commands.size() - 1);
  }

  private static Comparator<RejectedCommand> byOffset() {
    return Comparator.comparingLong(command -> command.letter().offset());
  }
}
