package io.delaygate.schemas.contract;

/** What became of a command: one definite word, decided by the one writer of the job. */
public enum Outcome {
  SCHEDULED("a new job is stored"),
  REPLACED("a pending job of the same id was replaced"),
  IGNORED("the id is known, and `delay-if-exists` is `ignore`; nothing changed"),
  REJECTED("the command went to the dead letters with its reason; nothing changed"),
  RESCHEDULED("the pending job was changed, or fired"),
  CANCELLED("the job will not be delivered"),
  ALREADY_DELIVERED("the job had been delivered before; nothing changed"),
  NOT_FOUND("no such job is pending; nothing changed"),
  STALE("the job does not have the version of `delay-if-version`; nothing changed");

  private final String doc;

  Outcome(String doc) {
    this.doc = doc;
  }

  /** One line for the README's table. */
  public String doc() {
    return doc;
  }
}
