package io.delaygate.service.settings;

import static java.util.Objects.requireNonNull;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.kafka.common.config.ConfigException;

/** Check of all given settings that collects every fault before it fails. */
final class SettingsCheck {
  private final Definitions definitions;
  private final Map<String, String> given;
  private final Placeholders placeholders;

  /** Whether Kafka's clients resolve the placeholders of other providers themselves. */
  private final boolean othersAreKnown;

  /** Without settings whose placeholder has no value; that fault is already reported. */
  private final Map<String, String> resolved = new HashMap<>();

  private final List<String> faults = new ArrayList<>();

  SettingsCheck(
      Definitions definitions, Map<String, String> given, Map<String, String> environment) {
    this.definitions = definitions;
    this.given = given;
    this.placeholders = new Placeholders(environment);
    this.othersAreKnown =
        given.keySet().stream().anyMatch(each -> each.endsWith(".config.providers"));
  }

  /**
   * The given settings with all placeholders resolved.
   *
   * @throws SettingsException naming every fault
   */
  Map<String, String> run() {
    given.keySet().forEach(key -> definitions.fault(key).ifPresent(faults::add));
    given.forEach(this::resolve);
    checkOwn();
    resolved.forEach(this::checkPassedOn);
    SettingsException.throwIfAny(faults);
    return resolved;
  }

  private void resolve(String key, String value) {
    try {
      if (Placeholders.ofOthersIn(value) && !othersAreKnown) {
        // does not say which one: it could be part of a secret
        throw new ConfigException(
            "the provider of a placeholder ${...:...} must be dir, file or env");
      }
      resolved.put(key, placeholders.resolve(value));
    } catch (ConfigException nothing) {
      faults.add("'" + key + "': " + nothing.getMessage());
    }
  }

  private void checkOwn() {
    var settings = definitions.settings();
    var checked = settings.validateAll(resolved);
    for (var setting : settings.configKeys().values()) {
      var key = setting.name;
      var found = requireNonNull(checked.get(key)).errorMessages();
      var isTold = given.containsKey(key) && !resolved.containsKey(key);
      if (isTold || found.isEmpty()) {
        continue;
      }
      if (isElsewhere(key)) {
        faults.add(illegal(key) + ", it must be " + SettingValidators.inWords(setting));
      } else {
        faults.addAll(found);
      }
    }
  }

  private void checkPassedOn(String key, String value) {
    if (!Placeholders.ofOthersIn(value)) {
      definitions
          .illegal(key, value)
          .map(fault -> isElsewhere(key) ? illegal(key) : fault)
          .ifPresent(faults::add);
    }
  }

  private boolean isElsewhere(String key) {
    return Placeholders.in(given.getOrDefault(key, ""));
  }

  /** Replaces Kafka's message, which contains the value. */
  private String illegal(String key) {
    return "'%s': the value of %s is not valid".formatted(key, given.get(key));
  }
}
