package io.delaygate.harness.dev;

import io.delaygate.schemas.producer.DelayedRecord;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.common.serialization.StringSerializer;

/** Demonstration that schedules one message by Kafka headers and one by HTTP. */
final class Demonstration {
  static final String TOPIC = "demo";

  private final String servers;
  private final int httpPort;

  Demonstration(String servers, int httpPort) {
    this.servers = servers;
    this.httpPort = httpPort;
  }

  void run() throws IOException, InterruptedException {
    byHeaders();
    byHttp();
  }

  private void byHeaders() {
    try (var producer =
        new KafkaProducer<>(
            Map.of(ProducerConfig.BOOTSTRAP_SERVERS_CONFIG, servers),
            new StringSerializer(),
            new StringSerializer())) {
      producer
          .send(
              DelayedRecord.to(TOPIC)
                  .id("demo-by-headers")
                  .in(Duration.ofSeconds(3))
                  .record("hello from a Kafka producer"))
          .get();
      System.out.println("  scheduled through headers: due in 3 s");
    } catch (ExecutionException failed) {
      throw new IllegalStateException("the demonstration job was not scheduled", failed);
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
    }
  }

  private void byHttp() throws IOException, InterruptedException {
    var body =
        """
        {"id": "demo-by-http", "target": {"topic": "demo"}, "delay": "5s",
         "value": "hello from HTTP"}""";
    var request =
        HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + httpPort + "/v1/jobs"))
            .header("Content-Type", "application/json")
            .POST(BodyPublishers.ofString(body))
            .build();
    var response = HttpClient.newHttpClient().send(request, BodyHandlers.ofString());
    System.out.println(
        "  scheduled through HTTP: " + response.statusCode() + " " + response.body());
  }
}
