package io.delaygate.gateway.app;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.delaygate.gateway.access.TokenHasher;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;

/** Base of tests of redrives: it writes letters, calls the gateway and shows the sent commands. */
abstract class RedriveCalls {
  static final String LETTERS = "delay-dead-letters";
  static final String[] ORDER = {"delay-target-topic", "orders", "delay", "1s"};
  static final String[] LOST = {"delay-target-topic", "nowhere", "delay", "1s"};

  TestGateway gateway;
  ApiDocument document;

  @BeforeEach
  void start(@TempDir Path folder) throws Exception {
    var file = Files.writeString(folder.resolve("tokens"), "root admin " + TokenHasher.hex("root"));
    gateway = TestGateway.start("auth.tokens.file", file.toString());
    document = ApiDocument.of(gateway);
  }

  @AfterEach
  void stop() {
    gateway.close();
  }

  HttpResponse<String> redrive(String body) {
    return call("root", "POST", "/v1/dead-letters/redrive", body);
  }

  JsonNode json(HttpResponse<String> response) {
    assertThat(response.statusCode()).as(response.body()).isEqualTo(200);
    if (response.request().method().equals("POST")) {
      document.assertDescribes("POST /v1/dead-letters/redrive", response);
    }
    return TestGateway.json(response);
  }

  List<ProducerRecord<byte[], byte[]>> sent() {
    return gateway.publisher.records.stream()
        .filter(record -> record.topic().equals("delay-requests"))
        .toList();
  }

  List<String> keys() {
    return sent().stream()
        .map(record -> record.key() == null ? "-" : new String(record.key(), UTF_8))
        .toList();
  }

  void letter(int partition, String key, @Nullable String value, String... headers) {
    letter(partition, key.getBytes(UTF_8), value, headers);
  }

  void letter(int partition, byte @Nullable [] key, @Nullable String value, String... headers) {
    var bytes = value == null ? null : value.getBytes(UTF_8);
    letterOf(partition, "TARGET_UNKNOWN", key, bytes, headers);
  }

  void letterOf(
      int partition,
      String reason,
      byte @Nullable [] key,
      byte @Nullable [] value,
      String... headers) {
    var all = new ArrayList<>(List.of(headers));
    all.addAll(
        List.of(
            "delay-reason", reason,
            "delay-reason-text", "because",
            "delay-source-topic", "delay-requests",
            "delay-source-partition", "3",
            "delay-source-offset", "44",
            "delay-source-timestamp-ms", "5"));
    var list = new RecordHeaders();
    for (var i = 0; i < all.size(); i += 2) {
      list.add(all.get(i), all.get(i + 1).getBytes(UTF_8));
    }
    gateway.topics.letter(new ProducerRecord<>(LETTERS, partition, key, value, list));
  }

  String token(String body) {
    var made = admin("POST", "/v1/admin/namespaces/shop/tokens", body);
    gateway.topics.awaitDecided();
    return TestGateway.json(made).get("token").textValue();
  }

  HttpResponse<String> admin(String method, String path, String body) {
    return call("root", method, path, body);
  }

  HttpResponse<String> call(String token, String method, String path, @Nullable String body) {
    return gateway.send(
        gateway
            .request(path)
            .header("Authorization", "Bearer " + token)
            .method(method, BodyPublishers.ofString(body == null ? "" : body)));
  }
}
