package io.delaygate.harness.chaos;

import java.util.HashSet;
import java.util.Set;

/**
 * Effects on jobs for {@link Rig#FRAGILE} that would be violations for any other target.
 *
 * @param refuses whether its jobs may be refused on arrival
 * @param deaths reasons for which its jobs may die when they are due
 * @param goneUntilMs real time until which its records may have been deleted with it; {@link
 *     Long#MIN_VALUE} for never
 */
record Fragile(boolean refuses, Set<String> deaths, long goneUntilMs) {
  /** The state before any fault of the target. */
  static final Fragile STANDS = new Fragile(false, Set.of(), Long.MIN_VALUE);

  Fragile {
    deaths = Set.copyOf(deaths);
  }

  /** The state after a further fault. */
  Fragile after(FaultKind kind) {
    return switch (kind) {
      case TARGET_IS_COMPACTED -> dyingOf("TARGET_KEY_REQUIRED");
      case TARGET_TAKES_LESS -> dyingOf("RECORD_TOO_LARGE");
      // jobs for a deleted topic wait longer than a run takes
      case TARGET_IS_REMADE -> new Fragile(true, deaths, goneUntilMs);
      default -> throw new IllegalArgumentException(kind + " is nothing to be refused for");
    };
  }

  private Fragile dyingOf(String reason) {
    var more = new HashSet<>(deaths);
    more.add(reason);
    return new Fragile(true, more, goneUntilMs);
  }

  /** The state after the topic was recreated. */
  Fragile remade(long atMs) {
    return new Fragile(refuses, deaths, atMs);
  }

  /** The state for clocks that may be ahead, and deliver jobs with later due times. */
  Fragile seenBy(Clocks clocks) {
    return goneUntilMs == Long.MIN_VALUE
        ? this
        : new Fragile(refuses, deaths, goneUntilMs + clocks.mostAheadMs());
  }

  boolean mayRefuse(Cargo cargo) {
    return refuses && isMeant(cargo);
  }

  /** Reasons for which a job may die. */
  Set<String> deaths(Cargo cargo) {
    return isMeant(cargo) ? deaths : Set.of();
  }

  /** Whether a delivery may have been deleted with the topic. */
  boolean mayHaveLost(World.Due due) {
    return isMeant(due.cargo()) && due.fromMs() <= goneUntilMs;
  }

  private static boolean isMeant(Cargo cargo) {
    return cargo.topic().equals(Rig.FRAGILE);
  }
}
