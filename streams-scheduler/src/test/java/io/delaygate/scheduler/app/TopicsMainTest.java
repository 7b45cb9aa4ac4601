package io.delaygate.scheduler.app;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class TopicsMainTest {
  private final ByteArrayOutputStream out = new ByteArrayOutputStream();
  private final ByteArrayOutputStream faults = new ByteArrayOutputStream();

  @Test
  void aPlanNeedsNoBroker() {
    // When
    var status = run("--topic.prefix=eu.", "plan", "--topics.partitions=3");

    // Then
    assertThat(status).isZero();
    assertThat(out.toString(UTF_8)).contains("eu.delay-requests ", "eu.delaygate-jobs-changelog ");
    assertThat(faults.size()).isZero();
  }

  @Test
  void commandsNameTheBrokersOfTheSettings() {
    assertThat(run("plan", "--format=commands", "--bootstrap.servers=one:9092")).isZero();
    assertThat(out.toString(UTF_8)).contains("--bootstrap-server 'one:9092' ");
  }

  @Test
  void resourcesNameTheKafkaThatIsAskedFor() {
    assertThat(run("plan", "--format=strimzi", "--strimzi.cluster=prod")).isZero();
    assertThat(out.toString(UTF_8)).contains("strimzi.io/cluster: \"prod\"");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "--topics.partitions=3",
        "drop",
        "plan check",
        "plan --format=xml",
        "plan --strimzi.cluster=_"
      })
  void whatIsNotUnderstoodIsAnsweredWithTheUsage(String arguments) {
    assertThat(run(arguments.split(" "))).isEqualTo(2);
    assertThat(faults.toString(UTF_8)).contains("Usage: delaygate-topics plan|check|create");
    assertThat(out.size()).isZero();
  }

  @ParameterizedTest
  @ValueSource(strings = {"plan --topics.partition=3", "check", "plan --topics.partitions=0"})
  void faultsOfSettingsAreNamed(String arguments) {
    assertThat(run(arguments.split(" "))).isEqualTo(2);
    assertThat(faults.toString(UTF_8)).contains("The settings cannot be used");
  }

  @Test
  void brokersThatDoNotAnswerAreNoRefusal() {
    // When
    var status =
        run(
            "check",
            "--bootstrap.servers=127.0.0.1:1",
            "--admin.default.api.timeout.ms=300",
            "--admin.request.timeout.ms=200");

    // Then
    assertThat(status).isEqualTo(2);
    assertThat(faults.toString(UTF_8)).contains("The brokers do not tell the topic delay-requests");
  }

  private int run(String... arguments) {
    return TopicsMain.run(
        Map.of(),
        new PrintStream(out, true, UTF_8),
        new PrintStream(faults, true, UTF_8),
        arguments);
  }
}
