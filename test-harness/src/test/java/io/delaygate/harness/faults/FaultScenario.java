package io.delaygate.harness.faults;

import java.nio.file.Path;

/** Separate trial, which takes minutes. */
record FaultScenario(String name, String what, Run run) {
  /** Code that carries out the trial and shows its figures. */
  @FunctionalInterface
  interface Run {
    void on(TrialCluster cluster, Path folder, Figures figures);
  }
}
