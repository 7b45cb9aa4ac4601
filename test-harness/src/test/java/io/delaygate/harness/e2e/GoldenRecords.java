package io.delaygate.harness.e2e;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.header.Header;
import org.apache.kafka.common.header.internals.RecordHeader;
import org.jspecify.annotations.Nullable;

/** Records of one partition as lines of JSON with bytes in base64, for test data. */
final class GoldenRecords {
  private static final ObjectMapper JSON = new ObjectMapper();

  private GoldenRecords() {}

  static void write(Path file, List<ConsumerRecord<byte[], byte[]>> records) throws IOException {
    var lines = records.stream().map(GoldenRecords::json).map(JsonNode::toString);
    Files.writeString(file, lines.collect(Collectors.joining("\n", "", "\n")));
  }

  /** Sends the kept records to partition 0 of a topic, in order and with their timestamps. */
  static int send(Path file, KafkaProducer<byte[], byte[]> producer, String topic)
      throws IOException {
    var lines = Files.readAllLines(file);
    for (var line : lines) {
      var kept = JSON.readTree(line);
      var unused =
          producer.send(
              new ProducerRecord<>(
                  topic,
                  0,
                  kept.get("timestampMs").asLong(),
                  bytes(kept.get("key")),
                  bytes(kept.get("value")),
                  headers(kept)));
    }
    producer.flush();
    return lines.size();
  }

  private static ObjectNode json(ConsumerRecord<byte[], byte[]> record) {
    var json = JsonNodeFactory.instance.objectNode();
    json.put("timestampMs", record.timestamp());
    json.put("key", record.key());
    json.put("value", record.value());
    var headers = json.putArray("headers");
    for (var header : record.headers()) {
      headers.addObject().put("name", header.key()).put("value", header.value());
    }
    return json;
  }

  private static List<Header> headers(JsonNode kept) throws IOException {
    var headers = new ArrayList<Header>();
    for (var header : kept.get("headers")) {
      headers.add(new RecordHeader(header.get("name").asText(), bytes(header.get("value"))));
    }
    return headers;
  }

  private static byte @Nullable [] bytes(JsonNode node) throws IOException {
    return node.isNull() ? null : node.binaryValue();
  }
}
