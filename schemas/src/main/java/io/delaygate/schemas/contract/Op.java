package io.delaygate.schemas.contract;

import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;

/** The operations of {@code delay-op} that this version carries out. */
public enum Op {
  /** Store a job, or replace the pending one of the same id. */
  SCHEDULE,
  /** Drop a pending job. */
  CANCEL,
  /** Move a pending job in time, or replace its payload. */
  RESCHEDULE,
  /** Deliver a pending job now. */
  FIRE;

  /** The text on the wire. */
  public String text() {
    return name().toLowerCase(Locale.ROOT);
  }

  /** The operation of that text; empty when there is none. */
  public static Optional<Op> byText(String text) {
    return Arrays.stream(values()).filter(op -> op.text().equals(text)).findFirst();
  }

  /** Whether the text names an operation of acknowledged jobs, which this version refuses. */
  public static boolean isReserved(String text) {
    return switch (text) {
      case "reserve", "finish", "release", "extend", "bury", "kick", "discard" -> true;
      default -> false;
    };
  }
}
