package io.delaygate.harness.bench;

/** Part of the benchmark that can run alone. */
record Scenario(String name, String what, Run run) {
  /** Code that measures and adds its figures to the bench. */
  @FunctionalInterface
  interface Run {
    void on(Bench bench) throws Exception;
  }
}
