package io.delaygate.gateway.outcome;

import java.util.Locale;

/** Reason why a reply was skipped. */
public enum SkippedReply {
  /** It is for another gateway on the same partition, for no gateway, or about another job. */
  FOREIGN,
  /** Its caller was answered before, by a time-out. */
  LATE,
  /** This version does not understand it; the caller is answered by its time-out. */
  UNREADABLE;

  /** The name in metrics. */
  public String label() {
    return name().toLowerCase(Locale.ROOT);
  }
}
