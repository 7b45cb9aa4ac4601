package io.delaygate.scheduler.app;

import io.delaygate.scheduler.app.Scheduler.Surroundings;
import io.delaygate.scheduler.incidents.RejectedCommands;
import io.delaygate.scheduler.ops.InstanceFacts;
import io.delaygate.scheduler.ops.InstanceFacts.Norms;
import io.delaygate.scheduler.query.InstanceState;
import io.delaygate.scheduler.settings.SchedulerSettings;
import io.delaygate.service.background.GuardedScheduler;
import java.time.Duration;
import org.apache.kafka.streams.StreamsConfig;

/**
 * Reports of a member's incidents: the facts that gateways judge its health by, and a log line a
 * minute about rejected commands. It has no thread before {@link #start}.
 */
final class IncidentReports implements AutoCloseable {
  private static final Duration EVERY = Duration.ofMinutes(1);

  private final RejectedCommands rejections;
  private final InstanceFacts facts;
  private final GuardedScheduler background;

  IncidentReports(SchedulerSettings settings, StreamsConfig config, Surroundings around) {
    var standbys = config.getInt(StreamsConfig.NUM_STANDBY_REPLICAS_CONFIG);
    var norms = new Norms(settings.parkMax().toMillis(), standbys);
    var metrics = around.metrics();
    rejections = metrics.rejections();
    facts = new InstanceFacts(metrics, norms, around.clocks().wall());
    background = new GuardedScheduler("rejected-commands", around.failures());
  }

  /** Makes queries show the incidents. */
  void showIn(InstanceState state) {
    state.show(rejections, facts::put);
  }

  /** Starts to write log lines. */
  void start() {
    background.repeat(EVERY, EVERY, rejections.log()::write);
  }

  /** Writes the lines that are left. */
  @Override
  public void close() {
    background.close();
    rejections.log().write();
  }
}
