package io.delaygate.schemas.contract;

/** Transitions of a job, as written to {@code delay-events}; and alarms. */
public enum JobEvent {
  SCHEDULED("a new job was stored"),
  REPLACED("a pending job gave way to another of its id"),
  RESCHEDULED("a pending job got another time, payload or headers, or was fired"),
  CANCELLED("a pending job was dropped"),
  PARKED("a due job waits for its target, or for an earlier job of its sequence"),
  DELIVERED("a job was handed to its target, or is ready in its queue"),
  RESERVED("a worker took the attempt of a delivered job"),
  EXTENDED("a worker got more time"),
  RELEASED("a worker gave its attempt up, or back; the job is delivered again"),
  TIMED_OUT("the time of an attempt was over; the job is delivered again"),
  DONE("a job was finished"),
  EXPIRED("a job was not delivered, or not finished, before its expiry"),
  DEAD("a job went to the dead letters"),
  KICKED("a dead letter is delivered again"),
  DISCARDED("a dead letter was dropped"),
  ALARM("the failures of a target passed a threshold of its alarm; not about one job");

  private final String doc;

  JobEvent(String doc) {
    this.doc = doc;
  }

  /** One line for the README's table. */
  public String doc() {
    return doc;
  }
}
