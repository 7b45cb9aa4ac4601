package io.delaygate.gateway.access;

import java.util.Locale;

/** What is bounded. */
public enum LimitKind {
  /** Calls of all kinds. */
  REQUESTS_PER_SECOND("calls a second"),
  /** Jobs scheduled, and those delivered out of turn at a caller's word. */
  JOBS_PER_SECOND("jobs a second"),
  /** Calls that consume or publish, in an interval. */
  CALLS_PER_INTERVAL("calls in an interval"),
  /** Jobs that have not ended. */
  PENDING_JOBS("pending jobs"),
  /** The payload of one job: the same call never succeeds, until somebody raises the bound. */
  PAYLOAD_BYTES("bytes of payload in a job");

  private final String words;

  LimitKind(String words) {
    this.words = words;
  }

  /** As it is counted in metrics. */
  public String label() {
    return name().toLowerCase(Locale.ROOT);
  }

  String words() {
    return words;
  }
}
