package io.delaygate.gateway.outcome;

import java.util.Locale;
import java.util.function.Consumer;

/** Metrics of outcomes. Implementations are thread-safe and return at once. */
public interface OutcomeMetrics {
  /** Begins to measure the wait for an outcome; the consumer takes the end of the wait. */
  Consumer<CommandResult> asked();

  /** Counts a reply that no caller gets. */
  void skipped(SkippedReply why);

  /** Reason why a reply was skipped. */
  enum SkippedReply {
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
}
