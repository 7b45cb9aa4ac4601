package io.delaygate.harness.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.delaygate.harness.broker.KafkaCluster;
import io.delaygate.harness.broker.KafkaTest;
import io.delaygate.harness.process.Service;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInfo;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;

/** Tests of the command line, with all services. */
@KafkaTest
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class CommandLineTest {
  private final Installation delaygate;
  private final Door door;
  private final CommandLine shell;
  private String target;

  CommandLineTest(KafkaCluster cluster, @TempDir Path state) {
    delaygate = new Installation(cluster, state);
    var schedulers = delaygate.startSchedulers(Map.of());
    door = new Door(delaygate, Map.of("scheduler.urls", Service.urls(schedulers)));
    shell = new CommandLine(Map.of("DELAYGATE_GATEWAY", door.url()), state);
  }

  @BeforeEach
  void createTarget(TestInfo test) {
    target = delaygate.target(test.getTestMethod().orElseThrow().getName(), 1);
  }

  @AfterAll
  void stop() {
    door.close();
    delaygate.close();
  }

  @Test
  void aJobIsScheduledShownMovedFiredAndFollowed() {
    // Given
    var id = unique("a/b ü");

    // When
    var scheduled =
        shell.run(
            "schedule",
            "--target",
            target,
            "--id",
            id,
            "--key",
            "k",
            "--in",
            "1h",
            "--header",
            "trace=abc",
            "--value",
            "\u001b[2Jpay");
    var shown = shell.run("get", id);
    var moved = shell.run("reschedule", id, "--in", "2h", "--if-version", "1");
    var tooLate = shell.run("reschedule", id, "--in", "3h", "--if-version", "1");
    var fired = shell.run("fire", id, "--json");

    // Then
    assertThat(scheduled.out()).contains("outcome   SCHEDULED", id, "(in 59m ");
    assertThat(scheduled.err()).isEmpty();
    assertThat(shown.out())
        .containsPattern("state +SCHEDULED\n")
        .containsPattern("header trace +abc\n")
        .containsPattern("key +k\n")
        .contains("\\u001b[2Jpay")
        .doesNotContain("\u001b");
    assertThat(moved.out()).contains("outcome   RESCHEDULED", "(in 1h 59m)");
    assertThat(tooLate.text()).isEqualTo("1 VERSION_STALE");
    assertThat(fired.json().get(0).path("outcome").asText()).isEqualTo("RESCHEDULED");
    var delivered = tail("--max-messages=1", "--json").json().get(0);
    assertThat(delivered.path("id").asText()).isEqualTo(id);
    assertThat(delivered.path("key").asText()).isEqualTo("k");
    assertThat(delivered.path("value").asText()).isEqualTo("\u001b[2Jpay");
    assertThat(delivered.path("latenessMs").asLong()).isBetween(0L, 60_000L);
    assertThat(shell.run("cancel", id).text()).isEqualTo("1 ALREADY_DELIVERED");
  }

  @Test
  void jobsAreListedCountedAndCancelledByFilter() {
    // Given
    var prefix = unique("many-");
    for (var i = 0; i < 5; i++) {
      schedule(prefix + i, "--in=" + (i + 1) + "h");
    }

    // When
    var listed = shell.run("list", "--topic", target, "--limit=3");
    var all = shell.run("list", "--id-prefix", prefix, "--json");
    var counted = shell.run("stats", target);
    var unasked = shell.run("cancel", "--topic", target);
    var cancelled = shell.run("cancel", "--topic", target, "--yes");
    var again = shell.run("cancel", prefix + 0, prefix + 1, "no-such-job");

    // Then
    assertThat(listed.out().lines()).hasSize(4);
    assertThat(listed.err()).contains("There may be more");
    assertThat(all.json())
        .extracting(job -> job.path("id").asText())
        .containsExactly(prefix + 0, prefix + 1, prefix + 2, prefix + 3, prefix + 4);
    assertThat(counted.out()).containsPattern("jobs +5\n").containsPattern(target + " +5 +0 ");
    assertThat(unasked.status()).isEqualTo(2);
    assertThat(unasked.err()).contains("--yes");
    assertThat(cancelled.status()).as(cancelled.err()).isZero();
    assertThat(cancelled.out()).isEqualTo("cancelled 5\n");
    assertThat(again.status()).isEqualTo(1);
    assertThat(again.out()).isEqualTo("cancelled 2, not found 1\n");
    assertThat(shell.run("stats", "--json").json().get(0).path("partitions")).isNotEmpty();
  }

  @Test
  void deadLettersAreListedKickedAndDiscarded() {
    // Given
    var id = unique("dead-");
    for (var i = 0; i < 3; i++) {
      schedule(id + i, "--in=0s", "--max-attempts=1", "--lease=PT0.2S");
    }
    ContractBench.await().until(() -> letters().size() == 3);

    // When
    var table = shell.run("dead-letters", "list", "--topic", target);
    var kicked = shell.run("dead-letters", "kick", id + 0);
    var discarded = shell.run("dead-letters", "discard", id + 1);
    var twice = shell.run("dead-letters", "kick", id + 1);
    var rest = shell.run("dead-letters", "discard", "--topic", target, "--limit=1", "--yes");

    // Then
    assertThat(table.out()).contains("REASON", "ATTEMPTS_EXHAUSTED", id + 2);
    assertThat(kicked.out()).contains("KICKED");
    assertThat(discarded.out()).contains("DISCARDED");
    assertThat(twice.text()).isEqualTo("1 JOB_NOT_FOUND");
    assertThat(rest.status()).as(rest.err()).isZero();
    assertThat(rest.out()).isEqualTo("discarded 1\n");
  }

  @Test
  void rejectedCommandsAreListed() {
    // When
    delaygate.client().send(unique("bad"), "v", "delay", "soon", "delay-target-topic", target);

    // Then
    ContractBench.await()
        .until(
            () -> shell.run("dead-letters", "list", "--rejected").out().contains("TIME_INVALID"));
  }

  @Test
  void aTargetIsPausedAndResumed() {
    // When
    var paused = shell.run("pause", target);
    var unknown = shell.run("pause", delaygate.names().requests());
    var resumed = shell.run("resume", target, "--json");

    // Then
    assertThat(paused.out()).containsPattern("paused +yes\n");
    assertThat(unknown.text()).isEqualTo("1 TARGET_FORBIDDEN");
    assertThat(resumed.json().get(0).path("paused").booleanValue()).isFalse();
  }

  @Test
  void whatIsRefusedHasItsReasonAndStatus() {
    assertThat(shell.run("get", unique("none")).text()).isEqualTo("1 JOB_NOT_FOUND");
    assertThat(shell.run("schedule", "--target", target, "--in=soon").text())
        .isEqualTo("2 TIME_INVALID");
    assertThat(shell.run("schedule", "--target", delaygate.unique("none"), "--in=1s").text())
        .isEqualTo("1 TARGET_UNKNOWN");
    assertThat(shell.run("list", "--state=TIRED").status()).isEqualTo(2);
  }

  @Test
  void aTopicIsFollowedUntilNothingComes() {
    // Given
    var id = unique("tail-");
    for (var i = 0; i < 3; i++) {
      schedule(id + i, "--in=0s", "--value", "\u001b" + i);
    }

    // When
    tail("--max-messages=3");
    var all = tail("--idle=1s");
    var none =
        shell.run(
            "tail", delaygate.unique("none"), "--bootstrap.servers=" + brokers(), "--idle=1s");

    // Then
    assertThat(all.status()).isZero();
    assertThat(all.out().lines())
        .hasSize(3)
        .allSatisfy(line -> assertThat(line).containsPattern("late +\\d+ms  " + id + "\\d  "))
        .noneMatch(line -> line.contains("\u001b"));
    assertThat(none.status()).isEqualTo(1);
    assertThat(none.err()).contains("does not exist");
  }

  private CommandLine.Ended tail(String... arguments) {
    var all = new ArrayList<>(List.of("tail", target, "--from-beginning"));
    all.add("--bootstrap.servers=" + brokers());
    all.addAll(List.of(arguments));
    return shell.run(all.toArray(String[]::new));
  }

  private String brokers() {
    return delaygate.bootstrapServers();
  }

  private List<JsonNode> letters() {
    return shell.run("dead-letters", "list", "--topic", target, "--json").json();
  }

  private void schedule(String id, String... arguments) {
    var all = new ArrayList<>(List.of("schedule", "--target", target));
    all.addAll(List.of("--id", id, "--json"));
    all.addAll(List.of(arguments));
    var ended = shell.run(all.toArray(String[]::new));
    assertThat(ended.status()).as(ended.err()).isZero();
  }

  private static String unique(String name) {
    return name + UUID.randomUUID().toString().substring(0, 8);
  }
}
