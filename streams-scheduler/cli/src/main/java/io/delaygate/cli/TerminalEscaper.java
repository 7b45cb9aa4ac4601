package io.delaygate.cli;

import java.util.function.IntPredicate;

/**
 * Text that does nothing to a terminal. Ids, keys and payloads come from anybody: printed as they
 * are, they could move the cursor, forge lines, or turn the direction of writing.
 */
final class TerminalEscaper {
  private TerminalEscaper() {}

  /**
   * One line, or several of our own: control characters but the line break are spelled out as in
   * JSON.
   */
  static String text(String text) {
    return spelledOut(text, c -> isDangerous(c) && c != '\n');
  }

  /** Exactly one line. */
  static String line(String text) {
    return spelledOut(text, TerminalEscaper::isDangerous);
  }

  /**
   * JSON that means the same: what is spelled out can stand within strings only, and escapes are
   * part of the language there.
   */
  static String json(String json) {
    return spelledOut(json, TerminalEscaper::isDangerous);
  }

  /** What fits, with an ellipsis for the rest. */
  static String cut(String text, int codePoints) {
    return text.codePointCount(0, text.length()) <= codePoints
        ? text
        : text.substring(0, text.offsetByCodePoints(0, codePoints - 1)) + "…";
  }

  private static boolean isDangerous(int character) {
    return switch (Character.getType(character)) {
      case Character.CONTROL,
          // among them those that turn the direction of writing, and those nobody sees
          Character.FORMAT,
          Character.LINE_SEPARATOR,
          Character.PARAGRAPH_SEPARATOR,
          // half a pair, which no encoding has
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
