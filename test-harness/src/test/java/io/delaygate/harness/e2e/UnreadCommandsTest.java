package io.delaygate.harness.e2e;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.delaygate.harness.broker.KafkaCluster;
import io.delaygate.harness.broker.KafkaTest;
import io.delaygate.harness.process.Metrics;
import io.delaygate.harness.process.Service;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Test of the reported numbers of unread commands, compared with those of the brokers. */
@KafkaTest
@Timeout(180)
class UnreadCommandsTest {
  private static final int PARTITIONS = 4;
  private static final int COMMANDS = 20_000;
  private static final double TWO_PERCENT = 0.02;

  /** Greatest age of a reported number: brokers are queried once a second. */
  private static final Duration AGE = Duration.ofMillis(2_500);

  private static final String GAUGE = "delaygate_requests_lag_records ";

  private Installation delaygate;
  private GroupLag truth;
  private String target;

  @BeforeEach
  void start(KafkaCluster cluster, @TempDir Path state) {
    delaygate = new Installation(cluster, state, PARTITIONS);
    target = delaygate.target("target", 1);
    truth = new GroupLag(delaygate.topics().admin(), delaygate.names(), PARTITIONS);
  }

  @AfterEach
  void close() {
    delaygate.close();
  }

  /** The open transaction of a sender blocks all later commands. */
  @Test
  void allFiguresAreTheBrokersWhileCommandsWaitAndWhileTheyAreRead() {
    var schedulers = delaygate.startSchedulers(Map.of());
    try (var sender = sender();
        var door = new Door(delaygate, Map.of("scheduler.urls", Service.urls(schedulers)))) {
      // Given
      sender.initTransactions();
      openTransaction(sender);
      sendCommands();

      // When
      var waiting = truth.records();

      // Then
      assertThat(waiting).isGreaterThanOrEqualTo(COMMANDS);
      Awaitility.await()
          .atMost(Installation.LIMIT)
          .untilAsserted(
              () ->
                  assertThat(told(schedulers)).isCloseTo((double) waiting, within(waiting / 50.0)));
      for (var path : List.of("/v1/stats", "/v1/overview")) {
        Awaitility.await(path)
            .atMost(Installation.LIMIT)
            .untilAsserted(
                () ->
                    assertThat(door.call("GET", path, null).json().path("lag").asLong())
                        .isCloseTo(waiting, within(waiting / 50)));
      }

      // When
      sender.commitTransaction();
      var samples = untilAllIsRead(schedulers);

      // Then
      assertThat(samples).hasSizeGreaterThan(3).allSatisfy(sample -> sample.check(samples));
    }
  }

  private KafkaProducer<byte[], byte[]> sender() {
    return new KafkaProducer<>(
        Map.of(
            ProducerConfig.BOOTSTRAP_SERVERS_CONFIG,
            delaygate.bootstrapServers(),
            ProducerConfig.TRANSACTIONAL_ID_CONFIG,
            delaygate.unique("sender")),
        new ByteArraySerializer(),
        new ByteArraySerializer());
  }

  /** Sends one command to each partition in an open transaction. */
  private void openTransaction(KafkaProducer<byte[], byte[]> sender) {
    sender.beginTransaction();
    var headers = Client.headers("delay", "1h", "delay-target-topic", target);
    for (var partition = 0; partition < PARTITIONS; partition++) {
      var id = Client.bytes("held-" + partition);
      var unused =
          sender.send(
              new ProducerRecord<>(delaygate.names().requests(), partition, id, id, headers));
    }
    sender.flush();
  }

  private void sendCommands() {
    for (var i = 0; i < COMMANDS; i++) {
      delaygate.client().sendLater("job-" + i, "v", "delay", "1h", "delay-target-topic", target);
    }
    delaygate.client().flush();
  }

  private static double told(List<Service> schedulers) {
    return schedulers.stream()
        .flatMap(scheduler -> Metrics.lines(scheduler.port()))
        .filter(line -> line.startsWith(GAUGE))
        .mapToDouble(line -> Double.parseDouble(line.substring(GAUGE.length())))
        .sum();
  }

  private List<Sample> untilAllIsRead(List<Service> schedulers) {
    var samples = new ArrayList<Sample>();
    Awaitility.await()
        .pollInterval(Duration.ofMillis(100))
        .atMost(Installation.LIMIT)
        .until(
            () -> {
              var told = told(schedulers);
              samples.add(new Sample(System.nanoTime(), told, truth.records()));
              return told == 0;
            });
    return samples;
  }

  /** Reported number, and the true one right after it. */
  private record Sample(long at, double told, long truth) {
    /**
     * Asserts that the reported number lies between the true ones of its time, because reading
     * continues.
     */
    void check(List<Sample> all) {
      var near =
          all.stream()
              .filter(other -> Math.abs(at - other.at) <= AGE.toNanos())
              .mapToLong(Sample::truth)
              .summaryStatistics();
      assertThat(told)
          .isBetween(near.getMin() * (1 - TWO_PERCENT), near.getMax() * (1 + TWO_PERCENT));
    }
  }
}
