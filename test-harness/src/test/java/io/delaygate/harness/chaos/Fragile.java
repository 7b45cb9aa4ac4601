package io.delaygate.harness.chaos;

import java.util.HashSet;
import java.util.Set;

/**
 * What may become of jobs for {@link Rig#FRAGILE} that would be wrong for any other target.
 *
 * @param refuses whether they may be refused when they come
 * @param deaths reasons for which they may die when they are due
 * @param goneUntilMs what the topic had by then may have gone with it, by the real time; {@link
 *     Long#MIN_VALUE} for nothing
 */
record Fragile(boolean refuses, Set<String> deaths, long goneUntilMs) {
  /** It stands. */
  static final Fragile STANDS = new Fragile(false, Set.of(), Long.MIN_VALUE);

  Fragile {
    deaths = Set.copyOf(deaths);
  }

  /** The same after another fault. */
  Fragile after(FaultKind kind) {
    return switch (kind) {
      case TARGET_IS_COMPACTED -> dyingOf("TARGET_KEY_REQUIRED");
      case TARGET_TAKES_LESS -> dyingOf("RECORD_TOO_LARGE");
      // jobs wait for a topic that is gone longer than a run lasts
      case TARGET_IS_REMADE -> new Fragile(true, deaths, goneUntilMs);
      default -> throw new IllegalArgumentException(kind + " is nothing to be refused for");
    };
  }

  private Fragile dyingOf(String reason) {
    var more = new HashSet<>(deaths);
    more.add(reason);
    return new Fragile(true, more, goneUntilMs);
  }

  /** The same after the topic was made again. */
  Fragile remade(long atMs) {
    return new Fragile(refuses, deaths, atMs);
  }

  /** As clocks see it that may be ahead, and deliver what is due later. */
  Fragile seenBy(Clocks clocks) {
    return goneUntilMs == Long.MIN_VALUE
        ? this
        : new Fragile(refuses, deaths, goneUntilMs + clocks.mostAheadMs());
  }

  boolean mayRefuse(Cargo cargo) {
    return refuses && isMeant(cargo);
  }

  /** The reasons for which a job may die. */
  Set<String> deaths(Cargo cargo) {
    return isMeant(cargo) ? deaths : Set.of();
  }

  /** Whether a delivery may have gone with the topic. */
  boolean mayHaveLost(World.Due due) {
    return isMeant(due.cargo()) && due.fromMs() <= goneUntilMs;
  }

  private static boolean isMeant(Cargo cargo) {
    return cargo.topic().equals(Rig.FRAGILE);
  }
}
