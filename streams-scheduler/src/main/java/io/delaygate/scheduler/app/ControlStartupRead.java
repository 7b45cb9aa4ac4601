package io.delaygate.scheduler.app;

import io.delaygate.scheduler.settings.SchedulerSettings;
import io.delaygate.schemas.command.DefaultsParser;
import io.delaygate.service.control.ControlReader;
import io.delaygate.service.reading.BoundedConsumer;
import io.delaygate.service.settings.SettingsException;
import io.delaygate.service.shutdown.ShutdownSteps;
import java.time.Duration;

/**
 * Start-up read of the operators' decisions about targets: it ends before the first job is
 * delivered, since the job's target may have been paused long ago.
 */
final class ControlStartupRead {
  /** The topics existed a moment ago. The process supervisor repeats a start that fails. */
  private static final Duration WAIT = Duration.ofSeconds(60);

  private ControlStartupRead() {}

  /**
   * Starts a reader that follows the decisions; returns once all existing ones have been read.
   *
   * @param opened gets the step that closes the reader
   * @throws SettingsException if the decisions cannot be read
   */
  static ControlReader follow(SchedulerSettings settings, ShutdownSteps opened) {
    var names = settings.names();
    var control =
        new ControlReader(
            names,
            new DefaultsParser(names),
            () -> new BoundedConsumer(settings.followerProperties()));
    opened.add("decisions about targets", deadline -> control.close());
    control.start();
    if (!control.awaitLoaded(WAIT)) {
      throw new SettingsException(
          "The operators' decisions about targets cannot be read: "
              + control.obstacle().orElse(""));
    }
    return control;
  }
}
