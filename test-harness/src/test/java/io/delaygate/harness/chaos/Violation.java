package io.delaygate.harness.chaos;

/** Broken promise. */
record Violation(Kind kind, String text) {

  /** Kind of the promise. */
  enum Kind {
    EARLY,
    LOST,
    TWICE,
    WRONG_DELIVERY,
    /** A delivery that the job's policy or the workers' feedback does not allow. */
    ATTEMPT,
    FALSE_OUTCOME,
    STORED_BUT_GONE,
    UNANSWERED,
    DEAD_LETTER,
    /** A wrong result of a finished job. */
    RESULT,
    COUNT,
    CURSOR,
    /** Cost of one target's refusals for other targets beyond the limit. */
    SHARED_FATE
  }

  @Override
  public String toString() {
    return kind + " " + text;
  }
}
