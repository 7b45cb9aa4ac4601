package io.delaygate.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class TopicsCommandsTest {
  @Test
  void aPlanNeedsNoBroker() {
    // When
    var plan = Called.of("topics", "plan", "--topic.prefix=eu.", "--topics.partitions=3");

    // Then
    assertThat(plan.status()).isZero();
    assertThat(plan.out()).contains("eu.delay-requests ", "eu.delaygate-jobs-changelog ");
    assertThat(plan.err()).isEmpty();
  }

  @Test
  void commandsNameTheBrokersOfTheSettings() {
    var plan = Called.of("topics", "plan", "--format=commands", "--bootstrap.servers=one:9092");

    assertThat(plan.status()).isZero();
    assertThat(plan.out()).contains("--bootstrap-server 'one:9092' ");
  }

  @Test
  void resourcesNameTheKafkaThatIsAskedFor() {
    var plan = Called.of("topics", "plan", "--format=strimzi", "--strimzi.cluster=prod");

    assertThat(plan.status()).isZero();
    assertThat(plan.out()).contains("strimzi.io/cluster: \"prod\"");
  }

  @Test
  void settingsComeFromFileEnvironmentAndArguments(@TempDir Path folder) throws IOException {
    // Given
    var file = folder.resolve("scheduler.properties");
    Files.writeString(file, "topic.prefix = file.\ntopics.partitions = 7\n");

    // When
    var byArgument = Called.of("topics", "plan", "--config", file.toString());
    var byVariable =
        Called.with(
            Map.of(
                "DELAYGATE_CONFIG", file.toString(),
                "DELAYGATE_TOPICS_PARTITIONS", "3",
                // variables of the command line, not settings: they are ignored
                "DELAYGATE_GATEWAY", "http://gateway:8080",
                "DELAYGATE_TOKEN_FILE", "no-such",
                "DELAYGATE_CA_FILE", "no-such"),
            "topics",
            "plan",
            "--topic.prefix=mine.");

    // Then
    assertThat(byArgument.out()).containsPattern("file\\.delay-requests +7 ");
    assertThat(byVariable.out()).containsPattern("mine\\.delay-requests +3 ");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "topics",
        "topics drop",
        "topics plan check",
        "topics plan --format=xml",
        "topics plan --strimzi.cluster=_",
        "topics plan --topics.partitions 3"
      })
  void whatIsNotUnderstoodIsSaid(String arguments) {
    // When
    var called = Called.of(arguments.split(" "));

    // Then
    assertThat(called.status()).isEqualTo(2);
    assertThat(called.err()).isNotEmpty().doesNotContain("Exception");
    assertThat(called.out()).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "topics plan --topics.partition=3",
        "topics check",
        "topics plan --topics.partitions=0",
        "config check",
        "tail orders"
      })
  void faultsOfSettingsAreNamed(String arguments) {
    // When
    var called = Called.of(arguments.split(" "));

    // Then
    assertThat(called.status()).isEqualTo(2);
    assertThat(called.err()).contains("The settings cannot be used");
    assertThat(called.out()).isEmpty();
  }

  @Test
  void brokersThatDoNotAnswerAreNoRefusal() {
    // When
    var called =
        Called.of(
            "topics",
            "check",
            "--bootstrap.servers=127.0.0.1:1",
            "--admin.default.api.timeout.ms=300",
            "--admin.request.timeout.ms=200");

    // Then
    assertThat(called.status()).isEqualTo(2);
    assertThat(called.err()).contains("The brokers did not report the topic delay-requests");
  }

  @Test
  void brokersThatDoNotAnswerCannotBeFollowed() {
    // When
    var called =
        Called.of(
            "tail",
            "orders",
            "--bootstrap.servers=127.0.0.1:1",
            "--consumer.default.api.timeout.ms=300",
            "--consumer.request.timeout.ms=200");

    // Then
    assertThat(called.status()).isEqualTo(3);
    assertThat(called.err()).startsWith("Kafka: ");
    assertThat(called.out()).isEmpty();
  }

  @Test
  void allFaultsOfAConfigurationAreNamedAtOnce() {
    // When
    var called =
        Called.of("config", "check", "--commit.interval.ms=soon", "--no.such=1", "--effective");

    // Then
    assertThat(called.status()).isEqualTo(2);
    assertThat(called.err()).contains("commit.interval.ms", "no.such", "bootstrap.servers");
    assertThat(called.out()).isEmpty();
  }

  @Test
  void aConfigurationIsShownWithoutItsSecrets() {
    // When
    var called =
        Called.of(
            "config",
            "check",
            "--effective",
            "--create-topics",
            "--bootstrap.servers=one:9092",
            "--query.secret=0123456789abcdef-secret",
            "--kafka.ssl.truststore.password=hush-hush");

    // Then
    assertThat(called.status()).isZero();
    assertThat(called.out())
        .contains("bootstrap.servers = one:9092", "topics.create = true", "commit.interval.ms = ")
        .doesNotContain("0123456789abcdef", "hush-hush");
    assertThat(Called.of("config", "check", "--bootstrap.servers=one:9092").out())
        .isEqualTo("The settings are valid.\n");
  }
}
