package io.delaygate.service.logging;

import org.slf4j.Logger;

/** What a process runs with, said once when it starts. */
public final class SettingsLog {
  private SettingsLog() {}

  /**
   * Logs one event for each setting.
   *
   * @param effective a line for each; secrets are hidden already
   */
  public static void tell(Logger log, String effective) {
    effective
        .lines()
        .map(String::strip)
        .filter(setting -> !setting.isEmpty())
        .forEach(
            setting ->
                log.atInfo().addKeyValue(LogKey.SETTING.key(), setting).log("Setting in force"));
  }
}
