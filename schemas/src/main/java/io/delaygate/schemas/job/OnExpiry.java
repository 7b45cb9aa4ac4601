package io.delaygate.schemas.job;

import java.util.Arrays;
import java.util.Optional;

/** Policy for a job that was not delivered, or not finished, before its expiry. */
public enum OnExpiry {
  /** It ends. */
  DROP("drop"),
  /** It is kept as a dead letter. */
  DEAD_LETTER("dead-letter");

  private final String text;

  OnExpiry(String text) {
    this.text = text;
  }

  /** The text on the wire. */
  public String text() {
    return text;
  }

  /** The choice of that text; empty when there is none. */
  public static Optional<OnExpiry> byText(String text) {
    return Arrays.stream(values()).filter(choice -> choice.text.equals(text)).findFirst();
  }
}
