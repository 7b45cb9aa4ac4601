package io.delaygate.service.settings;

import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Stream;
import org.apache.kafka.common.config.ConfigDef;
import org.apache.kafka.common.config.ConfigDef.ConfigKey;
import org.apache.kafka.common.config.ConfigException;

/**
 * Key prefix whose settings are passed to Kafka without it.
 *
 * @param prefix with its dot, such as {@code producer.}
 * @param goesTo the receiving clients, for the reference
 * @param known the definitions of the receiving clients; any other key belongs to a plug-in
 */
public record PassThrough(String prefix, String goesTo, List<ConfigDef> known) {
  String without(String key) {
    return key.substring(prefix.length());
  }

  /**
   * Whether a value must be hidden: it is a password of Kafka, or Kafka does not know it. The keys
   * of a plug-in may hold anything.
   *
   * @param key without the prefix
   */
  boolean hides(String key) {
    var types = definitions(key).map(each -> each.type).toList();
    return types.isEmpty() || types.contains(ConfigDef.Type.PASSWORD);
  }

  /**
   * The fault that Kafka would report later, and only for the first. The text contains the value.
   *
   * @param key without the prefix
   */
  Optional<String> fault(String key, String value) {
    try {
      for (var definition : definitions(key).toList()) {
        var parsed = ConfigDef.parseType(key, value, definition.type);
        if (definition.validator != null) {
          definition.validator.ensureValid(key, parsed);
        }
      }
      return Optional.empty();
    } catch (ConfigException illegal) {
      return Optional.ofNullable(illegal.getMessage());
    }
  }

  private Stream<ConfigKey> definitions(String key) {
    return known.stream().map(each -> each.configKeys().get(key)).filter(Objects::nonNull);
  }
}
