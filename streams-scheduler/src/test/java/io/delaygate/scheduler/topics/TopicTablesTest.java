package io.delaygate.scheduler.topics;

import io.delaygate.harness.documents.GeneratedBlock;
import io.delaygate.scheduler.settings.SchedulerSettings;
import io.delaygate.schemas.topics.PlannedTopic;
import io.delaygate.schemas.topics.TopicRole;
import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** Tests that the documented tables of topics equal those of the code. */
class TopicTablesTest {
  private static final List<PlannedTopic> PLAN =
      TopicPlan.of(SchedulerSettings.of(Map.of("bootstrap.servers", "unused:1")));

  @Test
  void theTableOfTopicsIsThatOfThePlan() throws IOException {
    var head = "| topic | for | settings |\n|---|---|---|\n";
    var table = PLAN.stream().map(TopicTablesTest::row).collect(Collectors.joining("", head, ""));
    GeneratedBlock.check("streams-scheduler/docs/operations.md", "topics", table);
  }

  @Test
  void theTableOfRulesIsThatOfTheCheck() throws IOException {
    var head = "| of | when | then | because |\n|---|---|---|---|\n";
    var table =
        Arrays.stream(TopicRule.values())
            .map(TopicTablesTest::row)
            .collect(Collectors.joining("", head, ""));
    GeneratedBlock.check("streams-scheduler/docs/operations.md", "topic rules", table);
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
            : roles.stream().map(TopicTablesTest::word).collect(Collectors.joining(", "));
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
}
