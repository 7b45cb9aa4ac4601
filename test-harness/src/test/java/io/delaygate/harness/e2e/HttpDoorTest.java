package io.delaygate.harness.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.delaygate.gateway.app.Gateway;
import io.delaygate.gateway.settings.GatewaySettings;
import io.delaygate.harness.broker.KafkaCluster;
import io.delaygate.harness.broker.KafkaTest;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Path;
import java.time.Clock;
import java.util.Map;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The HTTP door with everything behind it: gateway, broker, scheduler. */
@KafkaTest
class HttpDoorTest {
  private static final ObjectMapper JSON = new ObjectMapper();

  @TempDir Path state;
  private Installation delaygate;
  private Gateway gateway;
  private String target;

  @BeforeEach
  void start(KafkaCluster cluster) {
    delaygate = new Installation(cluster, state);
    target = delaygate.target("orders", 2);
    delaygate.startScheduler("one");
    var settings =
        Map.of(
            "bootstrap.servers",
            cluster.bootstrapServers(),
            "topic.prefix",
            delaygate.prefix(),
            "http.port",
            "0");
    gateway = Gateway.start(GatewaySettings.check(settings), Clock.systemUTC(), System::nanoTime);
    Awaitility.await()
        .atMost(Installation.LIMIT)
        .until(() -> call("GET", "/readyz", "").statusCode() == 200);
  }

  @AfterEach
  void stop() {
    gateway.close();
    delaygate.close();
  }

  @Test
  void deliversWhatWasPosted() throws IOException {
    // When
    var answer =
        call(
            "POST",
            "/v1/jobs",
            """
            {"target": {"topic": "%s", "key": "k", "partition": 1}, "delay": "1s",
             "headers": [{"name": "a", "value": "1"}, {"name": "a", "value": "2"}],
             "value": {"price": 1.10}}"""
                .formatted(target));

    // Then
    assertThat(answer.statusCode()).isEqualTo(201);
    var job = JSON.readTree(answer.body());
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
    put("kept", "kept", "3s");
    put("cancelled", "cancelled", "2s");

    // When
    put(strange, "second", "1s");
    assertThat(call("DELETE", "/v1/jobs/cancelled", "").statusCode()).isEqualTo(202);

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
  void namesTheFieldAtFault() throws IOException {
    var answer =
        call("POST", "/v1/jobs", "{\"target\": {\"topic\": \"no-such\"}, \"delay\": \"1s\"}");

    assertThat(answer.statusCode()).isEqualTo(422);
    var problem = JSON.readTree(answer.body());
    assertThat(text(problem, "reason")).isEqualTo("TARGET_UNKNOWN");
    assertThat(text(problem, "field")).isEqualTo("target.topic");
  }

  private void put(String encodedId, String value, String delay) {
    var body =
        "{\"target\": {\"topic\": \"%s\"}, \"delay\": \"%s\", \"value\": \"%s\"}"
            .formatted(target, delay, value);
    assertThat(call("PUT", "/v1/jobs/" + encodedId, body).statusCode()).isEqualTo(201);
  }

  private HttpResponse<String> call(String method, String path, String body) {
    var uri = URI.create("http://127.0.0.1:" + gateway.port() + path);
    var request =
        HttpRequest.newBuilder(uri)
            .header("Content-Type", "application/json")
            .method(method, BodyPublishers.ofString(body))
            .build();
    try {
      return HttpClient.newHttpClient().send(request, BodyHandlers.ofString());
    } catch (IOException | InterruptedException failed) {
      throw new IllegalStateException(failed);
    }
  }

  private static String text(JsonNode node, String field) {
    return node.get(field).asText();
  }
}
