package io.delaygate.harness.bench;

import java.time.Duration;

/** What the processes of a rig take between two moments. */
final class Costs {
  private final Rig rig;
  private final long schedulerPid;
  private final double brokerSeconds;
  private final double schedulerSeconds;
  private final double ownSeconds;

  /** The first moment. */
  Costs(Rig rig) {
    this.rig = rig;
    this.schedulerPid = rig.scheduler().pid();
    this.brokerSeconds = Usage.cpuSeconds(rig.brokerPid());
    this.schedulerSeconds = Usage.cpuSeconds(schedulerPid);
    this.ownSeconds = Usage.cpuSeconds(ProcessHandle.current().pid());
  }

  /** The second one, so much later. */
  void rows(Bench bench, String scenario, Duration time) {
    var cores = 100.0 / (time.toMillis() / 1_000.0);
    bench.row(
        scenario,
        "CPU of the scheduler",
        "% of a core",
        (Usage.cpuSeconds(schedulerPid) - schedulerSeconds) * cores,
        null);
    bench.row(
        scenario,
        "CPU of the broker",
        "% of a core",
        (Usage.cpuSeconds(rig.brokerPid()) - brokerSeconds) * cores,
        null);
    bench.row(
        scenario,
        "CPU of load and readers",
        "% of a core",
        (Usage.cpuSeconds(ProcessHandle.current().pid()) - ownSeconds) * cores,
        null);
    bench.row(scenario, "memory of the scheduler", "MiB", Usage.residentMib(schedulerPid), null);
  }
}
