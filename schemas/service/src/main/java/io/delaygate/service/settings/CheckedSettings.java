package io.delaygate.service.settings;

import java.util.Map;
import org.apache.kafka.common.config.AbstractConfig;
import org.apache.kafka.common.config.ConfigDef;

/**
 * Settings of one service, checked as a whole, with all placeholders resolved.
 *
 * <p>Thread-safe.
 */
public final class CheckedSettings extends AbstractConfig {
  private final Definitions definitions;
  private final Map<String, String> given;

  private CheckedSettings(
      Definitions definitions, Map<String, String> given, Map<String, String> resolved) {
    super(definitions.settings(), resolved, false);
    this.definitions = definitions;
    this.given = Map.copyOf(given);
  }

  /** Checks settings of which none is passed on to Kafka, see the other method. */
  public static CheckedSettings check(ConfigDef settings, Map<String, String> given) {
    return check(Definitions.of(settings), given);
  }

  /**
   * Checks all settings. A value may be a placeholder for a file or a variable: {@code
   * ${dir:/path:file}}, {@code ${file:/path:key}}, {@code ${env:NAME}}.
   *
   * @throws SettingsException naming every unknown or refused key, every value that is not valid
   *     and every placeholder without a value; no message contains the value of a placeholder
   */
  public static CheckedSettings check(Definitions definitions, Map<String, String> given) {
    return check(definitions, given, System.getenv());
  }

  static CheckedSettings check(
      Definitions definitions, Map<String, String> given, Map<String, String> environment) {
    var resolved = new SettingsCheck(definitions, given, environment).run();
    return new CheckedSettings(definitions, given, resolved);
  }

  /** The settings in force, sorted, one {@code key = value} per line; secrets are hidden. */
  public String effective() {
    return EffectiveSettings.of(definitions, given, values());
  }
}
