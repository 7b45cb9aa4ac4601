package io.delaygate.harness.e2e;

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
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Test of the replacement of a key of endpoints, with two gateways that have their own files. */
@KafkaTest
@Timeout(180)
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class EndpointResealTest {
  private static final String OLD = key(1);
  private static final String NEW = key(2);
  private static final String LEFT = "delaygate_gateway_endpoints_sealed_by_old_keys";
  private static final List<String> NAMES = List.of("billing", "crm", "mails");

  private final Installation delaygate;
  private final List<Path> files;
  private final List<Door> doors;

  EndpointResealTest(KafkaCluster cluster, @TempDir Path folder) throws IOException {
    delaygate = new Installation(cluster, folder);
    delaygate.allowQueues();
    var urls = Service.urls(delaygate.startSchedulers(Map.of()));
    files =
        List.of(
            Files.writeString(folder.resolve("one.keys"), OLD),
            Files.writeString(folder.resolve("two.keys"), OLD));
    doors = files.stream().map(file -> door(urls, file)).toList();
  }

  private Door door(String urls, Path keys) {
    return new Door(
        delaygate,
        1,
        Map.of(
            "scheduler.urls",
            urls,
            "endpoints.key.file",
            keys.toString(),
            "endpoints.http.loopback",
            "true",
            "endpoints.reseal.delay.ms",
            "1000"));
  }

  @AfterAll
  void stop() {
    doors.forEach(Door::close);
    delaygate.close();
  }

  @Test
  void theOldKeyCanBeRemovedWhenTheNewOneHasSealedAllSecrets() throws IOException {
    try (var server = PlannedServer.start(call -> Reaction.status(204))) {
      // Given
      var secrets = NAMES.stream().map(name -> made(name, server)).toList();
      awaitAll("");

      // When
      write(NEW + "\n" + OLD);
      ContractBench.await().until(() -> resealed().containsAll(NAMES));
      doors.forEach(door -> ContractBench.await().until(() -> door.metric(LEFT) == 0));
      write(NEW);
      awaitAll("");

      // Then
      for (var name : NAMES) {
        doors.forEach(
            door ->
                assertThat(door.call("POST", test(name), null).json().path("status"))
                    .hasToString("204"));
      }
      assertThat(server.calls())
          .hasSize(6)
          .allMatch(call -> secrets.stream().anyMatch(it -> SignatureCheck.isSigned(call, it)))
          .allMatch(call -> "Bearer s3cret".equals(call.header("authorization")));
      assertThat(SignatureCheck.isSigned(server.calls().get(0), secrets.get(0))).isTrue();
      assertThat(records("endpoint/"))
          .as("no record of an administrator is written again")
          .hasSize(3);

      // And: what was sealed anew goes with its endpoint
      doors.get(0).call("DELETE", "/v1/endpoints/mails", null);
      assertThat(revoked()).contains("endpoint/default/mails", "reseal/default/mails");
      made("mails", server);
      awaitAll("");

      // And: a key that never sealed opens nothing
      write(key(3));
      awaitAll("its secrets do not open");
    }
  }

  private String made(String name, PlannedServer server) {
    var body =
        "{\"url\": \"%s\", \"secretHeaders\": {\"authorization\": \"Bearer s3cret\"}}"
            .formatted(server.url());
    var made = doors.get(0).call("PUT", "/v1/endpoints/" + name, body);
    assertThat(made.status()).as("%s", made.json()).isEqualTo(201);
    return made.json().path("signingSecret").asText();
  }

  private void write(String keys) throws IOException {
    for (var file : files) {
      Files.writeString(file, keys);
    }
  }

  /** Waits until both gateways show all endpoints with this obstacle; empty for none. */
  private void awaitAll(String obstacle) {
    for (var door : doors) {
      for (var name : NAMES) {
        ContractBench.await()
            .until(
                () -> door.call("GET", "/v1/endpoints/" + name, null),
                shown ->
                    shown.status() == 200
                        && shown.json().has("obstacle") != obstacle.isEmpty()
                        && shown.json().path("obstacle").asText().contains(obstacle));
      }
    }
  }

  private List<String> resealed() {
    return records("reseal/default/");
  }

  /** What follows a prefix in the keys of the records of the control topic. */
  private List<String> records(String prefix) {
    try (var reader = delaygate.read(delaygate.names().control())) {
      return reader.toTheEnd().stream()
          .flatMap(record -> Stream.ofNullable(Reader.text(record.key())))
          .filter(key -> key.startsWith(prefix))
          .map(key -> key.substring(prefix.length()))
          .toList();
    }
  }

  /** Keys of the records that revoke a decision. */
  private List<String> revoked() {
    try (var reader = delaygate.read(delaygate.names().control())) {
      return reader.toTheEnd().stream()
          .filter(record -> record.value() == null)
          .flatMap(record -> Stream.ofNullable(Reader.text(record.key())))
          .toList();
    }
  }

  private static String test(String name) {
    return "/v1/endpoints/" + name + "/test";
  }

  private static String key(int number) {
    var bytes = new byte[32];
    bytes[0] = (byte) number;
    return Base64.getEncoder().encodeToString(bytes);
  }
}
