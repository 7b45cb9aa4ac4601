package io.delaygate.gateway.access;

import java.util.Locale;

/** Kind of quota that a call can exceed. */
public enum LimitKind {
  /** Calls of all kinds. */
  REQUESTS_PER_SECOND("calls a second"),
  /** Jobs scheduled, and jobs that a call has delivered early or again. */
  JOBS_PER_SECOND("jobs a second"),
  /** Calls that consume or publish, in an interval. */
  CALLS_PER_INTERVAL("calls in an interval"),
  /** Jobs that have not ended. */
  PENDING_JOBS("pending jobs"),
  /** The payload of one job: the same call never succeeds until the limit is raised. */
  PAYLOAD_BYTES("bytes of payload in a job");

  private final String words;

  LimitKind(String words) {
    this.words = words;
  }

  /** The label value in metrics. */
  public String label() {
    return name().toLowerCase(Locale.ROOT);
  }

  String words() {
    return words;
  }
}
