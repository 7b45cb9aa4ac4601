package io.delaygate.service.settings;

import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.kafka.common.config.ConfigDef;

/**
 * Definitions of all settings of a service. The check at start, the log, the reference page and the
 * sample file all use them.
 *
 * @param sections the service's own settings
 * @param passThrough prefixes of keys that go to Kafka; of two that match, the longer one counts
 * @param refused keys that are refused under every such prefix, each with the reason
 */
public record Definitions(
    List<SettingsSection> sections, List<PassThrough> passThrough, Map<String, String> refused) {

  /** Settings in a single section, and nothing for Kafka. */
  public static Definitions of(ConfigDef settings) {
    return new Definitions(List.of(new SettingsSection("Settings", settings)), List.of(), Map.of());
  }

  /** The settings of all sections, in their order. */
  public ConfigDef settings() {
    var all = new ConfigDef();
    for (var section : sections) {
      section.settings().configKeys().values().forEach(all::define);
    }
    return all;
  }

  private boolean isOwn(String key) {
    return sections.stream().anyMatch(each -> each.settings().names().contains(key));
  }

  /** The prefix of a key that goes to Kafka; empty for any other key. */
  Optional<PassThrough> passThrough(String key) {
    if (isOwn(key)) {
      return Optional.empty();
    }
    return passThrough.stream()
        .filter(each -> key.startsWith(each.prefix()))
        .max(Comparator.comparingInt(each -> each.prefix().length()));
  }

  /** The fault of a key itself, whatever its value. */
  Optional<String> fault(String key) {
    if (isOwn(key)) {
      return Optional.empty();
    }
    var to = passThrough(key);
    if (to.isEmpty()) {
      return Optional.of("unknown setting '" + key + "'");
    }
    return Optional.ofNullable(refused.get(to.get().without(key)))
        .map(reason -> "'" + key + "' cannot be set: " + reason);
  }

  /** The fault of a value that goes to Kafka, in Kafka's words. */
  Optional<String> illegal(String key, String value) {
    return passThrough(key)
        .flatMap(to -> to.fault(to.without(key), value))
        .map(fault -> "'" + key + "': " + fault);
  }
}
