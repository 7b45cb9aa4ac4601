package io.delaygate.gateway.jobs;

import io.delaygate.gateway.http.ProblemException;
import io.delaygate.schemas.contract.ReasonCode;
import io.delaygate.service.query.SortedMerge;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Base64;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Page of rejected commands from the topic of dead letters, newest first, with the cursor of the
 * next page.
 *
 * @param before offset by partition before which the next page begins; empty on the last page
 */
record RejectedPage(List<RejectedCommand> commands, Map<Integer, Long> before) {
  /**
   * Enough for the partitions that a topic may have, and their offsets; a limit for hostile
   * cursors.
   */
  private static final int CURSOR_CHARS = 256 * 1024;

  /** Possessive: without, the matcher would need a stack frame for each partition. */
  private static final Pattern TEXT = Pattern.compile("v1(?:,\\d{1,9}:\\d{1,18})++");

  /** The opaque cursor of the next page; it grants no rights. */
  String cursor() {
    var text =
        before.entrySet().stream()
            .map(at -> "," + at.getKey() + ":" + at.getValue())
            .collect(Collectors.joining("", "v1", ""));
    return Base64.getUrlEncoder()
        .withoutPadding()
        .encodeToString(text.getBytes(StandardCharsets.US_ASCII));
  }

  /**
   * Start of the page behind a cursor.
   *
   * @throws ProblemException {@code CURSOR_INVALID} when the cursor does not belong to this listing
   */
  static Map<Integer, Long> before(String cursor) {
    var before = new TreeMap<Integer, Long>();
    var text = decoded(cursor);
    if (!TEXT.matcher(text).matches()) {
      throw ProblemException.at(
          "cursor",
          ReasonCode.CURSOR_INVALID,
          "the cursor does not belong to a listing of rejected commands; start again without a"
              + " cursor");
    }
    for (var at : text.substring("v1,".length()).split(",", -1)) {
      var colon = at.indexOf(':');
      before.put(Integer.parseInt(at.substring(0, colon)), Long.parseLong(at.substring(colon + 1)));
    }
    return before;
  }

  private static String decoded(String cursor) {
    try {
      return cursor.length() > CURSOR_CHARS
          ? ""
          : new String(Base64.getUrlDecoder().decode(cursor), StandardCharsets.US_ASCII);
    } catch (IllegalArgumentException notBase64) {
      return "";
    }
  }

  /**
   * Merge of the partitions' rejected commands into one page. Within a partition the later letter
   * is the newer, whatever the times say, so that the rest of each partition is one range of
   * offsets.
   */
  static final class Merge {
    private static final Comparator<RejectedCommand> NEWEST =
        Comparator.comparingLong(RejectedCommand::rejectedMs)
            .reversed()
            .thenComparing(command -> command.letter().partition());

    private final int limit;
    private final Map<Integer, List<RejectedCommand>> found = new HashMap<>();
    private int count;

    Merge(int limit) {
      this.limit = limit;
    }

    /** Number of commands that were found. */
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
      var newest = new SortedMerge<>(NEWEST, Merge::last);
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
}
