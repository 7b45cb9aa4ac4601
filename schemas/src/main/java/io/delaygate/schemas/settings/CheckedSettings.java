package io.delaygate.schemas.settings;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.kafka.common.config.AbstractConfig;
import org.apache.kafka.common.config.ConfigDef;

/**
 * The settings of one service, checked as a whole.
 *
 * <p>Thread-safe.
 */
public final class CheckedSettings extends AbstractConfig {
  private CheckedSettings(ConfigDef definition, Map<String, String> settings) {
    super(definition, settings, false);
  }

  /**
   * Checks all settings.
   *
   * @param passThrough prefixes such as {@code producer.} whose keys belong to Kafka's clients
   * @throws SettingsException naming every unknown key and every illegal value
   */
  public static CheckedSettings check(
      ConfigDef definition, Map<String, String> settings, String... passThrough) {
    var faults = new ArrayList<String>();
    for (var key : settings.keySet()) {
      if (!definition.names().contains(key) && !startsWithAny(key, passThrough)) {
        faults.add("unknown setting '" + key + "'");
      }
    }
    for (var value : definition.validate(settings)) {
      faults.addAll(value.errorMessages());
    }
    if (!faults.isEmpty()) {
      throw new SettingsException(
          "The settings cannot be used:\n  " + String.join("\n  ", sorted(faults)));
    }
    return new CheckedSettings(definition, settings);
  }

  private static boolean startsWithAny(String key, String... prefixes) {
    for (var prefix : prefixes) {
      if (key.startsWith(prefix)) {
        return true;
      }
    }
    return false;
  }

  private static List<String> sorted(List<String> faults) {
    return faults.stream().sorted().toList();
  }
}
