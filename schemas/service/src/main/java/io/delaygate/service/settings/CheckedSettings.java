package io.delaygate.service.settings;

import java.util.Map;
import org.apache.kafka.common.config.AbstractConfig;
import org.apache.kafka.common.config.ConfigDef;

/**
 * The settings of one service, checked as a whole, with everything that is kept elsewhere put in.
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

  /** Checks settings that are nobody's but ours, see the other. */
  public static CheckedSettings check(ConfigDef settings, Map<String, String> given) {
    return check(Definitions.of(settings), given);
  }

  /**
   * Checks all settings. A value may name a file or a variable that holds it: {@code
   * ${dir:/path:file}}, {@code ${file:/path:key}}, {@code ${env:NAME}}.
   *
   * @throws SettingsException naming every unknown or refused key, every illegal value and
   *     everything that is not where it should be; a value that was kept elsewhere is in no message
   */
  public static CheckedSettings check(Definitions definitions, Map<String, String> given) {
    return check(definitions, given, System.getenv());
  }

  static CheckedSettings check(
      Definitions definitions, Map<String, String> given, Map<String, String> environment) {
    var resolved = new SettingsCheck(definitions, given, environment).run();
    return new CheckedSettings(definitions, given, resolved);
  }

  /** What is in force, sorted, one {@code key = value} per line; secrets are hidden. */
  public String effective() {
    return EffectiveSettings.of(definitions, given, values());
  }
}
