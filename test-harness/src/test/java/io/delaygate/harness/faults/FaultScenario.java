package io.delaygate.harness.faults;

import java.nio.file.Path;

/** Trial of its own, which takes minutes. */
record FaultScenario(String name, String what, Run run) {
  /** Carries the trial out and shows its figures. */
  @FunctionalInterface
  interface Run {
    void on(TrialCluster cluster, Path folder, Figures figures);
  }
}
