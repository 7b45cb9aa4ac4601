package io.delaygate.harness.bench;

import java.time.Duration;
import java.util.Map;

/** What the processes of a rig take between two moments. */
final class Costs {
  private final Rig rig;
  private final long schedulerPid;
  private final double brokerSeconds;
  private final double schedulerSeconds;
  private final double ownSeconds;
  private final Map<String, Long> bytes;

  /** The first moment. */
  Costs(Rig rig) {
    this.rig = rig;
    this.schedulerPid = rig.scheduler().pid();
    this.brokerSeconds = Usage.cpuSeconds(rig.brokerPid());
    this.schedulerSeconds = Usage.cpuSeconds(schedulerPid);
    this.ownSeconds = Usage.cpuSeconds(ProcessHandle.current().pid());
    this.bytes = rig.bytesByTopic();
  }

  /**
   * The second one.
   *
   * @param time since the first
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

  /** Topics in which nothing was written, or the broker cleaned up meanwhile, have no row. */
  private void written(Bench bench, String scenario, String topic, long now, long jobs) {
    var grown = now - bytes.getOrDefault(topic, 0L);
    if (grown > 0) {
      bench.row(scenario, "written to " + topic, "bytes per job", (double) grown / jobs, null);
    }
  }
}
