package io.delaygate.harness.e2e;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.apache.kafka.common.acl.AclPermissionType.ALLOW;
import static org.apache.kafka.common.acl.AclPermissionType.DENY;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.delaygate.cli.CliMain;
import io.delaygate.harness.broker.BrokerOptions;
import io.delaygate.harness.broker.EmbeddedKafka;
import io.delaygate.harness.broker.Reader;
import io.delaygate.harness.broker.Topics;
import io.delaygate.scheduler.settings.SchedulerSettings;
import io.delaygate.scheduler.topics.TopicPlan;
import io.delaygate.schemas.topics.PlannedTopic;
import io.delaygate.service.settings.SettingsException;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.kafka.common.acl.AccessControlEntry;
import org.apache.kafka.common.acl.AclBinding;
import org.apache.kafka.common.acl.AclOperation;
import org.apache.kafka.common.acl.AclPermissionType;
import org.apache.kafka.common.resource.PatternType;
import org.apache.kafka.common.resource.ResourcePattern;
import org.apache.kafka.common.resource.ResourceType;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Tests of the start-up check and of the operator's command, with topics of a real cluster. */
@Timeout(180)
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class TopicCheckTest {
  private static final int PARTITIONS = 2;

  private final EmbeddedKafka kafka =
      EmbeddedKafka.start(BrokerOptions.singleNode().withAuthorizer());

  private final List<AclBinding> rules = new ArrayList<>();

  @AfterAll
  void stop() {
    kafka.close();
  }

  @Test
  void allRefusalsAreReportedAtOnce(@TempDir Path state) {
    try (var delaygate = new Installation(kafka, state, PARTITIONS)) {
      // Given
      var names = delaygate.names();
      delaygate.topics().delete(names.replies());
      delaygate.topics().delete(names.rerouted());
      delaygate.topics().create(names.rerouted(), 1, Map.of("cleanup.policy", "compact"));

      // When
      assertThatThrownBy(() -> delaygate.startScheduler("one"))

          // Then
          .isInstanceOf(SettingsException.class)
          .hasMessageContaining("'" + names.replies() + "': does not exist")
          .hasMessageContaining("'" + names.rerouted() + "': has 1 partitions, but should have 2")
          .hasMessageContaining("'" + names.rerouted() + "': cleanup.policy is compact")
          .hasMessageContaining("'" + names.rerouted() + "': max.message.bytes is 1048588");
      assertThat(delaygate.topics().describe(names.applicationId() + "-jobs-changelog")).isEmpty();
    }
  }

  @Test
  void createdTopicsPassTheCheckAndMissingOnesDoNot(@TempDir Path state) {
    try (var delaygate = new Installation(kafka, state, PARTITIONS)) {
      // Given
      var requests = delaygate.names().requests();
      var jobs = delaygate.names().applicationId() + "-jobs-changelog";
      delaygate.topics().delete(delaygate.names().replies());

      // When
      var before = run(delaygate, "check");
      var creation = run(delaygate, "create");
      var after = run(delaygate, "check");

      // Then
      assertThat(before.status).isEqualTo(1);
      assertThat(before.text)
          .contains("REFUSE Topic '" + delaygate.names().replies() + "': does not exist")
          .contains("WARN Topic '" + jobs + "': does not exist")
          .contains("6 topics checked: 1 refused, 1 warnings");
      assertThat(creation.status).isZero();
      assertThat(creation.text)
          .contains("Topic '" + jobs + "' created")
          .doesNotContain("Topic '" + requests + "' created");
      assertThat(after.status).isZero();
      assertThat(after.text).isEqualTo("6 topics checked: 0 refused, 0 warnings\n");
      assertThat(delaygate.topics().describe(jobs).orElseThrow().partitions()).hasSize(PARTITIONS);
    }
  }

  @Test
  void withAllTopicsThereNeitherCreatingNorReadingSettingsIsNeeded(@TempDir Path state) {
    try (var delaygate = new Installation(kafka, state, PARTITIONS)) {
      // Given
      var target = delaygate.target("orders", 1);
      for (var topic : changelogs(delaygate)) {
        delaygate.topics().create(topic.name(), topic.partitions(), topic.configs());
      }
      deny();

      // When
      delaygate.startScheduler("one", Map.of("topics.create", "true"));
      delaygate.client().send("order-1", "pay!", "delay", "1s", "delay-target-topic", target);

      // Then
      try (var reader = delaygate.read(target)) {
        assertThat(Reader.text(reader.one().key())).isEqualTo("order-1");
      }
      var check = run(delaygate, "check");
      assertThat(check.status).isZero();
      assertThat(check.text)
          .contains("NOTE Topic '" + delaygate.names().requests() + "': settings cannot be read")
          .contains("6 topics checked: 0 refused, 0 warnings");
    }
  }

  @Test
  void withoutTheRightToCreateTheMissingChangelogsAreNamed(@TempDir Path state) {
    try (var delaygate = new Installation(kafka, state, PARTITIONS)) {
      // Given
      deny();

      // When
      assertThatThrownBy(() -> delaygate.startScheduler("one"))

          // Then
          .isInstanceOf(SettingsException.class)
          .satisfies(
              refused ->
                  assertThat(changelogs(delaygate))
                      .allSatisfy(topic -> assertThat(refused).hasMessageContaining(topic.name())))
          .hasMessageContaining("delaygate topics plan");
      var creation = run(delaygate, "create");
      assertThat(creation.status).isEqualTo(2);
      assertThat(creation.text).contains("Missing topics could not be created");
    }
  }

  /** Revokes rights that a managed Kafka often does not grant. */
  private void deny() {
    for (var pattern :
        List.of(
            new ResourcePattern(ResourceType.TOPIC, "*", PatternType.LITERAL),
            new ResourcePattern(ResourceType.CLUSTER, "kafka-cluster", PatternType.LITERAL))) {
      rules.add(rule(pattern, AclOperation.ALL, ALLOW));
      rules.add(rule(pattern, AclOperation.CREATE, DENY));
      rules.add(rule(pattern, AclOperation.DESCRIBE_CONFIGS, DENY));
    }
    try (var topics = new Topics(kafka)) {
      topics.admin().createAcls(rules).all().toCompletionStage().toCompletableFuture().join();
    }
  }

  @AfterEach
  void allowAll() {
    try (var topics = new Topics(kafka)) {
      var filters = rules.stream().map(AclBinding::toFilter).toList();
      topics.admin().deleteAcls(filters).all().toCompletionStage().toCompletableFuture().join();
    }
    rules.clear();
  }

  private static AclBinding rule(
      ResourcePattern pattern, AclOperation operation, AclPermissionType permission) {
    return new AclBinding(
        pattern, new AccessControlEntry("User:ANONYMOUS", "*", operation, permission));
  }

  private static List<PlannedTopic> changelogs(Installation delaygate) {
    var settings = SchedulerSettings.of(delaygate.settings("one", Map.of()));
    return TopicPlan.of(settings, PARTITIONS).stream()
        .filter(topic -> topic.role().isChangelog())
        .toList();
  }

  private static Run run(Installation delaygate, String action) {
    var text = new ByteArrayOutputStream();
    var stream = new PrintStream(text, true, UTF_8);
    var status =
        CliMain.run(
            Map.of(),
            stream,
            stream,
            "topics",
            action,
            "--bootstrap.servers=" + delaygate.bootstrapServers(),
            "--topic.prefix=" + delaygate.prefix());
    return new Run(status, text.toString(UTF_8));
  }

  private record Run(int status, String text) {}
}
