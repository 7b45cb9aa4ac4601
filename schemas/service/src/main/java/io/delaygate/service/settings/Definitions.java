package io.delaygate.service.settings;

import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.kafka.common.config.ConfigDef;

/**
 * Everything that a service can be told. The check at start, the log, the reference page and the
 * sample file are all made from it.
 *
 * @param sections the service's own settings
 * @param passThrough prefixes of keys that go to Kafka; of two that fit, the longer one counts
 * @param refused keys that are refused under every such prefix, each with the reason
 */
public record Definitions(
    List<SettingsSection> sections, List<PassThrough> passThrough, Map<String, String> refused) {

  /** Settings without sections, and nothing for Kafka. */
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

  /** Where a key goes; empty for a setting of our own, too. */
  Optional<PassThrough> passThrough(String key) {
    if (isOwn(key)) {
      return Optional.empty();
    }
    return passThrough.stream()
        .filter(each -> key.startsWith(each.prefix()))
        .max(Comparator.comparingInt(each -> each.prefix().length()));
  }

  /** What is wrong with a key itself, whatever its value. */
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

  /** What is wrong with a value that goes to Kafka, in Kafka's words. */
  Optional<String> illegal(String key, String value) {
    return passThrough(key)
        .flatMap(to -> to.fault(to.without(key), value))
        .map(fault -> "'" + key + "': " + fault);
  }
}
