package io.delaygate.service.logging;

import org.slf4j.Logger;

/** Logger of the settings in force, once when a process starts. */
public final class SettingsLog {
  private SettingsLog() {}

  /**
   * Logs one event for each setting.
   *
   * @param effective one line for each; secrets are already hidden
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
