package io.delaygate.harness.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.delaygate.harness.broker.KafkaCluster;
import io.delaygate.harness.broker.Reader;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInfo;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;

/** Tests of the HTTP API with gateway, broker and scheduler. */
@EndToEnd
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class HttpDoorTest {
  private final Installation delaygate;
  private final Door door;
  private String target;

  HttpDoorTest(KafkaCluster cluster, @TempDir Path state) {
    delaygate = new Installation(cluster, state);
    delaygate.startSchedulers(Map.of());
    door = new Door(delaygate);
  }

  @BeforeEach
  void createTarget(TestInfo test) {
    target = delaygate.target(test.getTestMethod().orElseThrow().getName(), 2);
  }

  @AfterAll
  void stop() {
    door.close();
    delaygate.close();
  }

  @Test
  void deliversWhatWasPosted() {
    // When
    var answer =
        door.call(
            "POST",
            "/v1/jobs",
            """
            {"target": {"topic": "%s", "key": "k", "partition": 1}, "delay": "1s",
             "headers": [{"name": "a", "value": "1"}, {"name": "a", "value": "2"}],
             "value": {"price": 1.10}}"""
                .formatted(target));

    // Then
    assertThat(answer.status()).isEqualTo(201);
    var job = answer.json();
    try (var reader = delaygate.read(target)) {
      var record = reader.one();
      assertThat(record.partition()).isEqualTo(1);
      assertThat(Reader.text(record.key())).isEqualTo("k");
      assertThat(Reader.text(record.value())).isEqualTo("{\"price\": 1.10}");
      assertThat(Reader.header(record, "delay-job-id")).isEqualTo(job.get("id").asText());
      assertThat(Reader.header(record, "delay-job-due-ms")).isEqualTo(text(job, "dueMs"));
      assertThat(record.timestamp()).isGreaterThanOrEqualTo(job.get("dueMs").asLong());
      assertThat(record.headers().headers("a")).hasSize(2);
    }
  }

  @Test
  void putsReplacesAndDeletesByAnyId() {
    // Given
    var strange = "a%2Fb%20%25%3B%3F..%F0%9F%98%80";
    put(strange, "first", "1h");
    put("kept", "kept", "8s");
    put("cancelled", "cancelled", "7s"); // late enough: on a busy machine a call takes a second

    // When
    put(strange, "second", "1s");
    assertThat(door.call("DELETE", "/v1/jobs/cancelled", null).text())
        .isEqualTo("200 CANCELLED CANCELLED 1");

    // Then
    try (var reader = delaygate.read(target)) {
      reader.await(2);
      assertThat(reader.toTheEnd())
          .extracting(record -> Reader.text(record.value()))
          .containsExactlyInAnyOrder("second", "kept");
      assertThat(reader.toTheEnd())
          .extracting(record -> Reader.text(record.key()))
          .contains("a/b %;?..\uD83D\uDE00");
    }
  }

  @Test
  void namesTheFieldAtFault() {
    var body = "{\"target\": {\"topic\": \"%s\"}, \"delay\": \"1s\"}";
    var answer = door.call("POST", "/v1/jobs", body.formatted(delaygate.unique("no-such")));

    assertThat(answer.status()).isEqualTo(422);
    var problem = answer.json();
    assertThat(text(problem, "reason")).isEqualTo("TARGET_UNKNOWN");
    assertThat(text(problem, "field")).isEqualTo("target.topic");
  }

  @Test
  void followsWhatIsDecidedAboutTargets() {
    // Given
    var path = "/v1/topics/" + target;
    assertThat(door.call("PUT", path + "/rate", "{\"perSecond\": 100}").status()).isEqualTo(200);
    ContractBench.await().until(() -> perSecond(path) == 100);

    // When
    var without = door.call("DELETE", path + "/rate", null);

    // Then
    assertThat(without.status()).isEqualTo(200);
    assertThat(without.json().has("perSecond")).isFalse();
    ContractBench.await().until(() -> perSecond(path) == 0);
  }

  private int perSecond(String path) {
    return door.call("GET", path + "/control", null).json().path("perSecond").asInt();
  }

  private void put(String encodedId, String value, String delay) {
    var body =
        "{\"target\": {\"topic\": \"%s\"}, \"delay\": \"%s\", \"value\": \"%s\"}"
            .formatted(target, delay, value);
    assertThat(door.call("PUT", "/v1/jobs/" + encodedId, body).status()).isEqualTo(201);
  }

  private static String text(JsonNode node, String field) {
    return node.get(field).asText();
  }
}
