package io.delaygate.schemas.contract;

/** Transitions of a job, as written to {@code delay-events}; and alarms. */
public enum JobEvent {
  SCHEDULED(1, "a new job was stored"),
  REPLACED(2, "a pending job was replaced by another of the same id"),
  RESCHEDULED(3, "a pending job got another time, payload or headers, or was fired"),
  CANCELLED(4, "a pending job was dropped"),
  PARKED(5, "a due job waits for its target, or for an earlier job of its sequence"),
  DELIVERED(6, "a job was delivered to its target, or is ready in its queue"),
  RESERVED(7, "a worker reserved the attempt of a delivered job"),
  EXTENDED(8, "a worker extended its lease"),
  RELEASED(9, "a worker released its attempt, or returned it unused; the job is delivered again"),
  TIMED_OUT(10, "the lease of an attempt ended; the job is delivered again"),
  DONE(11, "a job was finished"),
  EXPIRED(12, "a job was not delivered, or not finished, before its expiry"),
  DEAD(13, "a job became a dead letter"),
  KICKED(14, "a dead letter is delivered again"),
  DISCARDED(15, "a dead letter was dropped"),
  ALARM(16, "the failures of a target passed a threshold of its alarm; not about a single job");

  private static final JobEvent[] BY_CODE = new JobEvent[values().length + 1];

  static {
    for (var event : values()) {
      BY_CODE[event.code] = event;
    }
  }

  private final byte code;
  private final String doc;

  JobEvent(int code, String doc) {
    this.code = (byte) code;
    this.doc = doc;
  }

  /** The code in stored bytes, from 1; never reused. */
  public byte code() {
    return code;
  }

  /**
   * The event of a stored code.
   *
   * @throws IllegalStateException for a code of a later version
   */
  public static JobEvent byCode(int code) {
    if (code < 1 || code >= BY_CODE.length) {
      throw new IllegalStateException("a change has the unknown event code " + code);
    }
    return BY_CODE[code];
  }

  /** One line for the README's table. */
  public String doc() {
    return doc;
  }
}
