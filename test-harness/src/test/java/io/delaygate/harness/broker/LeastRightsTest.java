package io.delaygate.harness.broker;

import io.delaygate.harness.broker.LeastRights.Right;
import io.delaygate.harness.documents.GeneratedBlock;
import io.delaygate.schemas.topics.TopicNames;
import java.io.IOException;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import org.apache.kafka.common.resource.PatternType;
import org.junit.jupiter.api.Test;

/** Tests that the document for operators lists the rights that the end-to-end tests use. */
class LeastRightsTest {
  private static final String TARGETS = "…";
  private static final TopicNames NAMES = TopicNames.prefixed("");

  @Test
  void theyAreListed() throws IOException {
    check("rights", LeastRights.of(NAMES, TARGETS));
  }

  @Test
  void thoseOfQueuesAreListed() throws IOException {
    check("rights of queues", LeastRights.ofQueues(NAMES));
  }

  private static void check(String name, List<Right> rights) throws IOException {
    // When
    var table =
        "| service | on | operations |\n|---|---|---|\n"
            + rights.stream().map(LeastRightsTest::row).collect(Collectors.joining());

    // Then
    GeneratedBlock.check("streams-scheduler/docs/operations.md", name, table);
  }

  private static String row(Right right) {
    var operations =
        right.operations().stream()
            .map(operation -> "`" + operation + "`")
            .collect(Collectors.joining(" "));
    return "| %s | %s | %s |\n"
        .formatted(right.user().replace("delaygate-", ""), resource(right), operations);
  }

  private static String resource(Right right) {
    var type = right.type().name().toLowerCase(Locale.ROOT).replace('_', ' ');
    if (right.name().equals(TARGETS)) {
      return "targets, dead-letter and reply topics that jobs may name";
    }
    return right.pattern() == PatternType.PREFIXED
        ? "each %s that begins with `%s`".formatted(type, right.name())
        : "%s `%s`".formatted(type, right.name());
  }
}
