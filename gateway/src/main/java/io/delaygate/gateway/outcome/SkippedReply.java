package io.delaygate.gateway.outcome;

import java.util.Locale;

/** Why a reply was passed over. */
public enum SkippedReply {
  /** It is for another gateway, which shares the partition, or for none, or about another job. */
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
