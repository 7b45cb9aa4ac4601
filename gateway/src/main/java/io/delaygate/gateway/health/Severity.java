package io.delaygate.gateway.health;

import java.util.Locale;

/** Severity of a fault, the gravest first. */
public enum Severity {
  /** Jobs are not delivered, or commands are lost. */
  CRITICAL,
  /** Something needs an operator, while other jobs go on. */
  WARNING,
  /** Somebody decided this, or it is of no weight yet; it does not make an installation unwell. */
  INFO;

  /** Its name in answers, and the label of alerts. */
  public String text() {
    return name().toLowerCase(Locale.ROOT);
  }
}
