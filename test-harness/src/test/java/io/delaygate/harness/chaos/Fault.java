package io.delaygate.harness.chaos;

import java.util.Random;
import java.util.concurrent.TimeUnit;

/**
 * One fault of a plan.
 *
 * @param victim number of the scheduler, gateway, broker or target, counted from 0
 * @param atMs begin of the fault, after the start of the load; later if an earlier fault of the
 *     same {@link #lane} is not healed yet
 * @param lengthMs duration until it is healed
 * @param detail of a clock step its size, milliseconds; of a full disk the delay of the scheduler's
 *     restart, milliseconds, 0 for none; of a fault with further choices their seed; else 0
 */
record Fault(FaultKind kind, int victim, long atMs, long lengthMs, long detail) {

  /**
   * Faults of one lane follow each other, those of different lanes overlap. All brokers are one
   * lane: with one of three unavailable there is still a majority, and a second replica of
   * everything.
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

  /** Random choices of the fault, with {@link #detail} as seed. */
  Random random() {
    return new Random(detail);
  }

  /** Waits for the duration of the fault. */
  void last() {
    FaultRunner.pause(TimeUnit.MILLISECONDS.toNanos(lengthMs));
  }

  /** Prints details of the fault, for the analysis of a violation. */
  void tell(String what) {
    System.out.printf("%s: %s%n", this, what);
  }

  @Override
  public String toString() {
    var more = detail == 0 ? "" : " (%+d)".formatted(detail);
    return "%6d ms  %s %d%s, %d ms".formatted(atMs, kind.title(), victim, more, lengthMs);
  }
}
