package io.delaygate.harness.chaos;

/**
 * One fault of a plan.
 *
 * @param victim which scheduler, gateway, broker or target, counted from 0
 * @param atMs when it begins, after the start of the load; later if an earlier one of the same
 *     {@link #lane} is not healed yet
 * @param lengthMs how long it lasts before it is healed
 * @param amountMs of a clock step, how far; of a full disk, after what time the scheduler is
 *     restarted, 0 for not at all; else 0
 */
record Fault(FaultKind kind, int victim, long atMs, long lengthMs, long amountMs) {

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

  @Override
  public String toString() {
    var step = amountMs == 0 ? "" : " (%+d ms)".formatted(amountMs);
    return "%6d ms  %s %d%s, %d ms".formatted(atMs, kind.title(), victim, step, lengthMs);
  }
}
