package io.delaygate.harness.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.delaygate.harness.broker.KafkaCluster;
import io.delaygate.harness.broker.Reader;
import io.delaygate.harness.process.Service;
import io.delaygate.schemas.producer.Feedback;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInfo;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Tests of acknowledged jobs, by Kafka and over HTTP. */
@EndToEnd
@Timeout(180)
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class AcknowledgedJobsTest {
  private static final String JOB =
      """
      {"target": {"topic": "%s"}, "delayMs": 0, "value": "v",
       "ack": {"maxAttempts": 2, "lease": "%s", "backoff": {"kind": "fixed", "initialMs": 300}}}""";

  private final Installation delaygate;
  private final Door door;
  private String target;

  AcknowledgedJobsTest(KafkaCluster cluster, @TempDir Path state) {
    delaygate = new Installation(cluster, state);
    var asked = Service.urls(delaygate.startSchedulers(Map.of()));
    door = new Door(delaygate, Map.of("scheduler.urls", asked));
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
  void deliversJobsWithATagOneAfterAnother() {
    // Given
    var job =
        """
        {"target": {"topic": "%s", "key": "4711"}, "delay": "0s"%s}""";
    var next = Door.job("{4711}b");
    door.call("PUT", Door.job("{4711}a") + "?wait=true", job.formatted(target, ", \"ack\": {}"));
    door.call("PUT", next + "?wait=true", job.formatted(target, ""));
    ContractBench.await()
        .until(() -> door.call("GET", next, null).json().path("state").asText().equals("PARKED"));

    // When
    var waiting = door.call("GET", next, null).json();
    var cancelled = door.call("DELETE", Door.job("{4711}a"), null);

    // Then
    assertThat(waiting.at("/waiting/reason").asText()).isEqualTo("EARLIER_JOB_UNFINISHED");
    assertThat(cancelled.status()).isEqualTo(200);
    try (var reader = delaygate.read(target)) {
      assertThat(reader.await(2))
          .extracting(record -> Reader.header(record, "delay-job-id"))
          .containsExactly("{4711}a", "{4711}b");
    }
  }

  @Test
  void aConsumerThatFailsOnceAndThenFinishes() {
    // Given
    schedule("twice", "60s");

    try (var reader = delaygate.read(target)) {
      // When
      var first = reader.await(1).get(0);
      say(Feedback.on(first).release("no route").record(null));
      var second = reader.await(2).get(1);
      say(Feedback.on(second).finish().record(Client.bytes("receipt")));
      var job = ended("twice", "DONE");

      // Then
      assertThat(second.timestamp() - first.timestamp()).isGreaterThanOrEqualTo(300);
      assertThat(Reader.header(second, "delay-job-attempt")).isEqualTo("2");
      assertThat(Reader.header(second, "delay-job-last-failure")).isEqualTo("no route");
      assertThat(job.get("attempt").intValue()).isEqualTo(2);
      var attempts = door.call("GET", "/v1/jobs/twice/attempts", null).json();
      assertThat(attempts.findValuesAsText("outcome")).containsExactly("RELEASED", "FINISHED");
      assertThat(attempts.get("result").textValue()).isEqualTo("receipt");
      assertThat(reader.toTheEnd()).hasSize(2);
    }
  }

  @Test
  void aJobThatNobodyAnswersForDiesAndIsKicked() {
    // Given
    schedule("silent", "PT0.2S");

    try (var reader = delaygate.read(target)) {
      // When
      reader.await(2);
      var dead = ended("silent", "DEAD");
      var listed = door.call("GET", "/v1/dead-letters?topic=" + target, null).json();
      var kicked = door.call("POST", "/v1/jobs/silent/kick", null);
      var again = reader.await(3).get(2);

      // Then
      assertThat(dead.get("reason").textValue()).isEqualTo("ATTEMPTS_EXHAUSTED");
      assertThat(listed.findValuesAsText("id")).containsExactly("silent");
      assertThat(kicked.status()).isEqualTo(200);
      assertThat(Reader.header(again, "delay-job-attempt")).isEqualTo("1");
    }
  }

  @Test
  void aWorkerOverHttpReservesAndBuries() {
    // Given
    schedule("buried", "60s");

    try (var reader = delaygate.read(target)) {
      var lease = Reader.header(reader.one(), "delay-job-lease");

      // When
      var reserved = door.call("POST", "/v1/jobs/buried/reserve", body(lease));
      var late = door.call("POST", "/v1/jobs/buried/finish", body(lease));
      var own = reserved.json().at("/job/lease").textValue();
      var buried = door.call("POST", "/v1/jobs/buried/bury", body(own));
      var dropped = door.call("DELETE", "/v1/dead-letters/buried", null);

      // Then
      assertThat(reserved.status()).isEqualTo(200);
      assertThat(late.status()).isEqualTo(409);
      assertThat(late.json().get("reason").textValue()).isEqualTo("LEASE_STALE");
      assertThat(buried.json().at("/job/state").textValue()).isEqualTo("DEAD");
      assertThat(dropped.json().get("outcome").textValue()).isEqualTo("DISCARDED");
      assertThat(reader.toTheEnd()).hasSize(1);
    }
  }

  @Test
  void theOldestDeadLettersOfATargetAreKickedTogether() {
    // Given
    for (var i = 0; i < 5; i++) {
      schedule("many-" + i, "60s");
    }
    try (var reader = delaygate.read(target)) {
      for (var record : reader.await(5)) {
        say(Feedback.on(record).bury("not today").record(null));
        ended(Reader.header(record, "delay-job-id"), "DEAD");
      }

      // When
      var answer =
          door.call(
              "POST",
              "/v1/dead-letters/kick",
              "{\"filter\": {\"topic\": \"%s\"}, \"limit\": 3}".formatted(target));

      // Then
      assertThat(answer.json().get("kicked").intValue()).isEqualTo(3);
      var again = reader.await(8).subList(5, 8);
      assertThat(again)
          .extracting(record -> Reader.header(record, "delay-job-id"))
          .doesNotHaveDuplicates();
      var left = door.call("GET", "/v1/dead-letters?topic=" + target, null).json();
      assertThat(left.get("deadLetters")).hasSize(2);
      assertThat(reader.toTheEnd()).hasSize(8);
    }
  }

  @Test
  void rejectedCommandsAreListedFromTheirLetters() {
    // Given
    var sent = delaygate.client().send("rubbish", "v", "delay", "soon");

    // When
    var rejected =
        ContractBench.await()
            .until(
                () -> door.call("GET", "/v1/dead-letters?kind=rejected&limit=1", null).json(),
                // other tests leave rejected commands, too; the newest comes first
                json -> json.at("/rejected/0/id").asText().equals("rubbish"))
            .at("/rejected/0");

    // Then
    assertThat(rejected.get("reason").textValue()).isEqualTo("TIME_INVALID");
    assertThat(rejected.at("/source/partition").intValue()).isEqualTo(sent.partition());
    assertThat(rejected.at("/source/offset").longValue()).isEqualTo(sent.offset());
    assertThat(door.call("GET", "/v1/dead-letters?kind=rejected&topic=x", null).status())
        .isEqualTo(400);
    assertThat(door.call("GET", "/v1/dead-letters?kind=all", null).status()).isEqualTo(400);
  }

  /** The record key is a number, as {@code LongSerializer} writes it, so the id is in a header. */
  @Test
  void rejectedCommandsAreSentAgainWhenTheirTargetIsThere() {
    // Given
    var late = delaygate.unique("redriven-late");
    var key = ByteBuffer.allocate(Long.BYTES).putLong(1_000).array();
    var headers =
        Client.headers("delay-id", "late-1", "delay-target-topic", late, "delay", "0s", "x", "y");
    delaygate.client().send(null, key, Client.bytes("v"), headers);
    delaygate.client().send("late-2", "w", "delay-target-topic", late + "-not", "delay", "0s");
    ContractBench.await().until(() -> rejected("late-1") == 1 && rejected("late-2") == 1);
    delaygate.target("redriven-late", 1);
    awaitKnown(late);

    // When
    var filter = "{\"filter\": {\"reason\": \"TARGET_UNKNOWN\", \"idPrefix\": \"late-\"}}";
    var answer = door.call("POST", "/v1/dead-letters/redrive", filter);

    // Then
    assertThat(answer.status()).as(answer.toString()).isEqualTo(200);
    assertThat(answer.json().get("sent").intValue()).as(answer.toString()).isOne();
    assertThat(answer.json().at("/refusals/0/id").textValue()).isEqualTo("late-2");
    assertThat(answer.json().at("/refusals/0/reason").textValue()).isEqualTo("TARGET_UNKNOWN");
    ended("late-1", "DELIVERED");
    try (var reader = delaygate.read(late)) {
      var record = reader.await(1).get(0);
      assertThat(record.key()).isEqualTo(key);
      assertThat(Reader.text(record.value())).isEqualTo("v");
      assertThat(Reader.header(record, "x")).isEqualTo("y");
      assertThat(Reader.header(record, "delay-job-id")).isEqualTo("late-1");
      assertThat(Reader.header(record, "delay-reason")).isNull();
      assertThat(reader.toTheEnd()).hasSize(1);
    }
    assertThat(rejected("late-1")).isOne();
  }

  private long rejected(String id) {
    return door
        .call("GET", "/v1/dead-letters?kind=rejected&limit=1000", null)
        .json()
        .path("rejected")
        .findValuesAsText("id")
        .stream()
        .filter(id::equals)
        .count();
  }

  /** Waits until each scheduler and gateway knows the topic. */
  private void awaitKnown(String topic) {
    var job = "{\"target\": {\"topic\": \"%s\"}, \"delay\": \"1h\"}".formatted(topic);
    ContractBench.await()
        .until(
            () ->
                IntStream.range(0, 20)
                    .allMatch(i -> door.call("POST", "/v1/jobs?wait=true", job).status() == 201));
  }

  private void schedule(String id, String lease) {
    var answer = door.call("PUT", "/v1/jobs/" + id + "?wait=true", JOB.formatted(target, lease));
    assertThat(answer.status()).as(answer.toString()).isEqualTo(201);
  }

  private static String body(String lease) {
    return "{\"lease\": \"%s\"}".formatted(lease);
  }

  /** Sends with the test's own producer, because the topic of commands has a prefix. */
  private void say(ProducerRecord<String, byte[]> command) {
    delaygate
        .client()
        .send(
            null,
            Client.bytes(command.key()),
            command.value(),
            List.of(command.headers().toArray()));
  }

  private JsonNode ended(String id, String state) {
    return ContractBench.await()
        .until(
            () -> door.call("GET", "/v1/jobs/" + id, null).json(),
            job -> job.path("state").asText().equals(state));
  }
}
