package io.delaygate.gateway.http;

import io.delaygate.gateway.settings.InstallationSettings;
import io.delaygate.service.background.BackgroundFailures;
import io.delaygate.service.shutdown.ShutdownSteps;

/**
 * Parts that accompany a gateway from its start to its stop.
 *
 * @param failures of tasks in the background
 * @param opened what is closed by a stop, and by a start that fails
 */
public record Lifetime(BackgroundFailures failures, ShutdownSteps opened) {
  /** Adds a step that closes a part of one installation. */
  public void closes(InstallationSettings of, String what, ShutdownSteps.Step step) {
    opened.add(what + " of the pool " + of.pool(), step);
  }
}
