package io.delaygate.gateway.operations;

import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;

/** Kind of an operation: what it does to each job or rejected command. */
public enum OperationKind {
  /** Drops pending jobs. */
  CANCEL,
  /** Delivers dead letters again. */
  KICK,
  /** Drops dead letters. */
  DISCARD,
  /** Sends rejected commands again. */
  REDRIVE;

  /** The name in records and answers. */
  public String text() {
    return name().toLowerCase(Locale.ROOT);
  }

  static Optional<OperationKind> of(String text) {
    return Arrays.stream(values()).filter(kind -> kind.text().equals(text)).findFirst();
  }
}
