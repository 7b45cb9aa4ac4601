package io.delaygate.schemas.command;

import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;

/** Policy for a schedule whose job id is already known. */
public enum IfExists {
  /** A pending job is replaced; an id that ended starts a new job. */
  REPLACE,
  /** Nothing changes, and this is not an error. */
  IGNORE,
  /** Nothing changes, and the command goes to the dead letters. */
  REJECT;

  /** The text on the wire. */
  public String text() {
    return name().toLowerCase(Locale.ROOT);
  }

  static Optional<IfExists> byText(String text) {
    return Arrays.stream(values()).filter(policy -> policy.text().equals(text)).findFirst();
  }
}
