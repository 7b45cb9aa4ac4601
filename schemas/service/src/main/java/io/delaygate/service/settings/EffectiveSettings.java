package io.delaygate.service.settings;

import java.util.Map;
import java.util.TreeMap;
import org.apache.kafka.common.config.ConfigDef;

/**
 * Formatter of the settings in force, for the log. It shows placeholders instead of their values.
 * Of the settings for Kafka it shows only those that Kafka knows and that are not passwords.
 */
final class EffectiveSettings {
  private EffectiveSettings() {}

  static String of(Definitions definitions, Map<String, String> given, Map<String, ?> values) {
    var shown = new TreeMap<String, String>();
    for (var setting : definitions.settings().configKeys().values()) {
      var hidden = setting.type == ConfigDef.Type.PASSWORD;
      var value = given.get(setting.name);
      shown.put(
          setting.name,
          value != null && Placeholders.in(value)
              ? shown(hidden, value)
              : String.valueOf(values.get(setting.name)));
    }
    given.forEach(
        (key, value) ->
            definitions
                .passThrough(key)
                .map(to -> to.hides(to.without(key)))
                .ifPresent(hidden -> shown.put(key, shown(hidden, value))));
    var text = new StringBuilder();
    shown.forEach((key, value) -> text.append("\n  ").append(key).append(" = ").append(value));
    return text.toString();
  }

  private static String shown(boolean hidden, String value) {
    return hidden ? Placeholders.hidden(value) : value;
  }
}
