package io.delaygate.harness.e2e;

import static io.delaygate.harness.e2e.Client.bytes;
import static io.delaygate.harness.e2e.Client.headers;

import io.delaygate.harness.process.Metrics;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;

/**
 * Writer of the files that {@link UpgradeTest} keeps of a format: one job of each kind, then
 * everything that is stored.
 */
final class GoldenFormat {
  /** 2035-01-01: far away, but within the allowed range of today. */
  private static final String FAR = "2051222400000";

  private static final String LATER = "2051222400001";

  private final Installation delaygate;
  private final String orders;
  private final String lost;

  GoldenFormat(Installation delaygate, String orders, String lost) {
    this.delaygate = delaygate;
    this.orders = orders;
    this.lost = lost;
  }

  /**
   * Writes requests, changelogs and the state directory.
   *
   * @param state folder of the installation's state
   */
  void keep(Path state, Path kept) throws IOException {
    // without transactions the offsets of a changelog have no gaps, so they can be reproduced
    var plain =
        Map.of("processing.guarantee", "at_least_once", "application.id", UpgradeTest.APPLICATION);
    delaygate.topics().create(lost, 1);
    var scheduler = delaygate.startScheduler("one", plain);
    send();
    ContractBench.await()
        .until(() -> Metrics.of(scheduler, "delaygate_commands_total{outcome=") == 12);
    delaygate.topics().delete(lost);
    ContractBench.await().until(() -> Metrics.of(scheduler, "delaygate_parked_total{") == 1);
    delaygate.stop(scheduler);
    Files.createDirectories(kept);
    keepTopic(delaygate.names().requests(), kept.resolve("requests.jsonl"));
    keepTopic(UpgradeTest.CHANGELOG, kept.resolve("jobs.jsonl"));
    GoldenState.pack(
        state.resolve("one").resolve(UpgradeTest.APPLICATION), kept.resolve("state.zip"));
  }

  private void send() {
    schedule("plain", "plain", "delay-due-ms", FAR);
    schedule("tombstone", null, "delay-due-ms", FAR);
    schedule("headers", "headers", "delay-due-ms", FAR, "x", "1", "x", "2", "none", null);
    schedule(
        "placed",
        "placed",
        "delay-due-ms",
        FAR,
        "delay-target-partition",
        "1",
        "delay-target-key",
        "another key");
    schedule("expiring", "expiring", "delay-due-ms", FAR, "delay-expires-ms", LATER);
    schedule("cancelled", "cancelled", "delay-due-ms", FAR);
    delaygate.client().send("cancelled", null, "delay-op", "cancel");
    schedule(null, "~0-7", "delay-due-ms", FAR);
    delaygate.client().send("parked", "parked", "delay-ms", "3000", "delay-target-topic", lost);
    schedule("delivered", "delivered", "delay-ms", "0");
    schedule("acknowledged", "acknowledged", "delay-due-ms", FAR, "delay-ack", "true");
    delaygate.client().send("plain", null, "delay-op", "reschedule", "delay-due-ms", LATER);
  }

  private void schedule(String id, String value, String... headers) {
    var all = headers(headers);
    all.addAll(headers("delay-target-topic", orders));
    delaygate.client().send(null, bytes(id), bytes(value), all);
  }

  private void keepTopic(String topic, Path file) throws IOException {
    try (var reader = delaygate.read(topic)) {
      GoldenRecords.write(file, reader.toTheEnd());
    }
  }
}
