package io.delaygate.service.settings;

import static java.util.Objects.requireNonNull;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.kafka.common.config.ConfigException;

/** One check of everything that was given: gathers all faults before it ends. */
final class SettingsCheck {
  private final Definitions definitions;
  private final Map<String, String> given;
  private final Placeholders placeholders;

  /** Kafka's clients look for the placeholders of others themselves. */
  private final boolean othersAreKnown;

  /** Without those for which there is nothing, which is told already. */
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
   * What was given, with everything in it that is kept elsewhere.
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
        // not said which: it could be a part of a secret
        throw new ConfigException("a ${...:...} that is none of dir, file and env");
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

  /** Instead of Kafka's message, which holds the value. */
  private String illegal(String key) {
    return "'%s': what %s stands for is not legal".formatted(key, given.get(key));
  }
}
