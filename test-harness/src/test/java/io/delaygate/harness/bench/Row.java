package io.delaygate.harness.bench;

import org.jspecify.annotations.Nullable;

/**
 * One figure of the report.
 *
 * @param scenario scenario of the figure
 * @param metric measured quantity
 * @param unit of the value
 * @param goal null for a row without a goal
 */
record Row(String scenario, String metric, String unit, double value, @Nullable Goal goal) {
  /** Whether the scenario has this name, maybe with a detail after a comma. */
  boolean isOf(String name) {
    return scenario.equals(name) || scenario.startsWith(name + ", ");
  }

  boolean isReached() {
    return goal == null || goal.isReachedBy(value);
  }

  /** Three significant digits, or all digits before the point. */
  static String number(double value) {
    if (value == Math.rint(value) || Math.abs(value) >= 100) {
      return "%,.0f".formatted(value);
    }
    return Math.abs(value) >= 10 ? "%.1f".formatted(value) : "%.2f".formatted(value);
  }

  /**
   * Goal for a figure.
   *
   * @param atLeast whether larger values are better
   * @param bound the limit, inclusive
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

    /** The goal that {@link #toString} has written; null for an empty text. */
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
