package io.delaygate.harness.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import io.delaygate.harness.broker.KafkaCluster;
import io.delaygate.harness.broker.KafkaTest;
import io.delaygate.harness.process.Metrics;
import io.delaygate.harness.process.Service;
import io.delaygate.harness.process.ServiceProcess;
import java.io.IOException;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Test of a sender whose transaction stays open: operators see it until it ends. */
@KafkaTest
@Timeout(120)
class OpenTransactionTest {
  private static final String AGE = "delaygate_oldest_open_transaction_seconds ";
  private static final String LAG = "delaygate_requests_lag_records ";

  @Test
  void aTransactionThatIsOpenForLongIsToldUntilItEnds(KafkaCluster cluster, @TempDir Path state)
      throws IOException {
    try (var delaygate = new Installation(cluster, state, 2)) {
      // Given
      var target = delaygate.target("target", 1);
      var settings = delaygate.settings("one", Map.of());
      delaygate.createChangelogs(settings);
      var log = delaygate.output("scheduler");
      var id = delaygate.unique("billing");
      try (var scheduler = ServiceProcess.scheduler(settings, log).awaitReady();
          var sender = sender(delaygate, id)) {
        var requests = delaygate.names().requests();
        var headers = Client.headers("delay", "1h", "delay-target-topic", target);
        await(scheduler, AGE, 0);

        // When
        sender.initTransactions();
        sender.beginTransaction();
        var sent =
            sender.send(
                new ProducerRecord<>(requests, 1, (byte[]) null, Client.bytes("v"), headers));
        sender.flush();
        assertThat(sent).isDone();
        for (var partition = 0; partition < 2; partition++) {
          delaygate.client().send(partition, null, Client.bytes("v"), headers);
        }

        // Then
        await(scheduler, LAG, 2); // the command of the other partition is read
        var begin = line(log, "A transaction has been open for long");
        var answer = ready(scheduler);
        assertThat(answer.statusCode()).isEqualTo(200);
        assertThat(answer.body())
            .startsWith(
                "ready; commands of " + requests + "-1 from offset 0 on are blocked by a transac")
            .containsPattern("open for 1\\d s\n");
        assertThat(value(scheduler, AGE)).isBetween(10.0, 60.0);
        assertThat(value(scheduler, LAG)).isEqualTo(2);
        assertThat(begin).contains(requests + "-1", "producerId", "find-hanging");
        if (!cluster.isRestricted()) { // otherwise the transaction must not be visible
          assertThat(begin).contains(id);
          assertThat(answer.body()).contains(id);
        }

        // When
        sender.commitTransaction();

        // Then
        await(scheduler, AGE, 0);
        await(scheduler, LAG, 0);
        Awaitility.await()
            .atMost(Installation.LIMIT)
            .until(() -> ready(scheduler).body(), "ready\n"::equals);
        assertThat(line(log, "A long transaction has ended")).contains(requests + "-1");
        assertThat(Metrics.of(scheduler, "delaygate_commands_total{")).isEqualTo(3);
      }
    }
  }

  private static KafkaProducer<byte[], byte[]> sender(Installation delaygate, String id) {
    return new KafkaProducer<>(
        Map.of(
            ProducerConfig.BOOTSTRAP_SERVERS_CONFIG,
            delaygate.bootstrapServers(),
            ProducerConfig.TRANSACTIONAL_ID_CONFIG,
            id),
        new ByteArraySerializer(),
        new ByteArraySerializer());
  }

  private static HttpResponse<String> ready(Service scheduler) {
    return Metrics.get(scheduler.port(), "/readyz").orElseThrow();
  }

  private static void await(Service scheduler, String metric, double value) {
    Awaitility.await(metric + value)
        .atMost(Installation.LIMIT)
        .until(() -> value(scheduler, metric), shown -> shown == value);
  }

  private static double value(Service scheduler, String metric) {
    return Metrics.lines(scheduler.port())
        .filter(line -> line.startsWith(metric))
        .mapToDouble(line -> Double.parseDouble(line.substring(metric.length())))
        .findFirst()
        .orElse(Double.NaN);
  }

  /** The only line with this text, which is logged after the metrics changed. */
  private static String line(Path log, String text) {
    return Awaitility.await(text)
        .atMost(Installation.LIMIT)
        .until(
            () -> Files.readAllLines(log).stream().filter(one -> one.contains(text)).toList(),
            lines -> !lines.isEmpty())
        .get(0);
  }
}
