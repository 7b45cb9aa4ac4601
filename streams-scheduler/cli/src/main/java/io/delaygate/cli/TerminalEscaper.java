package io.delaygate.cli;

import java.util.function.IntPredicate;

/**
 * Escaper of control characters for terminals. Ids, keys and payloads come from any sender:
 * unescaped, they could move the cursor, forge lines, or change the direction of writing.
 */
final class TerminalEscaper {
  private TerminalEscaper() {}

  /**
   * Our own text of one or more lines: control characters except the line break are escaped as in
   * JSON.
   */
  static String text(String text) {
    return spelledOut(text, c -> isDangerous(c) && c != '\n');
  }

  /** A single line: line breaks are escaped too. */
  static String line(String text) {
    return spelledOut(text, TerminalEscaper::isDangerous);
  }

  /**
   * JSON with the same meaning: such characters occur within strings only, where escapes are valid.
   */
  static String json(String json) {
    return spelledOut(json, TerminalEscaper::isDangerous);
  }

  /** The text, cut with an ellipsis if it is too long. */
  static String cut(String text, int codePoints) {
    return text.codePointCount(0, text.length()) <= codePoints
        ? text
        : text.substring(0, text.offsetByCodePoints(0, codePoints - 1)) + "…";
  }

  private static boolean isDangerous(int character) {
    return switch (Character.getType(character)) {
      case Character.CONTROL,
          // includes invisible characters and those that change the direction of writing
          Character.FORMAT,
          Character.LINE_SEPARATOR,
          Character.PARAGRAPH_SEPARATOR,
          // an unpaired surrogate, which no encoding has
          Character.SURROGATE ->
          true;
      default -> false;
    };
  }

  private static String spelledOut(String text, IntPredicate dangerous) {
    if (text.codePoints().noneMatch(dangerous)) {
      return text;
    }
    var plain = new StringBuilder(text.length() + 16);
    text.codePoints()
        .forEach(
            character -> {
              if (!dangerous.test(character)) {
                plain.appendCodePoint(character);
              } else if (character == '\n') {
                plain.append("\\n");
              } else if (character == '\t') {
                plain.append("\\t");
              } else {
                for (var half : Character.toChars(character)) {
                  plain.append("\\u%04x".formatted((int) half));
                }
              }
            });
    return plain.toString();
  }
}
