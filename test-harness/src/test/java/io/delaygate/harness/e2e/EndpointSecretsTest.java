package io.delaygate.harness.e2e;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.delaygate.harness.broker.KafkaCluster;
import io.delaygate.harness.broker.KafkaTest;
import io.delaygate.harness.broker.Reader;
import io.delaygate.harness.process.Service;
import io.delaygate.harness.push.PlannedServer;
import io.delaygate.harness.push.Reaction;
import io.delaygate.harness.push.SignatureCheck;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.header.Header;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Tests of the secrets of endpoints: what Kafka has of them, and where they are sent. */
@KafkaTest
@Timeout(180)
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class EndpointSecretsTest {
  private static final String KEY = Base64.getEncoder().encodeToString(new byte[32]);
  private static final String SECRET = "Bearer s3cret-of-billing";

  private final Installation delaygate;
  private final Door door;
  private final Path folder;

  EndpointSecretsTest(KafkaCluster cluster, @TempDir Path folder) throws IOException {
    this.folder = folder;
    delaygate = new Installation(cluster, folder);
    delaygate.allowQueues();
    var urls = Service.urls(delaygate.startSchedulers(Map.of()));
    var keys = Files.writeString(folder.resolve("endpoint.keys"), KEY);
    door =
        new Door(
            delaygate,
            2,
            Map.of(
                "scheduler.urls",
                urls,
                "endpoints.key.file",
                keys.toString(),
                "endpoints.http.loopback",
                "true"));
  }

  @AfterAll
  void stop() {
    door.close();
    delaygate.close();
  }

  @Test
  void kafkaHasNoSecretAndACopiedRecordSendsNone() throws IOException {
    try (var server = PlannedServer.start(call -> Reaction.status(204));
        var evil = PlannedServer.start(call -> Reaction.status(204))) {
      // Given
      var made = put("billing", server.url());
      assertThat(made.status()).as(made.err()).isZero();
      var secret = made.json().get(0).path("signingSecret").asText();
      awaitEndpoint("billing");

      // When
      var record = record("endpoint/default/billing");
      try (var control = new Client(delaygate.bootstrapServers(), delaygate.names().control())) {
        send(control, "endpoint/default/copied", moved(record, evil.url()));
        send(control, "endpoint/default/moved", moved(record, evil.url()));
        send(control, "endpoint/default/renamed", Arrays.asList(record.headers().toArray()));
      }

      // Then
      assertThat(text(record)).contains(server.url()).doesNotContain("s3cret", secret);
      assertThat(text(record)).doesNotContain(secret.substring("whsec_".length()));
      for (var name : List.of("copied", "moved", "renamed")) {
        awaitEndpoint(name);
        var shown = door.call("GET", "/v1/endpoints/" + name, null);
        assertThat(shown.json().path("obstacle").asText()).contains("its secrets do not open");
        var tested = door.call("POST", "/v1/endpoints/" + name + "/test", null);
        assertThat(tested.text()).isEqualTo("409 ENDPOINT_UNUSABLE");
      }
      assertThat(shell().run("endpoints", "test", "billing").out()).contains("status  204");
      var call = server.calls().get(0);
      assertThat(call.header("authorization")).isEqualTo(SECRET);
      assertThat(SignatureCheck.isSigned(call, secret)).isTrue();
      assertThat(evil.connections()).isZero();
    }
  }

  @Test
  void afterARotationBothSecretsSignAtEachGateway() throws IOException {
    try (var server = PlannedServer.start(call -> Reaction.status(200))) {
      // Given
      var former = put("rotated", server.url()).json().get(0).path("signingSecret").asText();
      awaitEndpoint("rotated");

      // When
      var answer = shell().run("endpoints", "rotate-secret", "rotated", "--json");
      var fresh = answer.json().get(0).path("signingSecret").asText();
      ContractBench.await()
          .until(
              () ->
                  List.of(1, 2).stream()
                      .allMatch(
                          turn ->
                              door.call("GET", "/v1/endpoints/rotated", null)
                                  .json()
                                  .has("formerSecretUntilMs")));

      // Then
      for (var turn = 0; turn < 2; turn++) {
        door.call("POST", "/v1/endpoints/rotated/test", null);
      }
      assertThat(server.calls())
          .hasSize(2)
          .allMatch(call -> SignatureCheck.isSigned(call, former))
          .allMatch(call -> SignatureCheck.isSigned(call, fresh));
    }
  }

  @Test
  void jobsAreCalledWhenTheKeyOfTheirEndpointIsThereAgain() throws IOException {
    try (var server = PlannedServer.start(call -> Reaction.status(204));
        var control = new Client(delaygate.bootstrapServers(), delaygate.names().control())) {
      // Given: a record that was read while its key was missing
      put("locked", server.url());
      put("witness", server.url());
      awaitEndpoint("locked");
      awaitEndpoint("witness");
      var headers = Arrays.asList(record("endpoint/default/locked").headers().toArray());
      door.call("DELETE", "/v1/endpoints/locked", null);
      awaitShown("locked", shown -> shown.status() == 404);
      var other = KEY.replaceFirst("A", "B");
      Files.writeString(folder.resolve("endpoint.keys"), other);
      awaitShown("witness", shown -> shown.json().has("obstacle"));
      send(control, "endpoint/default/locked", headers);
      awaitShown("locked", shown -> shown.json().has("obstacle"));
      delaygate.client().send("locked-1", "x", "delay-ms", "1", "delay-target-endpoint", "locked");
      ContractBench.await()
          .until(
              () -> door.call("GET", Door.job("locked-1"), null).json(),
              job -> job.path("state").asText().equals("READY"));
      assertThat(server.calls()).isEmpty();

      // When
      Files.writeString(folder.resolve("endpoint.keys"), KEY);

      // Then
      ContractBench.await().until(() -> server.count() == 1);
    }
  }

  private void awaitShown(String name, Predicate<Door.Called> condition) {
    ContractBench.await()
        .until(
            () ->
                List.of(1, 2).stream()
                    .allMatch(
                        turn -> condition.test(door.call("GET", "/v1/endpoints/" + name, null))));
  }

  private CommandLine shell() {
    return new CommandLine(Map.of("DELAYGATE_GATEWAY", door.url()), folder);
  }

  private CommandLine.Ended put(String name, String url) {
    return shell()
        .run(
            "endpoints",
            "put",
            name,
            "--url=" + url,
            "--secret-header=authorization=" + SECRET,
            "--json");
  }

  /** Waits until each gateway knows the endpoint. */
  private void awaitEndpoint(String name) {
    awaitShown(name, shown -> shown.status() == 200);
  }

  private ConsumerRecord<byte[], byte[]> record(String key) {
    try (var reader = delaygate.read(delaygate.names().control())) {
      return reader.toTheEnd().stream()
          .filter(record -> key.equals(Reader.text(record.key())))
          .findFirst()
          .orElseThrow();
    }
  }

  private static List<Header> moved(ConsumerRecord<byte[], byte[]> record, String url) {
    return Arrays.stream(record.headers().toArray())
        .map(header -> header.key().equals("url") ? Client.header("url", url) : header)
        .toList();
  }

  private static void send(Client control, String key, List<Header> headers) {
    control.send(0, key.getBytes(UTF_8), new byte[0], headers);
  }

  /** All that a record has, as text. */
  private static String text(ConsumerRecord<byte[], byte[]> record) {
    return Reader.text(record.key())
        + Arrays.stream(record.headers().toArray())
            .map(header -> header.key() + "=" + Reader.text(header.value()))
            .collect(Collectors.joining(" "));
  }
}
