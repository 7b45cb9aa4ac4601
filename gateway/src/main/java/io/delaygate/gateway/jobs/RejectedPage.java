package io.delaygate.gateway.jobs;

import io.delaygate.gateway.http.ProblemException;
import io.delaygate.schemas.contract.ReasonCode;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Base64;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.PriorityQueue;
import java.util.TreeMap;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * Page of rejected commands, newest first, with the cursor of the next page.
 *
 * @param before offset by partition before which the next page begins; empty on the last page
 */
record RejectedPage(List<RejectedCommand> commands, Map<Integer, Long> before) {
  /**
   * Enough for the partitions that a topic may have, and their offsets; a limit for hostile
   * cursors.
   */
  private static final int CURSOR_CHARS = 256 * 1024;

  private static final Pattern TEXT = Pattern.compile("v1(,\\d{1,9}:\\d{1,18})+");

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
   * Where the page behind a cursor begins.
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
          "the cursor does not belong to a listing of rejected commands; begin without one");
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
      heads.forEach(
          left -> before.put((int) left.letter().partition(), left.letter().offset() + 1));
      var isMore =
          before.entrySet().stream().anyMatch(at -> scan.isAnyBefore(at.getKey(), at.getValue()));
      return new RejectedPage(page, isMore ? before : Map.of());
    }

    private static Comparator<RejectedCommand> byOffset() {
      return Comparator.comparingLong(command -> command.letter().offset());
    }
  }
}
