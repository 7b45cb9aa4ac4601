package io.delaygate.harness.faults;

/** Figures of a trial, printed as they come. One thread only. */
final class Figures {
  private boolean isGood = true;

  /** Prints a figure that has no bound. */
  void show(String what, Object value) {
    show(what, value, true);
  }

  /** Prints a figure, and whether it is as it should be. */
  void show(String what, Object value, boolean isAsItShouldBe) {
    System.out.println("| %s | %s | %s |".formatted(what, value, isAsItShouldBe ? "" : "MISSED"));
    isGood = isGood && isAsItShouldBe;
  }

  /** Prints what became of canaries, of which none may be wrong. */
  void show(String what, CanaryVerdict verdict) {
    show(what, verdict, verdict.wrongs().isEmpty());
  }

  /** Whether all of them are. */
  boolean areGood() {
    return isGood;
  }
}
