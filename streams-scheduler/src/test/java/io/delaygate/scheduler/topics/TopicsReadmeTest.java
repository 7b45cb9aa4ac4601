package io.delaygate.scheduler.topics;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.delaygate.scheduler.settings.SchedulerSettings;
import io.delaygate.schemas.topics.PlannedTopic;
import io.delaygate.schemas.topics.TopicRole;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/**
 * The README's tables of topics are made from the code; {@code -Dreadme.update=true} writes them
 * anew instead of comparing.
 */
class TopicsReadmeTest {
  private static final Path README = Path.of("README.md");

  private static final List<PlannedTopic> PLAN =
      TopicPlan.of(SchedulerSettings.of(Map.of("bootstrap.servers", "unused:1")));

  @Test
  void theTableOfTopicsIsThatOfThePlan() throws IOException {
    var head = "| topic | for | settings |\n|---|---|---|\n";
    var table = PLAN.stream().map(TopicsReadmeTest::row).collect(Collectors.joining("", head, ""));
    assertThat(section("topics", table)).isEqualTo(table);
  }

  @Test
  void theTableOfRulesIsThatOfTheCheck() throws IOException {
    var head = "| of | when | then | because |\n|---|---|---|---|\n";
    var table =
        Arrays.stream(TopicRule.values())
            .map(TopicsReadmeTest::row)
            .collect(Collectors.joining("", head, ""));
    assertThat(section("topic rules", table)).isEqualTo(table);
  }

  private static String row(PlannedTopic topic) {
    var settings =
        topic.configs().entrySet().stream()
            .map(config -> "`" + config.getKey() + "=" + config.getValue() + "`")
            .collect(Collectors.joining(" "));
    return "| `%s` | %s | %s |\n".formatted(topic.name(), topic.role().purpose(), settings);
  }

  private static String row(TopicRule rule) {
    var roles = Arrays.stream(TopicRole.values()).filter(rule::isAbout).toList();
    var of =
        roles.size() == TopicRole.values().length
            ? "all"
            : roles.stream().map(TopicsReadmeTest::word).collect(Collectors.joining(", "));
    var then =
        switch (rule.severity()) {
          case REFUSE -> "refused";
          case WARN -> "warning";
          case NOTE -> "note";
        };
    return "| %s | %s | %s | %s |\n".formatted(of, rule.when(), then, rule.why());
  }

  private static String word(TopicRole role) {
    return role.name().toLowerCase(Locale.ROOT).replace('_', ' ')
        + (role.isChangelog() ? " changelog" : "");
  }

  /** What stands between the markers; with the update property, the table is put there first. */
  private static String section(String name, String table) throws IOException {
    var begin = "<!-- " + name + ": generated -->\n";
    var end = "<!-- " + name + ": end -->";
    var readme = Files.readString(README, UTF_8);
    var from = readme.indexOf(begin) + begin.length();
    var to = readme.indexOf(end);
    if (Boolean.getBoolean("readme.update")) {
      Files.writeString(README, readme.substring(0, from) + table + readme.substring(to), UTF_8);
      return table;
    }
    return readme.substring(from, to);
  }
}
