package io.delaygate.harness.e2e;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.delaygate.harness.broker.ParentWatch;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.ByteArraySerializer;

/** Sender of one command with very many zeros; it needs twice their size as memory. */
final class OversizedSender {
  private OversizedSender() {}

  /** Sends the command; arguments: brokers, topic, key, number of zeros. */
  public static void main(String[] arguments) throws Exception {
    ParentWatch.haltWithParent();
    var settings =
        Map.<String, Object>of(
            ProducerConfig.BOOTSTRAP_SERVERS_CONFIG,
            arguments[0],
            ProducerConfig.COMPRESSION_TYPE_CONFIG,
            "zstd",
            ProducerConfig.MAX_REQUEST_SIZE_CONFIG,
            Integer.MAX_VALUE,
            ProducerConfig.BUFFER_MEMORY_CONFIG,
            2L << 30);
    try (var producer =
        new KafkaProducer<>(settings, new ByteArraySerializer(), new ByteArraySerializer())) {
      var value = new byte[Integer.parseInt(arguments[3])];
      var key = arguments[2].getBytes(UTF_8);
      var headers = List.of(Client.header("delay", "1h"), Client.header("delay-target-topic", "t"));
      producer.send(new ProducerRecord<>(arguments[1], 0, key, value, List.copyOf(headers))).get();
    }
  }
}
