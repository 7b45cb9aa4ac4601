package io.delaygate.harness.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import io.delaygate.harness.broker.KafkaCluster;
import io.delaygate.harness.process.Service;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests of answers about jobs that are not pending any more, by Kafka and over HTTP. */
@EndToEnd
@Timeout(120)
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class DocumentedAnswersTest {
  private final Installation delaygate;
  private final Inbox inbox;
  private final Door door;
  private final String target;

  DocumentedAnswersTest(KafkaCluster cluster, @TempDir Path state) {
    delaygate = new Installation(cluster, state);
    var asked = Service.urls(delaygate.startSchedulers(Map.of()));
    door = new Door(delaygate, Map.of("scheduler.urls", asked));
    inbox = new Inbox(delaygate);
    target = delaygate.target("orders", 1);
  }

  @BeforeAll
  void endJobs() {
    var past = System.currentTimeMillis() - 2_000;
    inbox.ask("cancelled", "v", "delay", "1h", "delay-target-topic", target);
    inbox.ask("cancelled", null, "delay-op", "cancel");
    inbox.ask("delivered", "v", "delay", "0s", "delay-target-topic", target);
    inbox.ask(
        "expired",
        "v",
        "delay-due-ms",
        Long.toString(past),
        "delay-expires-ms",
        Long.toString(past + 1),
        "delay-target-topic",
        target);
  }

  @AfterAll
  void stop() {
    door.close();
    inbox.close();
    delaygate.close();
  }

  @ParameterizedTest
  @CsvSource({
    "cancelled, cancel,     CANCELLED CANCELLED 1",
    "cancelled, reschedule, NOT_FOUND CANCELLED 1",
    "cancelled, fire,       NOT_FOUND CANCELLED 1",
    "delivered, cancel,     ALREADY_DELIVERED DELIVERED 1",
    "delivered, reschedule, ALREADY_DELIVERED DELIVERED 1",
    "delivered, fire,       ALREADY_DELIVERED DELIVERED 1",
    "expired,   cancel,     NOT_FOUND EXPIRED 1",
    "expired,   reschedule, NOT_FOUND EXPIRED 1",
    "expired,   fire,       NOT_FOUND EXPIRED 1",
    "unknown,   cancel,     NOT_FOUND",
    "unknown,   reschedule, NOT_FOUND",
    "unknown,   fire,       NOT_FOUND"
  })
  void overKafka(String id, String op, String expected) {
    // When
    var answer = inbox.ask(id, op.equals("reschedule") ? "new" : null, "delay-op", op);

    // Then
    assertThat(answer.text()).isEqualTo(expected);
    assertThat(answer.json().path("id").asText()).isEqualTo(id);
    assertThat(answer.job().path("endedMs").asLong() > 0).isEqualTo(!id.equals("unknown"));
  }

  @ParameterizedTest
  @CsvSource({
    "cancelled, DELETE, 200 CANCELLED CANCELLED 1",
    "cancelled, PATCH,  404 JOB_NOT_FOUND CANCELLED 1",
    "cancelled, POST,   404 JOB_NOT_FOUND CANCELLED 1",
    "delivered, DELETE, 409 ALREADY_DELIVERED DELIVERED 1",
    "delivered, PATCH,  409 ALREADY_DELIVERED DELIVERED 1",
    "delivered, POST,   409 ALREADY_DELIVERED DELIVERED 1",
    "expired,   DELETE, 404 JOB_NOT_FOUND EXPIRED 1",
    "expired,   PATCH,  404 JOB_NOT_FOUND EXPIRED 1",
    "expired,   POST,   404 JOB_NOT_FOUND EXPIRED 1",
    "unknown,   DELETE, 404 JOB_NOT_FOUND",
    "unknown,   PATCH,  404 JOB_NOT_FOUND",
    "unknown,   POST,   404 JOB_NOT_FOUND"
  })
  void overHttp(String id, String method, String expected) {
    // When
    var path = Door.job(id) + (method.equals("POST") ? "/fire" : "");
    var called = door.call(method, path, method.equals("PATCH") ? "{\"value\": \"new\"}" : null);

    // Then
    assertThat(called.text()).isEqualTo(expected);
    assertThat(called.header("Content-Type"))
        .startsWith(called.status() == 200 ? "application/json" : "application/problem+json");
    assertThat(called.json().at("/job/ended").isTextual()).isEqualTo(!id.equals("unknown"));
  }

  @ParameterizedTest
  @CsvSource({"cancelled, CANCELLED", "delivered, DELIVERED", "expired, EXPIRED"})
  void anEndedJobIsShownAsItEnded(String id, String state) {
    // When
    var called = door.call("GET", Door.job(id), null);

    // Then
    assertThat(called.status()).as(called.json().toString()).isEqualTo(200);
    assertThat(called.header("ETag")).isEqualTo("\"1\"");
    assertThat(called.json().path("state").asText()).isEqualTo(state);
    assertThat(called.json().path("ended").isTextual()).isTrue();
    assertThat(called.json().path("stale").asBoolean()).isFalse();
  }

  @Test
  void anUnknownJobIsNotFound() {
    assertThat(door.call("GET", Door.job("unknown"), null).text()).isEqualTo("404 JOB_NOT_FOUND");
  }

  @Test
  void aKeyThatIsSentAgainAfterTheDeliveryDeliversOnce() {
    // Given
    var own = delaygate.target("once", 1);
    var body = body(own, "0s");
    var first = door.call("POST", "/v1/jobs", body, "Idempotency-Key", "order-4711");
    assertThat(first.text()).isEqualTo("201 SCHEDULED DELIVERED 1");

    // When
    var again = door.call("POST", "/v1/jobs", body, "Idempotency-Key", "order-4711");

    // Then
    assertThat(again.text()).isEqualTo("200 IGNORED DELIVERED 1");
    assertThat(again.json().path("id")).isEqualTo(first.json().path("id"));
    try (var reader = delaygate.read(own)) {
      assertThat(reader.toTheEnd()).hasSize(1);
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        " ",
        "a b",
        "100%",
        "%2F",
        "a;b=c",
        "a?b",
        "..",
        ".",
        "../x",
        "a/b",
        "/",
        "\uD83D\uDE00"
      })
  void anyIdIsScheduledShownAndCancelled(String id) {
    assertThat(door.call("PUT", Door.job(id) + "?wait=true", body(target, "1h")).text())
        .isEqualTo("201 SCHEDULED SCHEDULED 1");
    assertThat(inbox.ask(id, null, "delay-op", "cancel", "delay-if-version", "0").text())
        .as("over Kafka it is the same job")
        .isEqualTo("STALE SCHEDULED 1");
    var shown = door.call("GET", Door.job(id), null);
    assertThat(shown.status()).as(shown.json().toString()).isEqualTo(200);
    assertThat(shown.json().path("id").asText()).isEqualTo(id);
    assertThat(shown.json().path("value").asText()).isEqualTo("v");
    assertThat(door.call("DELETE", Door.job(id), null).text())
        .isEqualTo("200 CANCELLED CANCELLED 1");
  }

  private static String body(String topic, String delay) {
    return "{\"target\": {\"topic\": \"%s\"}, \"delay\": \"%s\", \"value\": \"v\"}"
        .formatted(topic, delay);
  }
}
