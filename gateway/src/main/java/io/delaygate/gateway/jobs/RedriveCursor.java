package io.delaygate.gateway.jobs;

import io.delaygate.gateway.http.FilterCursor;
import io.delaygate.gateway.http.ProblemException;
import io.delaygate.schemas.contract.ReasonCode;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * Opaque cursor of a redrive, bound to its filter: the offset ranges that are left to read in the
 * topic of dead letters.
 *
 * @param left range of offsets by partition; partitions that are done are missing
 */
record RedriveCursor(Map<Integer, Range> left) {
  private static final String BEGIN = "r1,";

  /** Possessive: without, the matcher would need a stack frame for each partition. */
  private static final Pattern TEXT = Pattern.compile("r1(?:,\\d{1,9}:\\d{1,18}:\\d{1,18})++");

  /**
   * Part of a partition.
   *
   * @param end the offset behind it: the end of the topic when the redrive began, so that what a
   *     redrive has rejected again is not redriven without an end
   */
  record Range(long next, long end) {}

  /** The text of the cursor. */
  String text(RejectedFilter filter) {
    var position =
        left.entrySet().stream()
            .map(each -> part(each.getKey(), each.getValue()))
            .collect(Collectors.joining(",", BEGIN, ""));
    return FilterCursor.encode(filter.text(), position);
  }

  private static String part(int partition, Range range) {
    return "%d:%d:%d".formatted(partition, range.next(), range.end());
  }

  /**
   * Reads a cursor.
   *
   * @throws ProblemException {@code CURSOR_INVALID} when it does not belong to this filter
   */
  static RedriveCursor read(String cursor, RejectedFilter filter) {
    var position =
        FilterCursor.decode(filter.text(), cursor)
            .filter(TEXT.asMatchPredicate())
            .orElseThrow(
                () ->
                    ProblemException.at(
                        "cursor",
                        ReasonCode.CURSOR_INVALID,
                        "the cursor does not belong to a redrive with this filter; start again"
                            + " without a cursor"));
    var left = new TreeMap<Integer, Range>();
    for (var part : position.substring(BEGIN.length()).split(",", -1)) {
      var numbers = part.split(":", -1);
      left.put(
          Integer.valueOf(numbers[0]),
          new Range(Long.parseLong(numbers[1]), Long.parseLong(numbers[2])));
    }
    return new RedriveCursor(left);
  }
}
