package io.delaygate.scheduler.topics;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.delaygate.scheduler.settings.SchedulerSettings;
import io.delaygate.schemas.topics.PlannedTopic;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PlanTextTest {
  private static final List<PlannedTopic> TWO = topics("delay-replies", "delaygate-jobs");

  @Test
  void theTableIsAligned() {
    assertThat(PlanTable.of(TWO))
        .isEqualTo(
            """
            TOPIC                     PARTITIONS  REPLICATION  SETTING                               PURPOSE
            delay-replies             4           3            cleanup.policy=delete                 outcomes of commands, on their way to gateways
                                                               max.message.bytes=1048588
                                                               message.timestamp.type=LogAppendTime
                                                               min.insync.replicas=2
                                                               retention.ms=3600000
            delaygate-jobs-changelog  4           3            cleanup.policy=compact                changelog of the pending jobs, and for a while of ended ones
                                                               max.message.bytes=1130496
                                                               message.timestamp.type=LogAppendTime
                                                               min.cleanable.dirty.ratio=0.2
                                                               min.insync.replicas=2
            """);
  }

  @Test
  void theCommandsAreThoseOfKafkasTool() {
    assertThat(PlanCommands.of(TWO, "one:9092,two:9092"))
        .startsWith("#!/bin/sh\n")
        .endsWith(
            """
            # changelog of the pending jobs, and for a while of ended ones
            kafka-topics.sh --bootstrap-server 'one:9092,two:9092' --create --if-not-exists \\
              --topic delaygate-jobs-changelog --partitions 4 --replication-factor 3 \\
              --config cleanup.policy=compact \\
              --config max.message.bytes=1130496 \\
              --config message.timestamp.type=LogAppendTime \\
              --config min.cleanable.dirty.ratio=0.2 \\
              --config min.insync.replicas=2
            """);
  }

  @Test
  void theCommandsRunInAShell(@TempDir Path directory) throws IOException, InterruptedException {
    // Given
    var tool = Files.writeString(directory.resolve("kafka-topics.sh"), "#!/bin/sh\necho $# $6\n");
    assertThat(tool.toFile().setExecutable(true)).isTrue();
    var script = Files.writeString(directory.resolve("plan.sh"), PlanCommands.of(TWO, "one:9092"));

    // When
    var shell = new ProcessBuilder("sh", script.toString()).redirectErrorStream(true);
    shell.environment().merge("PATH", directory + ":", (path, first) -> first + path);
    var process = shell.start();
    var said = new String(process.getInputStream().readAllBytes(), UTF_8);

    // Then
    assertThat(process.waitFor()).isZero();
    assertThat(said).isEqualTo("20 delay-replies\n20 delaygate-jobs-changelog\n");
  }

  @Test
  void theResourcesAreStrimzis() {
    assertThat(PlanStrimzi.of(TWO, "prod"))
        .endsWith(
            """
            ---
            # changelog of the pending jobs, and for a while of ended ones
            apiVersion: kafka.strimzi.io/v1
            kind: KafkaTopic
            metadata:
              name: "delaygate-jobs-changelog"
              labels:
                strimzi.io/cluster: "prod"
            spec:
              topicName: "delaygate-jobs-changelog"
              partitions: 4
              replicas: 3
              config:
                cleanup.policy: "compact"
                max.message.bytes: "1130496"
                message.timestamp.type: "LogAppendTime"
                min.cleanable.dirty.ratio: "0.2"
                min.insync.replicas: "2"
            """);
  }

  @Test
  void theBrokersReplicationIsLeftOut() {
    // Given
    var plan = TopicPlan.of(SchedulerSettings.of(Map.of("bootstrap.servers", "unused:1")));

    // When
    var table = PlanTable.of(plan);
    var commands = PlanCommands.of(plan, "one:9092");
    var resources = PlanStrimzi.of(plan, "prod");

    // Then
    assertThat(table).contains("broker's").doesNotContain("min.insync.replicas");
    assertThat(commands).contains("--partitions 16 \\").doesNotContain("--replication-factor");
    assertThat(resources).contains("partitions: 16").doesNotContain("replicas");
  }

  @ParameterizedTest
  @CsvSource({
    "delay-requests, delay-requests",
    "eu.delay-requests, eu.delay-requests",
    "EU_delay-requests, eu-delay-requests-68df1c3d",
    "eu_delay-requests, eu-delay-requests-b056983d",
    "eu.-delay-requests, eu-delay-requests-2c3364fd",
    "_x_, x-00017386",
    "_, 0000005f"
  })
  void resourcesHaveALegalNameOfTheirOwn(String topic, String name) {
    assertThat(KubernetesName.of(topic)).isEqualTo(name);
  }

  @Test
  void aLongNameIsCutToWhatKubernetesAllows() {
    assertThat(KubernetesName.of("T".repeat(249))).hasSize(249).matches("t{240}-[0-9a-f]{8}");
  }

  private static List<PlannedTopic> topics(String... beginnings) {
    var settings = Map.of("bootstrap.servers", "unused:1", "replication.factor", "3");
    return TopicPlan.of(SchedulerSettings.of(settings), 4).stream()
        .filter(topic -> List.of(beginnings).stream().anyMatch(topic.name()::startsWith))
        .toList();
  }
}
