package io.delaygate.gateway.jobs;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.PriorityQueue;
import java.util.TreeMap;

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
    var heads = new PriorityQueue<RejectedCommand>(NEWEST);
    found.values().forEach(list -> heads.add(list.remove(list.size() - 1)));
    var page = new ArrayList<RejectedCommand>();
    var before = new TreeMap<>(scan.lower());
    while (page.size() < limit && !heads.isEmpty()) {
      var next = heads.remove();
      page.add(next);
      var rest = found.getOrDefault((int) next.letter().partition(), List.of());
      if (!rest.isEmpty()) {
        heads.add(rest.remove(rest.size() - 1));
      }
    }
    // commands that were found and do not fit this page are found again
    heads.forEach(left -> before.put((int) left.letter().partition(), left.letter().offset() + 1));
    var isMore =
        before.entrySet().stream().anyMatch(at -> scan.isAnyBefore(at.getKey(), at.getValue()));
    return new RejectedPage(page, isMore ? before : Map.of());
  }

  private static Comparator<RejectedCommand> byOffset() {
    return Comparator.comparingLong(command -> command.letter().offset());
  }
}
