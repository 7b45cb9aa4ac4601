package io.delaygate.harness.chaos;

import java.util.Random;
import java.util.concurrent.TimeUnit;

/**
 * One fault of a plan.
 *
 * @param victim which scheduler, gateway, broker or target, counted from 0
 * @param atMs when it begins, after the start of the load; later if an earlier one of the same
 *     {@link #lane} is not healed yet
 * @param lengthMs how long it lasts before it is healed
 * @param detail of a clock step, how far, milliseconds; of a full disk, after how many milliseconds
 *     the scheduler is restarted, 0 for not at all; where there is more to choose, the seed of
 *     that; else 0
 */
record Fault(FaultKind kind, int victim, long atMs, long lengthMs, long detail) {

  /**
   * Faults of one lane follow each other, those of different lanes overlap. All brokers are one
   * lane: with one of three away there still is a majority, and a second replica of everything.
   */
  String lane() {
    return switch (kind.victim()) {
      case SCHEDULER -> "scheduler-" + victim;
      case GATEWAY -> "gateway-" + victim;
      case BROKER -> "brokers";
      case GROUP -> "group";
      case TARGET -> "targets";
      case FRAGILE -> "fragile";
    };
  }

  /** What is left to choose, by the seed in {@link #detail}. */
  Random random() {
    return new Random(detail);
  }

  /** Returns when it has lasted long enough, if it began now. */
  void last() {
    FaultRunner.pause(TimeUnit.MILLISECONDS.toNanos(lengthMs));
  }

  /** Prints what it did, for whoever looks for the cause of a violation. */
  void tell(String what) {
    System.out.printf("%s: %s%n", this, what);
  }

  @Override
  public String toString() {
    var more = detail == 0 ? "" : " (%+d)".formatted(detail);
    return "%6d ms  %s %d%s, %d ms".formatted(atMs, kind.title(), victim, more, lengthMs);
  }
}
