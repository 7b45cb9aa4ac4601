package io.delaygate.scheduler.topics;

import io.delaygate.scheduler.topics.FoundTopic.Present;
import io.delaygate.schemas.topics.PlannedTopic;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * Finding of a topic rule: the difference, and how to remove it; with the checks of single settings
 * that make findings.
 *
 * @param text what is, and what should be
 * @param remedy one sentence
 */
record Finding(String text, String remedy) {
  /** Check of one topic against its plan; null when all is well, or cannot be known. */
  interface Check {
    @Nullable Finding of(PlannedTopic planned, FoundTopic found, int brokers);
  }

  /** Wanted value of a setting, null when the present one is right. */
  interface Wanted {
    @Nullable String of(PlannedTopic planned, Present found, String is);
  }

  /** Whether a number, and the one that is planned, are in order. */
  interface Bound {
    boolean holds(long is, long planned);
  }

  /** A check of one setting that can be read. */
  static Check ofSetting(String name, Wanted wanted) {
    return (planned, found, brokers) -> {
      var is = found instanceof Present present ? present.config(name) : null;
      if (is == null) {
        return null;
      }
      var should = wanted.of(planned, (Present) found, is);
      return should == null ? null : differs(planned.name(), name, is, should);
    };
  }

  /** A check of one number that is planned and can be read. */
  static Check ofNumber(String name, Bound bound) {
    return ofSetting(
        name,
        (planned, found, is) -> {
          var should = planned.configs().get(name);
          return should == null || bound.holds(Long.parseLong(is), Long.parseLong(should))
              ? null
              : should;
        });
  }

  private static Finding differs(String topic, String setting, String is, String should) {
    return new Finding(
        "%s is %s, but should be %s"
            .formatted(setting, readable(setting, is), readable(setting, should)),
        "Set it: kafka-configs.sh --alter --entity-type topics --entity-name %s --add-config %s=%s"
            .formatted(topic, setting, should));
  }

  private static String readable(String setting, String value) {
    return setting.endsWith(".ms") && !value.startsWith("-")
        ? value + " (" + Duration.ofMillis(Long.parseLong(value)).toString().substring(2) + ")"
        : value.isEmpty() ? "empty" : value;
  }
}
