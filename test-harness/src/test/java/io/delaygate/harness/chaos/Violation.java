package io.delaygate.harness.chaos;

/** A promise that was not kept. */
record Violation(Kind kind, String text) {

  /** Which promise. */
  enum Kind {
    EARLY,
    LOST,
    TWICE,
    WRONG_DELIVERY,
    /** A delivery that its job's policy, or what workers said, does not allow. */
    ATTEMPT,
    FALSE_OUTCOME,
    STORED_BUT_GONE,
    UNANSWERED,
    DEAD_LETTER,
    /** The result of a finished job is another one. */
    RESULT,
    COUNT,
    CURSOR,
    /** What one target refuses costs others more than it must. */
    SHARED_FATE
  }

  @Override
  public String toString() {
    return kind + " " + text;
  }
}
