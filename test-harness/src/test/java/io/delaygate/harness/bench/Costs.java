package io.delaygate.harness.bench;

import java.time.Duration;
import java.util.Map;

/** CPU, memory and bytes written by the processes of a rig during a period. */
final class Costs {
  private final Rig rig;
  private final long schedulerPid;
  private final double brokerSeconds;
  private final double schedulerSeconds;
  private final double ownSeconds;
  private final Map<String, Long> bytes;

  /** Starts the period. */
  Costs(Rig rig) {
    this.rig = rig;
    this.schedulerPid = rig.scheduler().pid();
    this.brokerSeconds = Usage.cpuSeconds(rig.brokerPid());
    this.schedulerSeconds = Usage.cpuSeconds(schedulerPid);
    this.ownSeconds = Usage.cpuSeconds(ProcessHandle.current().pid());
    this.bytes = rig.bytesByTopic();
  }

  /**
   * Ends the period, and adds its figures.
   *
   * @param time length of the period
   * @param jobs scheduled and delivered meanwhile
   */
  void rows(Bench bench, String scenario, Duration time, long jobs) {
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
    var state = Usage.diskMib(rig.stateOf("scheduler-0"));
    bench.row(scenario, "state of the scheduler on disk", "MiB", state, null);
    rig.bytesByTopic().forEach((topic, now) -> written(bench, scenario, topic, now, jobs));
  }

  /** Adds a row, except for a topic that did not grow or that the broker cleaned up. */
  private void written(Bench bench, String scenario, String topic, long now, long jobs) {
    var grown = now - bytes.getOrDefault(topic, 0L);
    if (grown > 0) {
      bench.row(scenario, "written to " + topic, "bytes per job", (double) grown / jobs, null);
    }
  }
}
