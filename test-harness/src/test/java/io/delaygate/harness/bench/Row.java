package io.delaygate.harness.bench;

import org.jspecify.annotations.Nullable;

/**
 * One figure of the report.
 *
 * @param scenario what was done
 * @param metric what was measured
 * @param unit of the value
 * @param goal what it has to be; null = it is only shown
 */
record Row(String scenario, String metric, String unit, double value, @Nullable Goal goal) {
  /** Whether it comes from a scenario of that name, whose rows may say more behind a comma. */
  boolean isOf(String name) {
    return scenario.equals(name) || scenario.startsWith(name + ", ");
  }

  boolean isReached() {
    return goal == null || goal.isReachedBy(value);
  }

  /** Three significant digits, more where there is more before the point. */
  static String number(double value) {
    if (value == Math.rint(value) || Math.abs(value) >= 100) {
      return "%,.0f".formatted(value);
    }
    return Math.abs(value) >= 10 ? "%.1f".formatted(value) : "%.2f".formatted(value);
  }

  /**
   * What a figure has to be.
   *
   * @param atLeast whether more is better
   * @param bound still reached
   */
  record Goal(boolean atLeast, double bound) {
    static Goal atLeast(double bound) {
      return new Goal(true, bound);
    }

    static Goal atMost(double bound) {
      return new Goal(false, bound);
    }

    boolean isReachedBy(double value) {
      return atLeast ? value >= bound : value <= bound;
    }

    /** What {@link #toString} has written; null for an empty text. */
    static @Nullable Goal parse(String text) {
      return text.isEmpty()
          ? null
          : new Goal(text.startsWith("≥"), Double.parseDouble(text.substring(2).replace(",", "")));
    }

    @Override
    public String toString() {
      return (atLeast ? "≥ " : "≤ ") + number(bound);
    }
  }
}
