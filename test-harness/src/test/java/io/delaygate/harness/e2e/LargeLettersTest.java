package io.delaygate.harness.e2e;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.delaygate.harness.broker.KafkaCluster;
import io.delaygate.harness.broker.KafkaTest;
import io.delaygate.harness.process.Metrics;
import io.delaygate.harness.process.ServiceProcess;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * Test of a gateway with less than the chart's default heap, and rejected commands with keys of 1
 * MB.
 */
@KafkaTest
@Timeout(120)
class LargeLettersTest {
  private static final int LETTERS = 382;
  private static final int KEY_BYTES = 1_000_000;

  private final Installation delaygate;
  private final ServiceProcess gateway;

  LargeLettersTest(KafkaCluster cluster, @TempDir Path folder) {
    delaygate = new Installation(cluster, folder);
    var settings = delaygate.gatewaySettings();
    settings.put("http.port", "0");
    gateway =
        ServiceProcess.gateway(
            settings, delaygate.output("gateway"), "-Xmx256m", "-XX:+ExitOnOutOfMemoryError");
  }

  @AfterEach
  void stop() {
    gateway.close();
    delaygate.close();
  }

  @Test
  void listsAllOfThemPageByPage() throws Exception {
    // Given
    writeLetters();
    gateway.awaitReady();

    // When
    var listed = new ArrayList<JsonNode>();
    var page = page("");
    page.path("rejected").forEach(listed::add);
    while (page.has("cursor")) {
      page = page("&cursor=" + page.get("cursor").textValue());
      page.path("rejected").forEach(listed::add);
    }

    // Then
    assertThat(listed)
        .extracting(one -> one.at("/source/offset").longValue())
        .doesNotHaveDuplicates();
    assertThat(listed).hasSize(LETTERS);
    assertThat(listed).allMatch(one -> one.get("idBytes").intValue() == KEY_BYTES);
    assertThat(gateway.isAlive()).isTrue();
  }

  private JsonNode page(String more) throws IOException {
    var answer = Metrics.get(gateway.port(), "/v1/dead-letters?kind=rejected&limit=1000" + more);
    assertThat(gateway.isAlive()).as(gateway.outputTail()).isTrue();
    assertThat(answer.orElseThrow().statusCode()).as(answer.get().body()).isEqualTo(200);
    return new ObjectMapper().readTree(answer.get().body());
  }

  /** Writes letters like the scheduler. */
  private void writeLetters() {
    var key = new byte[KEY_BYTES];
    Arrays.fill(key, (byte) 'k');
    try (var producer =
        new KafkaProducer<>(
            Map.of(
                ProducerConfig.BOOTSTRAP_SERVERS_CONFIG,
                delaygate.bootstrapServers(),
                ProducerConfig.COMPRESSION_TYPE_CONFIG,
                "lz4"),
            new ByteArraySerializer(),
            new ByteArraySerializer())) {
      for (var i = 0; i < LETTERS; i++) {
        var headers =
            List.of(
                Client.header("delay-reason", "ID_INVALID"),
                Client.header("delay-reason-text", "too long"),
                Client.header("delay-source-topic", delaygate.names().requests()),
                Client.header("delay-source-offset", "" + i));
        var letter =
            new ProducerRecord<>(
                delaygate.names().deadLetters(), i % 4, key, "v".getBytes(UTF_8), headers);
        var unused = producer.send(letter);
      }
      producer.flush();
    }
  }
}
