package io.delaygate.schemas.command;

import io.delaygate.schemas.contract.DelayHeader;
import io.delaygate.schemas.contract.ReasonCode;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Rule for the names of headers that are not control headers: a name that looks like one of
 * Delaygate's is refused and not forwarded, as the header would silently have no effect; so is one
 * that would not arrive as it was sent. Both ways in, Kafka and HTTP, apply this rule.
 */
public final class HeaderNames {
  /** Replacement for bytes that are not UTF-8; a name that had it before looks the same. */
  private static final char REPLACEMENT = '\uFFFD';

  private static final String WORD = DelayHeader.DELAY.headerName();

  private static final List<String> OUTPUT =
      List.of(
          DelayHeader.JOB_ID,
          DelayHeader.JOB_DUE_MS,
          DelayHeader.JOB_ATTEMPT,
          DelayHeader.JOB_LEASE,
          DelayHeader.JOB_FIRST_DELIVERED_MS,
          DelayHeader.JOB_LAST_FAILURE,
          DelayHeader.REASON,
          DelayHeader.REASON_TEXT);

  private HeaderNames() {}

  /** Refusal of a header because of its name; empty for control headers and accepted names. */
  public static Optional<Refusal> refusal(String name) {
    if (DelayHeader.isOutput(name) || DelayHeader.byName(name).isPresent()) {
      return Optional.empty();
    }
    try {
      check(name);
      return Optional.empty();
    } catch (RefusalException fault) {
      return Optional.of(fault.refusal());
    }
  }

  /**
   * Ends the parsing of a record whose header may not have that name.
   *
   * @param name of a header that is not one of Delaygate's
   */
  static void check(String name) {
    if (name.indexOf(REPLACEMENT) >= 0) {
      throw new RefusalException(
          ReasonCode.HEADER_NAME_INVALID,
          "the name of the header '%s' must be valid UTF-8 without U+FFFD: Kafka's Java client"
              + " replaces other bytes, so the header could not be delivered unchanged",
          name);
    }
    if (looksLikeOurs(name)) {
      throw unknown(name, meant(canonical(name)));
    }
  }

  private static RefusalException unknown(String name, @Nullable String meant) {
    if (meant == null) {
      return new RefusalException(
          ReasonCode.HEADER_UNKNOWN,
          "the header '%s' is not known; names that begin with 'delay-' are reserved, in upper"
              + " or lower case and with '_' or '.' for '-'",
          name);
    }
    return new RefusalException(
        ReasonCode.HEADER_UNKNOWN,
        "the header '%s' is not known; '%s' was probably meant: names are in lower case, with '-'"
            + " between words",
        name,
        meant);
  }

  /** Cheap for most names, as it is asked for each header of each record. */
  private static boolean looksLikeOurs(String name) {
    var start = 0;
    while (start < name.length() && Character.isWhitespace(name.charAt(start))) {
      start++;
    }
    return name.regionMatches(true, start, WORD, 0, WORD.length())
        && DelayHeader.isControl(canonical(name));
  }

  /** The name with the case and the separators of control headers, and without blanks around. */
  private static String canonical(String name) {
    return name.strip().toLowerCase(Locale.ROOT).replace('_', '-').replace('.', '-');
  }

  /** The header of that canonical name, or of the same letters; null if there is none. */
  private static @Nullable String meant(String canonical) {
    if (DelayHeader.isOutput(canonical)) {
      return canonical;
    }
    var letters = letters(canonical);
    return Arrays.stream(DelayHeader.values())
        .map(DelayHeader::headerName)
        .filter(ours -> letters(ours).equals(letters))
        .findFirst()
        .or(() -> OUTPUT.stream().filter(ours -> letters(ours).equals(letters)).findFirst())
        .orElse(null);
  }

  private static String letters(String name) {
    return name.replace("-", "");
  }
}
