package io.delaygate.service.settings;

import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Stream;
import org.apache.kafka.common.config.ConfigDef;
import org.apache.kafka.common.config.ConfigDef.ConfigKey;
import org.apache.kafka.common.config.ConfigException;

/**
 * A prefix whose keys are handed to Kafka without it.
 *
 * @param prefix with its dot, such as {@code producer.}
 * @param goesTo who gets them, for the reference
 * @param known the definitions of those who get them; a key in none of them is a plug-in's
 */
public record PassThrough(String prefix, String goesTo, List<ConfigDef> known) {
  String without(String key) {
    return key.substring(prefix.length());
  }

  /**
   * Whether a value may not be shown: Kafka calls it a password, or does not know it. A plug-in's
   * own keys may hold anything.
   *
   * @param key without the prefix
   */
  boolean hides(String key) {
    var types = definitions(key).map(each -> each.type).toList();
    return types.isEmpty() || types.contains(ConfigDef.Type.PASSWORD);
  }

  /**
   * What Kafka would say against a value, later and for the first fault only. Holds the value.
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
