package io.delaygate.harness.chaos;

/** A promise that was not kept. */
record Violation(Kind kind, String text) {

  /** Which promise. */
  enum Kind {
    EARLY,
    LOST,
    TWICE,
    WRONG_DELIVERY,
    FALSE_OUTCOME,
    STORED_BUT_GONE,
    UNANSWERED,
    DEAD_LETTER,
    COUNT,
    CURSOR
  }

  @Override
  public String toString() {
    return kind + " " + text;
  }
}
