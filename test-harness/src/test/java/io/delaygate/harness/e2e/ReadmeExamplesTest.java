package io.delaygate.harness.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import io.delaygate.gateway.app.Gateway;
import io.delaygate.gateway.settings.GatewaySettings;
import io.delaygate.harness.broker.BrokerOptions;
import io.delaygate.harness.broker.EmbeddedKafka;
import io.delaygate.harness.broker.Reader;
import io.delaygate.harness.broker.Topics;
import io.delaygate.scheduler.app.Scheduler.Clocks;
import io.delaygate.scheduler.app.SchedulerService;
import io.delaygate.scheduler.settings.SchedulerSettings;
import java.nio.file.Path;
import java.time.Clock;
import java.util.Map;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Tests of the README's examples, on a separate broker with the names of the README. */
@Timeout(120)
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class ReadmeExamplesTest {
  private static final long DELAY_MS = 2000;

  private final EmbeddedKafka kafka = EmbeddedKafka.start(BrokerOptions.singleNode());
  private final Topics topics = new Topics(kafka);
  private final SchedulerService scheduler;
  private final Gateway gateway;
  private final ReadmeExamples examples;

  ReadmeExamplesTest(@TempDir Path scratch) {
    topics.create("demo", 1);
    scheduler =
        SchedulerService.start(
            SchedulerSettings.of(
                Map.of(
                    "bootstrap.servers",
                    kafka.bootstrapServers(),
                    "topics.create",
                    "true",
                    "topics.partitions",
                    "4",
                    "state.dir",
                    scratch.resolve("state").toString(),
                    "http.port",
                    "0",
                    "query.port",
                    "0")),
            new Clocks(System::currentTimeMillis, System::nanoTime));
    gateway =
        Gateway.start(
            GatewaySettings.check(
                Map.of("bootstrap.servers", kafka.bootstrapServers(), "http.port", "0")),
            Clock.systemUTC(),
            System::nanoTime);
    Awaitility.await().atMost(Installation.LIMIT).until(() -> scheduler.health().ready());
    var http = "127.0.0.1:" + gateway.port();
    examples = ReadmeExamples.at(kafka.bootstrapServers(), http, scratch);
  }

  @AfterAll
  void stop() {
    gateway.close();
    scheduler.close();
    topics.close();
    kafka.close();
  }

  @Test
  void java() {
    assertDelivers("order-4711", "customer-9", examples::java);
  }

  @Test
  void kcat() {
    assertDelivers("order-4712", "order-4712", examples::kcat);
  }

  @Test
  void curl() {
    assertDelivers("order-4713", "customer-9", examples::curl);
  }

  @Test
  void python() {
    assertDelivers("order-4714", "order-4714", examples::python);
  }

  private void assertDelivers(String id, String key, Runnable example) {
    // Given
    var startedMs = System.currentTimeMillis();

    // When
    example.run();

    // Then
    var record = delivered(id);
    assertThat(record.timestamp()).isGreaterThanOrEqualTo(startedMs + DELAY_MS);
    assertThat(Reader.text(record.key())).isEqualTo(key);
    assertThat(Reader.text(record.value()))
        .isEqualTo("close %s if it is unpaid", id.replace('-', ' '));
    assertThat(Reader.header(record, "trace")).isEqualTo("abc");
  }

  private ConsumerRecord<byte[], byte[]> delivered(String id) {
    try (var reader = new Reader(kafka.bootstrapServers(), "demo")) {
      return Awaitility.await()
          .atMost(Installation.LIMIT)
          .until(
              () ->
                  reader.poll().stream()
                      .filter(record -> id.equals(Reader.header(record, "delay-job-id")))
                      .findFirst()
                      .orElse(null),
              found -> found != null);
    }
  }
}
