package io.delaygate.harness.faults;

/** Figures of a trial, printed at once. For one thread. */
final class Figures {
  private boolean isGood = true;

  /** Prints a figure that has no bound. */
  void show(String what, Object value) {
    show(what, value, true);
  }

  /** Prints a figure, and whether it is good. */
  void show(String what, Object value, boolean isAsItShouldBe) {
    System.out.println("| %s | %s | %s |".formatted(what, value, isAsItShouldBe ? "" : "MISSED"));
    isGood = isGood && isAsItShouldBe;
  }

  /** Prints the verdict on canaries, none of which may be wrong. */
  void show(String what, CanaryVerdict verdict) {
    show(what, verdict, verdict.wrongs().isEmpty());
  }

  /** Whether all figures are good. */
  boolean areGood() {
    return isGood;
  }
}
