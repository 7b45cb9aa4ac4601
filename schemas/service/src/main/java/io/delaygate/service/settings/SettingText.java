package io.delaygate.service.settings;

import org.apache.kafka.common.config.ConfigDef.ConfigKey;

/**
 * Documentation of a setting: its meaning, and the reason for its default and bounds. {@code
 * ConfigDef} has one text for both, so the first line is the meaning and the second the reason.
 *
 * @param meaning never empty
 * @param reason empty only for a setting that was defined without {@link #because}
 */
public record SettingText(String meaning, String reason) {
  private static final String SEPARATOR = "\n";

  /** The documentation to define a setting with. */
  public static String because(String meaning, String reason) {
    return meaning + SEPARATOR + reason;
  }

  /** The documentation of a defined setting. */
  public static SettingText of(ConfigKey setting) {
    var lines = setting.documentation.split(SEPARATOR, 2);
    return new SettingText(lines[0], lines.length == 1 ? "" : lines[1]);
  }
}
