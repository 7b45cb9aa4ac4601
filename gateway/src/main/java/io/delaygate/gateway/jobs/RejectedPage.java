package io.delaygate.gateway.jobs;

import io.delaygate.gateway.http.ProblemException;
import io.delaygate.schemas.contract.ReasonCode;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.List;
import java.util.Map;
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
}
