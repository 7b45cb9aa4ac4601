package io.delaygate.service.settings;

import java.util.TreeMap;
import java.util.stream.Collectors;
import org.apache.kafka.common.config.ConfigDef;
import org.apache.kafka.common.config.ConfigDef.ConfigKey;

/** Generator of the reference page of a service's settings, in Markdown. */
public final class ConfigurationPage {
  private static final String INTRODUCTION =
      """
      Made by a test from what the code checks settings against.

      ## Where settings come from

      | source | example | |
      |---|---|---|
      | argument | `--http.port=80` | wins over the others |
      | environment | `DELAYGATE_HTTP_PORT=80` | dots become underscores; wins over the file |
      | file | `http.port=80` | a properties file in UTF-8, named by `--config=FILE` or `DELAYGATE_CONFIG` |

      At start everything is checked and all faults are told at once; a name that is not listed here is
      one. Then what is in force is logged.

      ## Secrets

      A value, or a part of it, may be kept elsewhere:

      | placeholder | stands for |
      |---|---|
      | `${dir:/run/secrets/kafka:password}` | the text of the file `password` in that directory |
      | `${file:/run/secrets/kafka.properties:password}` | the value of `password` in that properties file |
      | `${env:KAFKA_PASSWORD}` | the environment variable, whose name must not begin with `DELAYGATE_` |

      Line ends at the end are not part of it. If it cannot be found, the service does not start. It is
      read once, at start. The log and messages about faults show the placeholder, never what it
      stands for. A value that has to hold `${a:b}` itself goes into a file as well. With
      `kafka.config.providers`, Kafka's clients look up placeholders of other providers themselves.

      Of what goes to Kafka, the log shows only that which Kafka knows and does not call a password.
      """;

  private ConfigurationPage() {}

  /**
   * The page.
   *
   * @param service as in "the gateway"
   */
  public static String of(String service, Definitions definitions) {
    var page = new StringBuilder("# Settings of the " + service + "\n\n").append(INTRODUCTION);
    definitions.sections().forEach(section -> page.append(table(section)));
    if (!definitions.passThrough().isEmpty()) {
      page.append(kafka(definitions));
    }
    return page.toString();
  }

  private static String table(SettingsSection section) {
    return section.settings().configKeys().values().stream()
        .map(ConfigurationPage::row)
        .collect(
            Collectors.joining(
                "",
                "\n## "
                    + section.title()
                    + "\n\n| setting | type | default | bounds | meaning | reason |\n"
                    + "|---|---|---|---|---|---|\n",
                ""));
  }

  private static String row(ConfigKey setting) {
    var explained = SettingText.of(setting);
    return "| `%s` | %s | %s | %s | %s | %s |\n"
        .formatted(
            setting.name,
            SettingValidators.type(setting),
            byDefault(setting),
            cell(SettingValidators.of(setting)),
            cell(explained.meaning()),
            cell(explained.reason()));
  }

  private static String byDefault(ConfigKey setting) {
    if (!setting.hasDefault()) {
      return "required";
    }
    var text = ConfigDef.convertToString(setting.defaultValue, setting.type);
    return text == null ? "none" : text.isEmpty() ? "empty" : "`" + text + "`";
  }

  private static String kafka(Definitions definitions) {
    var text = new StringBuilder();
    text.append("\n## What goes to Kafka\n\n");
    text.append("Keys that begin so are handed on without the prefix, and win over what the");
    text.append(" service sets itself.\n\n| prefix | goes to |\n|---|---|\n");
    definitions
        .passThrough()
        .forEach(to -> text.append("| `%s` | %s |\n".formatted(to.prefix(), to.goesTo())));
    text.append("\nBehind any of these, some keys are refused:\n\n| key | why |\n|---|---|\n");
    new TreeMap<>(definitions.refused())
        .forEach((key, reason) -> text.append("| `%s` | %s |\n".formatted(key, cell(reason))));
    return text.toString();
  }

  private static String cell(String text) {
    return text.replace("|", "\\|");
  }
}
