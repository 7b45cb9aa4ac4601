package io.delaygate.schemas.contract;

/** Result of a command: exactly one for each command, decided by the single writer of the job. */
public enum Outcome {
  SCHEDULED("a new job is stored"),
  REPLACED("a pending job of the same id was replaced"),
  IGNORED("the id is known, and `delay-if-exists` is `ignore`; nothing changed"),
  REJECTED("the command was refused and is in the dead letters with its reason; nothing changed"),
  RESCHEDULED("the pending job was changed, or fired"),
  CANCELLED("the job will not be delivered"),
  ALREADY_DELIVERED("the job had been delivered, or finished, before; nothing changed"),
  NOT_FOUND("no pending job or dead letter has that id; nothing changed"),
  STALE(
      "the job does not have the version, attempt or lease that the command names, is not a dead"
          + " letter, or has no attempt left; nothing changed"),
  RESERVED("the attempt is reserved for the sender"),
  DONE("the job is finished"),
  RELEASED(
      "the attempt has ended; the job is delivered again or, if no attempt is left, becomes a dead"
          + " letter"),
  EXTENDED("the attempt has more time"),
  BURIED("the job is a dead letter"),
  KICKED("the dead letter is delivered again"),
  DISCARDED("the dead letter was discarded");

  private final String doc;

  Outcome(String doc) {
    this.doc = doc;
  }

  /** One line for the README's table. */
  public String doc() {
    return doc;
  }
}
