package io.delaygate.scheduler.app;

import io.delaygate.scheduler.settings.SchedulerSettings;
import io.delaygate.schemas.command.DefaultsParser;
import io.delaygate.service.control.ControlReader;
import io.delaygate.service.reading.BoundedConsumer;
import io.delaygate.service.settings.SettingsException;
import io.delaygate.service.shutdown.ShutdownSteps;
import java.time.Duration;

/**
 * Decisions about targets, read before the first job is delivered: its target may have been paused
 * long ago.
 */
final class ControlAtStart {
  /** The topics were there a moment ago; a start that fails is tried again by who started it. */
  private static final Duration WAIT = Duration.ofSeconds(60);

  private ControlAtStart() {}

  /**
   * Follows the decisions, all of which have been read.
   *
   * @param opened takes the step that ends it
   * @throws SettingsException if they cannot be read
   */
  static ControlReader follow(SchedulerSettings settings, ShutdownSteps opened) {
    var names = settings.names();
    var control =
        new ControlReader(
            names.control(),
            new DefaultsParser(names),
            () -> new BoundedConsumer(settings.followerProperties()));
    opened.add("decisions about targets", deadline -> control.close());
    control.start();
    if (!control.awaitLoaded(WAIT)) {
      throw new SettingsException(
          "What is decided about targets cannot be read: " + control.obstacle().orElse(""));
    }
    return control;
  }
}
