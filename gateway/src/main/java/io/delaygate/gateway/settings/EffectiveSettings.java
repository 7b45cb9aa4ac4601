package io.delaygate.gateway.settings;

import io.delaygate.schemas.settings.CheckedSettings;
import java.util.Map;
import java.util.TreeMap;
import org.apache.kafka.clients.admin.AdminClientConfig;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.common.config.ConfigDef;

/**
 * The settings in force, for the log. Of the clients' settings only those are shown that Kafka
 * knows and does not call a password: a plug-in's own keys may hold anything.
 */
final class EffectiveSettings {
  private static final String HIDDEN = "[hidden]";

  private static final Map<String, ConfigDef> CLIENTS =
      Map.of(
          ClientSettings.KAFKA, ProducerConfig.configDef(),
          ClientSettings.PRODUCER, ProducerConfig.configDef(),
          ClientSettings.CONSUMER, ConsumerConfig.configDef(),
          ClientSettings.ADMIN, AdminClientConfig.configDef());

  private EffectiveSettings() {}

  static String of(CheckedSettings values) {
    var shown = new TreeMap<String, String>();
    GatewaySettings.DEFINITION
        .names()
        .forEach(name -> shown.put(name, String.valueOf(values.values().get(name))));
    CLIENTS.forEach(
        (prefix, definition) ->
            values
                .originalsWithPrefix(prefix)
                .forEach((key, value) -> shown.put(prefix + key, shown(definition, key, value))));
    var text = new StringBuilder();
    shown.forEach((key, value) -> text.append("\n  ").append(key).append(" = ").append(value));
    return text.toString();
  }

  private static String shown(ConfigDef definition, String key, Object value) {
    var known = definition.configKeys().get(key);
    return known == null || known.type == ConfigDef.Type.PASSWORD ? HIDDEN : String.valueOf(value);
  }
}
