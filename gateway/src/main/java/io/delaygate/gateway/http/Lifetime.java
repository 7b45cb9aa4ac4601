package io.delaygate.gateway.http;

import io.delaygate.gateway.settings.InstallationSettings;
import io.delaygate.service.background.BackgroundFailures;
import io.delaygate.service.shutdown.ShutdownSteps;

/**
 * Shutdown steps and background failures of a gateway, from its start to its stop.
 *
 * @param failures of background tasks
 * @param opened the steps that a stop, or a start that fails, runs to close parts
 */
public record Lifetime(BackgroundFailures failures, ShutdownSteps opened) {
  /** Adds a step that closes a part of one installation. */
  public void closes(InstallationSettings of, String what, ShutdownSteps.Step step) {
    opened.add(what + " of the pool " + of.pool(), step);
  }
}
