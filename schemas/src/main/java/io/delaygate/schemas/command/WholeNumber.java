package io.delaygate.schemas.command;

import java.math.BigDecimal;

/**
 * Parser of whole numbers, also in the forms that many languages print for them: {@code 1500},
 * {@code 1500.0}, {@code 1.5e3}.
 */
public final class WholeNumber {
  /** Far beyond the digits of any accepted number; bounds the work for a longer text. */
  private static final int MOST_CHARS = 64;

  private WholeNumber() {}

  /**
   * The number.
   *
   * @throws NumberFormatException if the text is not a number, has a fraction, or does not fit a
   *     long
   */
  public static long parse(String text) {
    if (text.length() > MOST_CHARS) {
      throw new NumberFormatException("the number is too long");
    }
    try {
      return new BigDecimal(text).longValueExact();
    } catch (NumberFormatException notANumber) {
      throw notANumber;
    } catch (ArithmeticException notWhole) {
      throw new NumberFormatException(notWhole.getMessage());
    }
  }

  /** The plain digits of a whole number; any other text is unchanged. */
  public static String plain(String text) {
    try {
      return Long.toString(parse(text));
    } catch (NumberFormatException notWhole) {
      return text;
    }
  }
}
