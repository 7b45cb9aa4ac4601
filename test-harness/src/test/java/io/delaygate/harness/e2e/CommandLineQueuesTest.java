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
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInfo;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Tests of queue commands of the command line, with all services. */
@KafkaTest
@Timeout(180)
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class CommandLineQueuesTest {
  private final Installation delaygate;
  private final Door door;
  private final CommandLine shell;
  private String queue;

  CommandLineQueuesTest(KafkaCluster cluster, @TempDir Path state) {
    delaygate = new Installation(cluster, state);
    delaygate.allowQueues();
    var schedulers = delaygate.startSchedulers(Map.of());
    door = new Door(delaygate, Map.of("scheduler.urls", Service.urls(schedulers)));
    shell = new CommandLine(Map.of("DELAYGATE_GATEWAY", door.url()), state);
  }

  @BeforeEach
  void nameQueue(TestInfo test) {
    queue = test.getTestMethod().orElseThrow().getName();
  }

  @AfterAll
  void stop() {
    door.close();
    delaygate.close();
  }

  @Test
  void whereNobodyPublishedThereIsNoJob() {
    assertThat(queues("reserve", "--wait=PT0.1S").status()).isEqualTo(1);
    assertThat(shell.run("queues", "reserve", "not.a.queue").text()).startsWith("2 ");
  }

  @Test
  void aJobGoesFromPublishToFinish() {
    // Given
    var published = queues("publish", "--id=a", "--value=hello", "--header=trace=abc");
    assertThat(published.out()).as(published.err()).containsPattern("outcome +SCHEDULED\n");

    // When
    var job = reserve();
    var none = queues("reserve");
    var stranger = queues("extend", "a", "--lease=nobodys");
    var extended = queues("extend", "a", "--lease", lease(job), "--for=5m");
    var finished = queues("finish", "a", "--lease", lease(job), "--result=sent");

    // Then
    assertThat(job.path("id").asText()).isEqualTo("a");
    assertThat(job.path("value").asText()).isEqualTo("hello");
    assertThat(none.status()).isEqualTo(1);
    assertThat(stranger.text()).isEqualTo("1 LEASE_STALE");
    assertThat(extended.out()).contains("EXTENDED");
    assertThat(finished.out()).contains("DONE");
    ContractBench.await().until(() -> jobs() == 0);
  }

  @Test
  void aReleasedJobComesAgainAndABuriedOneIsADeadLetter() {
    // Given
    publish("b", "--max-attempts=5");
    queues("release", "b", "--lease", lease(reserve()), "--in=PT0.1S", "--failure=busy");
    var again = reserve();

    // When
    var buried = queues("bury", "b", "--lease", lease(again), "--failure=no such address");
    ContractBench.await().until(() -> letters().size() == 1);
    var peeked = queues("peek", "--state=dead");
    var respawned = queues("respawn");
    var third = reserve();
    queues("bury", "b", "--lease", lease(third));
    ContractBench.await().until(() -> letters().size() == 1);
    var discarded = queues("discard");

    // Then
    assertThat(again.path("attempt").asInt()).isEqualTo(2);
    assertThat(buried.out()).contains("BURIED");
    assertThat(peeked.out()).contains("DEAD", "BURIED");
    assertThat(respawned.out()).contains("kicked 1");
    assertThat(third.path("attempt").asInt()).isEqualTo(1);
    assertThat(discarded.out()).contains("discarded 1");
    assertThat(letters()).isEmpty();
  }

  @Test
  void delayedJobsAreSeenKickedAndPurged() {
    // Given
    for (var i = 1; i <= 3; i++) {
      publish("c" + i, "--in=" + i + "h");
    }
    ContractBench.await().until(() -> jobs() == 3);

    // When
    var next = queues("peek", "--state=delayed");
    var counted = queues("stats");
    var kicked = queues("kick");
    var job = reserve();
    var unasked = queues("purge");
    var purged = queues("purge", "--state=delayed", "--yes");

    // Then
    assertThat(next.out()).containsPattern("id +c1\n");
    assertThat(counted.out()).containsPattern("jobs +3\n").contains("DELAYED");
    assertThat(kicked.out()).contains("fired 1");
    assertThat(job.path("id").asText()).isEqualTo("c1");
    assertThat(unasked.status()).isEqualTo(2);
    assertThat(purged.out()).isEqualTo("cancelled 2\n");
  }

  @Test
  void aQueueIsPausedResumedAndDeleted() {
    // Given
    publish("d");
    ContractBench.await().until(() -> jobs() == 1);

    // When
    var paused = queues("pause", "--for=1h");
    var meanwhile = queues("reserve", "--wait=PT0.5S");
    var resumed = queues("resume");

    // Then
    assertThat(paused.out()).containsPattern("paused +yes\n").contains("until");
    assertThat(meanwhile.status()).isEqualTo(1);
    assertThat(resumed.out()).containsPattern("paused +no\n");
    assertThat(reserve().path("id").asText()).isEqualTo("d");
    assertThat(names()).contains(queue);
    assertThat(queues("delete", "--yes").status()).isZero();
    ContractBench.await().until(() -> !names().contains(queue));
  }

  @Test
  void aRequestIsAnsweredByItsWorker() {
    // Given
    var asked =
        CompletableFuture.supplyAsync(
            () -> queues("request", "--id=e", "--value=EUR", "--wait=60s", "--json"));

    // When
    var job = reserve();
    var finished = queues("finish", "e", "--lease", lease(job), "--result=1.08");

    // Then
    assertThat(finished.out()).as(finished.err()).contains("DONE");
    var answer = asked.join();
    assertThat(answer.status()).as(answer.err()).isZero();
    assertThat(answer.json().get(0).path("result").asText()).isEqualTo("1.08");
  }

  private CommandLine.Ended queues(String word, String... arguments) {
    var all = new ArrayList<>(List.of("queues", word, queue));
    all.addAll(List.of(arguments));
    return shell.run(all.toArray(String[]::new));
  }

  private void publish(String id, String... arguments) {
    var all = new ArrayList<>(List.of("--id", id));
    all.addAll(List.of(arguments));
    var ended = queues("publish", all.toArray(String[]::new));
    assertThat(ended.status()).as(ended.err()).isZero();
  }

  private JsonNode reserve() {
    var ended = queues("reserve", "--wait=60s", "--lease=5m", "--json");
    assertThat(ended.status()).as(ended.err()).isZero();
    return ended.json().get(0);
  }

  private static String lease(JsonNode job) {
    return job.path("lease").asText();
  }

  private long jobs() {
    return queues("stats", "--json").json().get(0).path("jobs").asLong();
  }

  private List<JsonNode> letters() {
    return queues("dead-letters", "--json").json();
  }

  private List<String> names() {
    return shell.run("queues", "list", "--json").json().stream()
        .map(one -> one.path("queue").asText())
        .toList();
  }
}
