package io.delaygate.cli;

import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * Escaper of control characters for terminals. Ids, keys and payloads come from any sender:
 * unescaped, they could move the cursor, forge lines, or change the direction of writing.
 */
final class TerminalEscaper {
  /**
   * Control characters; format characters, which are invisible or change the direction of writing;
   * separators of lines and paragraphs; and unpaired surrogates, which no encoding has.
   */
  private static final Pattern DANGEROUS = Pattern.compile("[\\p{Cc}\\p{Cf}\\p{Zl}\\p{Zp}\\p{Cs}]");

  private static final Pattern DANGEROUS_IN_LINES =
      Pattern.compile("[\\p{Cc}\\p{Cf}\\p{Zl}\\p{Zp}\\p{Cs}&&[^\\n]]");

  private TerminalEscaper() {}

  /**
   * Our own text of one or more lines: control characters except the line break are escaped as in
   * JSON.
   */
  static String text(String text) {
    return escaped(DANGEROUS_IN_LINES, text);
  }

  /** A single line: line breaks are escaped too. */
  static String line(String text) {
    return escaped(DANGEROUS, text);
  }

  /**
   * JSON with the same meaning: such characters occur within strings only, where escapes are valid.
   */
  static String json(String json) {
    return escaped(DANGEROUS, json);
  }

  /** The text, cut with an ellipsis if it is too long. */
  static String cut(String text, int codePoints) {
    return text.codePointCount(0, text.length()) <= codePoints
        ? text
        : text.substring(0, text.offsetByCodePoints(0, codePoints - 1)) + "…";
  }

  private static String escaped(Pattern dangerous, String text) {
    return dangerous
        .matcher(text)
        .replaceAll(character -> Matcher.quoteReplacement(escape(character.group())));
  }

  private static String escape(String character) {
    return switch (character) {
      case "\n" -> "\\n";
      case "\t" -> "\\t";
      default -> character.chars().mapToObj("\\u%04x"::formatted).collect(Collectors.joining());
    };
  }
}
