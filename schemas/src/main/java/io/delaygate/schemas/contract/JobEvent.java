package io.delaygate.schemas.contract;

/** Transitions of a job, as written to {@code delay-events}; and alarms. */
public enum JobEvent {
  SCHEDULED("a new job was stored"),
  REPLACED("a pending job was replaced by another of the same id"),
  RESCHEDULED("a pending job got another time, payload or headers, or was fired"),
  CANCELLED("a pending job was dropped"),
  PARKED("a due job waits for its target, or for an earlier job of its sequence"),
  DELIVERED("a job was delivered to its target, or is ready in its queue"),
  RESERVED("a worker reserved the attempt of a delivered job"),
  EXTENDED("a worker extended its lease"),
  RELEASED("a worker released its attempt, or returned it unused; the job is delivered again"),
  TIMED_OUT("the lease of an attempt ended; the job is delivered again"),
  DONE("a job was finished"),
  EXPIRED("a job was not delivered, or not finished, before its expiry"),
  DEAD("a job became a dead letter"),
  KICKED("a dead letter is delivered again"),
  DISCARDED("a dead letter was dropped"),
  ALARM("the failures of a target passed a threshold of its alarm; not about a single job");

  private final String doc;

  JobEvent(String doc) {
    this.doc = doc;
  }

  /** One line for the README's table. */
  public String doc() {
    return doc;
  }
}
