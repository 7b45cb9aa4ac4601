package io.delaygate.service.settings;

import java.util.Map;
import org.apache.kafka.common.config.ConfigDef;
import org.apache.kafka.common.config.ConfigDef.ConfigKey;

/** Generator of a sample properties file with all settings, each commented out with its default. */
public final class ConfigurationSample {
  private static final int COLUMNS = 90;

  private ConfigurationSample() {}

  /**
   * The file.
   *
   * @param service as in "the gateway"
   * @param examples values of the settings that are required
   */
  public static String of(String service, Definitions definitions, Map<String, String> examples) {
    var file = new StringBuilder();
    file.append(comment("Settings of the %s, each with its default.".formatted(service)));
    file.append(comment("CONFIGURATION.md has their types, bounds and reasons."));
    for (var section : definitions.sections()) {
      file.append("\n").append(comment("---- " + section.title() + " ----"));
      section.settings().configKeys().values().stream()
          .map(setting -> entry(setting, examples))
          .forEach(file::append);
    }
    return file.toString();
  }

  private static String entry(ConfigKey setting, Map<String, String> examples) {
    var example = examples.get(setting.name);
    var line =
        example == null
            ? "#" + setting.name + "=" + byDefault(setting)
            : setting.name + "=" + example;
    return "\n" + comment(SettingText.of(setting).meaning()) + line + "\n";
  }

  private static String byDefault(ConfigKey setting) {
    var text =
        setting.hasDefault() ? ConfigDef.convertToString(setting.defaultValue, setting.type) : null;
    return text == null ? "" : text;
  }

  /** Wraps a comment. */
  private static String comment(String text) {
    var lines = new StringBuilder();
    var line = new StringBuilder("#");
    for (var word : text.replace("`", "").split(" ", -1)) {
      if (line.length() + 1 + word.length() > COLUMNS) {
        lines.append(line).append('\n');
        line.replace(1, line.length(), "");
      }
      line.append(' ').append(word);
    }
    return lines.append(line).append('\n').toString();
  }
}
