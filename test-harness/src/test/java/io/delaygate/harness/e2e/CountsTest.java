package io.delaygate.harness.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.delaygate.harness.broker.KafkaCluster;
import io.delaygate.harness.broker.KafkaTest;
import io.delaygate.harness.process.Metrics;
import io.delaygate.harness.process.Service;
import io.delaygate.schemas.contract.JobId;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.StringJoiner;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Test of counts and listings of many jobs on two schedulers, while other jobs come and go. */
@KafkaTest
@Timeout(240)
class CountsTest {
  private static final int PARTITIONS = 16;
  private static final int JOBS = 80_000;
  private static final int PAGE = 1_000;

  /** Audits of each partition, at least. */
  private static final int AUDITS = 3 * PARTITIONS;

  /** Delay of the jobs that stay: later than that of others, and in another order than the ids. */
  private static final long FAR_MS = TimeUnit.HOURS.toMillis(1);

  @TempDir Path state;

  @Test
  void agreeWithAnExactListingAtEachMoment(KafkaCluster cluster) {
    try (var delaygate = new Installation(cluster, state, PARTITIONS)) {
      // Given
      var target = delaygate.target("orders", 4);
      var schedulers = List.of(delaygate.startScheduler("one"), delaygate.startScheduler("two"));
      try (var door = new Door(delaygate, Map.of("scheduler.urls", Service.urls(schedulers)))) {
        var reference = scheduleFar(delaygate, target);
        ContractBench.await().until(() -> pending(schedulers) == JOBS);

        // When
        List<JsonNode> audits = new ArrayList<>();
        List<String> listed;
        List<String> ofOwners;
        try (var load = new Load(delaygate, target)) {
          var listing = CompletableFuture.supplyAsync(() -> listAll(door));
          var direct = listing.thenApplyAsync(done -> listOfOwners(schedulers));
          while (audits.size() < AUDITS || !direct.isDone()) {
            audits.add(audit(schedulers, audits.size() % PARTITIONS));
          }
          listed = listing.join();
          ofOwners = direct.join();
          System.out.printf("%d audits while %d jobs came%n", audits.size(), load.jobs());
        }

        // Then
        assertThat(audits).allMatch(audit -> audit.path("agrees").asBoolean());
        assertThat(listed).as("unchanged jobs, each once").doesNotHaveDuplicates().hasSize(JOBS);
        assertThat(ofOwners).as("the same, of each owner").doesNotHaveDuplicates().hasSize(JOBS);
        ContractBench.await().until(() -> pending(schedulers) == JOBS);
        assertTotals(door, reference);
      }
    }
  }

  /** Schedules the jobs that stay; returns their number by partition. */
  private static long[] scheduleFar(Installation delaygate, String target) {
    var reference = new long[PARTITIONS];
    var farMs = System.currentTimeMillis() + FAR_MS;
    for (var i = 0; i < JOBS; i++) {
      var id = "stay-" + i;
      // some have the same due time
      var due = Long.toString(farMs + i * 7919L % (JOBS / 2));
      delaygate.client().sendLater(id, "v", "delay-due-ms", due, "delay-target-topic", target);
      reference[new JobId(id).partition(PARTITIONS).orElseThrow()]++;
    }
    delaygate.client().flush();
    return reference;
  }

  /** Lists the jobs that stay, page by page. */
  private static List<String> listAll(Door door) {
    var ids = new ArrayList<String>();
    var cursor = "";
    do {
      var path = "/v1/jobs?limit=" + PAGE + cursor;
      // a busy scheduler may answer 503: try again
      var page =
          ContractBench.await()
              .until(() -> door.call("GET", path, null), called -> called.status() == 200)
              .json();
      page.path("jobs").forEach(job -> ids.add(job.path("id").asText()));
      cursor = page.has("cursor") ? "&cursor=" + page.path("cursor").asText() : "";
    } while (!cursor.isEmpty());
    ids.removeIf(id -> !id.startsWith("stay-"));
    return ids;
  }

  /** The same directly at the schedulers, because the gateway reads more jobs than it shows. */
  private static List<String> listOfOwners(List<Service> schedulers) {
    var ids = new ArrayList<String>();
    for (var instance : internal(schedulers.get(0), "assignment").path("instances")) {
      var owner =
          schedulers.stream()
              .filter(s -> instance.path("url").asText().endsWith(":" + s.queryPort()))
              .findFirst()
              .orElseThrow();
      var partitions = new StringJoiner(",");
      instance.path("active").forEach(partition -> partitions.add(partition.asText()));
      var after = "";
      do {
        var page = internal(owner, "jobs?limit=" + PAGE + "&partitions=" + partitions + after);
        page.path("jobs").forEach(job -> ids.add(job.path("id").asText()));
        after = page.has("next") ? "&after=" + page.path("next").asText() : "";
      } while (!after.isEmpty());
    }
    ids.removeIf(id -> !id.startsWith("stay-"));
    return ids;
  }

  /** Audit by the owner of the partition. */
  private static JsonNode audit(List<Service> schedulers, int partition) {
    var path = "partitions/" + partition + "/audit";
    return ContractBench.await()
        .until(
            () -> schedulers.stream().flatMap(s -> ask(s, path).stream()).findFirst(),
            Optional::isPresent)
        .orElseThrow();
  }

  private static JsonNode internal(Service scheduler, String path) {
    return ContractBench.await()
        .until(() -> ask(scheduler, path), Optional::isPresent)
        .orElseThrow();
  }

  /** The answer; empty if the scheduler is busy or does not own the partition. */
  private static Optional<JsonNode> ask(Service scheduler, String path) {
    return Metrics.get(scheduler.queryPort(), "/internal/v1/" + path)
        .filter(answer -> answer.statusCode() == 200)
        .map(answer -> Answer.json(Client.bytes(answer.body())));
  }

  private static void assertTotals(Door door, long[] reference) {
    var stats = door.call("GET", "/v1/stats", null).json();
    assertThat(stats.path("jobs").asLong()).isEqualTo(JOBS);
    assertThat(stats.path("stale").asBoolean()).isFalse();
    for (var partition : stats.path("partitions")) {
      var number = partition.path("partition").asInt();
      assertThat(partition.path("jobs").asLong())
          .as("partition %d", number)
          .isEqualTo(reference[number]);
    }
    assertThat(stats.path("partitions")).hasSize(PARTITIONS);
  }

  private static long pending(List<Service> schedulers) {
    return schedulers.stream().mapToLong(s -> Metrics.of(s, "delaygate_pending_jobs ")).sum();
  }
}
