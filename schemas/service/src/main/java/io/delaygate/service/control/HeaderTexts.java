package io.delaygate.service.control;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.delaygate.schemas.command.WholeNumber;
import java.util.List;
import java.util.stream.StreamSupport;
import org.apache.kafka.common.header.Headers;
import org.jspecify.annotations.Nullable;

/**
 * Reader of the headers of a decision: texts and numbers. Of several headers with one name the last
 * counts.
 */
final class HeaderTexts {
  private HeaderTexts() {}

  /**
   * The text of a header.
   *
   * @throws IllegalArgumentException without that header
   */
  static String needed(Headers headers, String name) {
    var text = last(headers, name);
    if (text == null) {
      throw new IllegalArgumentException("it must have the header " + name);
    }
    return text;
  }

  /** The text of a header; null without it. */
  static @Nullable String last(Headers headers, String name) {
    var texts = all(headers, name);
    return texts.isEmpty() ? null : texts.get(texts.size() - 1);
  }

  /** The texts of all headers of that name, in their order. */
  static List<String> all(Headers headers, String name) {
    return StreamSupport.stream(headers.headers(name).spliterator(), false)
        .filter(header -> header.value() != null)
        .map(header -> new String(header.value(), UTF_8))
        .toList();
  }

  /** The number of a header; null without it. */
  static @Nullable Integer integer(Headers headers, String name) {
    var number = number(headers, name);
    return number == null ? null : integer(name, number);
  }

  static int integer(String name, long number) {
    if ((int) number != number) {
      throw new IllegalArgumentException(name + " is too large");
    }
    return (int) number;
  }

  /** The number of a header; null without it. */
  static @Nullable Long number(Headers headers, String name) {
    var text = last(headers, name);
    return text == null ? null : whole(name, text);
  }

  static long whole(String name, String text) {
    try {
      return WholeNumber.parse(text.strip());
    } catch (NumberFormatException notANumber) {
      throw new IllegalArgumentException(name + " must be a whole number", notANumber);
    }
  }
}
