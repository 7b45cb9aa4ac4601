package io.delaygate.harness.bench;

/** A part of the benchmark that can be run alone. */
record Scenario(String name, String what, Run run) {
  /** Measures, and leaves its figures in the bench. */
  @FunctionalInterface
  interface Run {
    void on(Bench bench) throws Exception;
  }
}
