package io.delaygate.harness.e2e;

import static io.delaygate.harness.e2e.QueueCalls.claim;
import static org.assertj.core.api.Assertions.assertThat;

import io.delaygate.harness.broker.KafkaCluster;
import io.delaygate.harness.broker.KafkaTest;
import io.delaygate.harness.process.Service;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Map;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInfo;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Jobs of a queue are handed out to callers of a gateway. */
@KafkaTest
@Timeout(180)
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class HandOutTest {
  private static final int JOBS = 200;
  private static final int CALLERS = 8;

  private final Installation delaygate;
  private final Door door;
  private QueueCalls queue;

  HandOutTest(KafkaCluster cluster, @TempDir Path state) {
    delaygate = new Installation(cluster, state);
    delaygate.allowQueues();
    var asked = Service.urls(delaygate.startSchedulers(Map.of()));
    door = new Door(delaygate, Map.of("scheduler.urls", asked));
  }

  @BeforeEach
  void nameQueue(TestInfo test) {
    queue = new QueueCalls(door, test.getTestMethod().orElseThrow().getName());
  }

  @AfterAll
  void stop() {
    door.close();
    delaygate.close();
  }

  @Test
  void aJobIsHandedOutOnceAndFinished() {
    // Given
    queue.publish("{\"id\": \"once\", \"value\": \"of once\"}");

    // When
    var job = queue.reserveOne();

    // Then
    assertThat(job.get("id").textValue()).isEqualTo("once");
    assertThat(job.get("value").textValue()).isEqualTo("of once");
    assertThat(job.get("queue").textValue()).isEqualTo(queue.name());
    assertThat(job.get("attempt").intValue()).isEqualTo(1);
    assertThat(queue.reserve("{}")).isEmpty();
    assertThat(queue.post("/finish?wait=true", claim(job)).text()).startsWith("200 DONE");
    assertThat(queue.post("/finish?wait=true", claim(job)).text()).startsWith("200 DONE");
  }

  @Test
  void aCallerWhoWaitsGetsWhatBecomesDue() {
    // Given
    var waiting = queue.postLater("/reserve", QueueCalls.PATIENT);

    // When
    queue.publish("{\"id\": \"due\", \"delayMs\": 100}");

    // Then
    assertThat(waiting.join().json().at("/jobs/0/id").asText()).isEqualTo("due");
  }

  @Test
  void whoWaitsInVainIsAnsweredAndMakesNoTopic() {
    var topic = delaygate.names().queue("default", queue.name()).orElseThrow();
    assertThat(queue.reserve("{\"waitMs\": 10}")).isEmpty();
    assertThat(delaygate.topics().describe(topic)).isEmpty();
  }

  @Test
  void manyJobsGoToManyCallersEachOnce() {
    // Given
    IntStream.range(0, JOBS).forEach(i -> queue.publish("{\"id\": \"many-%d\"}".formatted(i)));

    // When
    var given = new ArrayList<String>();
    while (given.size() < JOBS) {
      var calls =
          Stream.generate(() -> queue.postLater("/reserve", "{\"count\": 7, \"wait\": \"1s\"}"))
              .limit(CALLERS)
              .toList();
      calls.forEach(call -> given.addAll(call.join().json().findValuesAsText("id")));
    }

    // Then
    assertThat(given).doesNotHaveDuplicates();
  }

  @Test
  void theFirstQueueComesFirst() {
    // Given
    var second = new QueueCalls(door, "second");
    second.publishReady("{\"id\": \"of-second\"}");
    queue.publishReady("{\"id\": \"of-first\"}");

    // When
    var both = new QueueCalls(door, queue.name() + "," + second.name());

    // Then
    assertThat(both.reserveOne().get("id").asText()).isEqualTo("of-first");
    assertThat(both.reserveOne().get("id").asText()).isEqualTo("of-second");
  }

  @Test
  void aCancelledJobIsNotHandedOut() {
    // Given
    queue.publishReady("{\"id\": \"cancelled\"}");

    // When
    assertThat(door.call("DELETE", "/v1/jobs/cancelled", null).status()).isEqualTo(200);
    queue.publish("{\"id\": \"other\"}");

    // Then
    assertThat(queue.reserveOne().get("id").asText()).isEqualTo("other");
  }
}
