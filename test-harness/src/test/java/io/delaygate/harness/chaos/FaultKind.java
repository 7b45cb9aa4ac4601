package io.delaygate.harness.chaos;

import java.util.Locale;

/** Kind of a fault, with its victims and its least and greatest duration in milliseconds. */
enum FaultKind {
  KILL_SCHEDULER(Victim.SCHEDULER, 0, 7_000),
  FREEZE_SCHEDULER(Victim.SCHEDULER, 500, 11_000),
  DELETED_STATE(Victim.SCHEDULER, 0, 3_000),
  FULL_DISK(Victim.SCHEDULER, 2_000, 8_000),
  CLOCK_STEP(Victim.SCHEDULER, 2_000, 9_000),
  CUT_OFF_SCHEDULER(Victim.SCHEDULER, 1_000, 10_000),
  FLIPPED_BITS(Victim.SCHEDULER, 0, 2_000),
  DISK_ERRORS(Victim.SCHEDULER, 3_000, 9_000),
  KILL_GATEWAY(Victim.GATEWAY, 0, 3_000),
  FREEZE_GATEWAY(Victim.GATEWAY, 500, 7_000),
  CUT_OFF_GATEWAY(Victim.GATEWAY, 1_000, 10_000),
  KILL_BROKER(Victim.BROKER, 0, 8_000),
  FREEZE_BROKER(Victim.BROKER, 500, 11_000),
  RESTART_BROKER(Victim.BROKER, 0, 2_000),
  SLOW_BROKER(Victim.BROKER, 3_000, 8_000),
  CUT_OFF_BROKER(Victim.BROKER, 1_000, 9_000),
  LOST_WRITES(Victim.BROKER, 0, 2_000),
  REBALANCE_STORM(Victim.GROUP, 3_000, 8_000),
  TARGET_REFUSES_TIMESTAMPS(Victim.TARGET, 500, 8_000),
  TARGET_LACKS_REPLICAS(Victim.TARGET, 500, 8_000),
  TARGET_LACKS_RIGHT(Victim.TARGET, 500, 8_000),
  QUOTA(Victim.TARGET, 2_000, 8_000),
  TARGET_IS_COMPACTED(Victim.FRAGILE, 500, 8_000),
  TARGET_TAKES_LESS(Victim.FRAGILE, 500, 8_000),
  TARGET_IS_REMADE(Victim.FRAGILE, 0, 8_000);

  private final Victim victim;
  private final int leastMs;
  private final int mostMs;

  FaultKind(Victim victim, int leastMs, int mostMs) {
    this.victim = victim;
    this.leastMs = leastMs;
    this.mostMs = mostMs;
  }

  /** Kind of victims. */
  Victim victim() {
    return victim;
  }

  int leastMs() {
    return leastMs;
  }

  int mostMs() {
    return mostMs;
  }

  /** Name in reports. */
  String title() {
    return name().toLowerCase(Locale.ROOT).replace('_', ' ');
  }

  /** Kind of victims of a fault. */
  enum Victim {
    SCHEDULER,
    GATEWAY,
    BROKER,
    /** The consumer group of the schedulers. */
    GROUP,
    /** A topic to which jobs are delivered. */
    TARGET,
    /** The target whose jobs may be refused, and which may be deleted with its records. */
    FRAGILE
  }
}
