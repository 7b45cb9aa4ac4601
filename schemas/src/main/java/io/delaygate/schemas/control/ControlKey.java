package io.delaygate.schemas.control;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.util.Arrays;
import java.util.Optional;

/**
 * The key of a record of {@code delay-control}: {@code pause/orders}. Kind and topic have one
 * record at most that counts, the last; one without a value takes the decision back.
 *
 * @param topic the target that is decided about
 */
public record ControlKey(Kind kind, String topic) {
  /** Reads a key; empty when it is none. */
  static Optional<ControlKey> parse(byte[] key) {
    var parts = new String(key, UTF_8).split("/", 2);
    return parts.length < 2 || parts[1].isEmpty()
        ? Optional.empty()
        : Kind.byText(parts[0]).map(kind -> new ControlKey(kind, parts[1]));
  }

  /** As it is written. */
  public String text() {
    return kind.text() + "/" + topic;
  }

  /** What is decided, and how the record says it. */
  public enum Kind {
    /** Nothing is delivered; any value. */
    PAUSE("pause"),
    /** The value is the number of deliveries a second, as text. */
    RATE("rate"),
    /** The headers are those of a schedule that say how a job wants to be treated. */
    DEFAULTS("defaults"),
    /** The headers are those of {@link FailureAlarm}. */
    ALARM("alarm");

    private final String text;

    Kind(String text) {
      this.text = text;
    }

    /** As it is written. */
    public String text() {
      return text;
    }

    private static Optional<Kind> byText(String text) {
      return Arrays.stream(values()).filter(kind -> kind.text.equals(text)).findFirst();
    }
  }
}
