package io.delaygate.schemas.job;

import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;

/** Start of the lease of an attempt. */
public enum LeaseStart {
  /** At the delivery: for consumers that process records as they read them. */
  DELIVERY(1),
  /** When a worker reserves it: for jobs that wait in their topic until a worker asks for them. */
  RESERVE(2);

  private final byte code;

  LeaseStart(int code) {
    this.code = (byte) code;
  }

  /** The code in stored bytes; never reused. */
  public byte code() {
    return code;
  }

  /** The text on the wire. */
  public String text() {
    return name().toLowerCase(Locale.ROOT);
  }

  /** The start of that text; empty when there is none. */
  public static Optional<LeaseStart> byText(String text) {
    return Arrays.stream(values()).filter(start -> start.text().equals(text)).findFirst();
  }

  /** The start of a stored code. */
  public static LeaseStart byCode(byte code) {
    return switch (code) {
      case 1 -> DELIVERY;
      case 2 -> RESERVE;
      default -> throw new IllegalStateException("stored job has unknown lease start " + code);
    };
  }
}
