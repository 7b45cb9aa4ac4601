package io.delaygate.harness.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.delaygate.harness.broker.KafkaCluster;
import io.delaygate.harness.process.Service;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;

/** Tests of listings of ended jobs through the gateway, over several partitions. */
@EndToEnd
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class EndedJobsTest {
  private static final int JOBS = 40;
  private static final String ALL = "DELIVERED,DONE,CANCELLED,EXPIRED,DISCARDED";

  private final Installation delaygate;
  private final Door door;
  private final String target;

  EndedJobsTest(KafkaCluster cluster, @TempDir Path folder) {
    delaygate = new Installation(cluster, folder);
    target = delaygate.target("orders", 1);
    var schedulers = delaygate.startSchedulers(Map.of());
    door = new Door(delaygate, 1, Map.of("scheduler.urls", Service.urls(schedulers)));
  }

  @BeforeAll
  void endJobs() {
    for (var i = 0; i < JOBS; i++) {
      var delay = i % 2 == 0 ? "0s" : "1h";
      var body = "{\"target\":{\"topic\":\"%s\"},\"delay\":\"%s\"}".formatted(target, delay);
      assertThat(door.call("PUT", "/v1/jobs/end-" + i + "?wait=true", body).status())
          .isEqualTo(201);
      if (i % 2 == 1) {
        assertThat(door.call("DELETE", "/v1/jobs/end-" + i, null).status()).isEqualTo(200);
      }
    }
    ContractBench.await().until(() -> list("state=" + ALL + "&limit=1000").size() == JOBS);
  }

  @AfterAll
  void stop() {
    door.close();
    delaygate.close();
  }

  @Test
  void eachEndedJobIsListedOnceTheLatestEndFirst() {
    // When
    var jobs = new ArrayList<JsonNode>();
    var cursor = "";
    do {
      var page = page("state=" + ALL + "&limit=7" + cursor);
      page.path("jobs").forEach(jobs::add);
      cursor = page.has("cursor") ? "&cursor=" + page.path("cursor").asText() : "";
    } while (!cursor.isEmpty());

    // Then
    var ids = jobs.stream().map(job -> job.path("id").asText()).toList();
    assertThat(ids).hasSize(JOBS).doesNotHaveDuplicates();
    var times = jobs.stream().map(job -> -job.path("endedMs").longValue()).toList();
    assertThat(times).isSorted();
    assertThat(jobs).allMatch(job -> !job.has("value") && job.hasNonNull("ended"));
  }

  @Test
  void statesTimesAndIdsFilter() {
    var cancelled = list("state=CANCELLED");
    var first = cancelled.get(cancelled.size() - 1);

    assertThat(cancelled).hasSize(JOBS / 2);
    assertThat(list("state=DELIVERED,EXPIRED")).hasSize(JOBS / 2);
    assertThat(list("state=DONE,DISCARDED")).isEmpty();
    assertThat(list("state=" + ALL + "&idPrefix=end-1")).hasSize(11);
    assertThat(list("state=" + ALL + "&topic=" + target)).hasSize(JOBS);
    assertThat(list("state=" + ALL + "&topic=nowhere")).isEmpty();
    assertThat(list("state=CANCELLED&endedTo=" + (first.path("endedMs").longValue() + 1)))
        .contains(first);
    assertThat(list("state=CANCELLED&endedTo=" + first.path("endedMs"))).isEmpty();
  }

  @Test
  void pendingAndEndedStatesAreNotListedTogether() {
    for (var mixed : List.of("SCHEDULED,DELIVERED", "DEAD,DONE", "SCHEDULED,PARKED")) {
      var refused = door.call("GET", "/v1/jobs?state=" + mixed, null);

      assertThat(refused.status()).as(mixed).isEqualTo(400);
      assertThat(refused.json().path("detail").asText()).contains("make one call for each");
    }
    assertThat(door.call("GET", "/v1/jobs?state=GONE", null).json().path("detail").asText())
        .contains("must be one of [SCHEDULED");
    assertThat(door.call("GET", "/v1/jobs?endedFrom=1", null).json().path("detail").asText())
        .contains("only be given with ended states");
  }

  @Test
  void aCursorBelongsToItsStates() {
    var cursor = page("state=" + ALL + "&limit=1").path("cursor").asText();

    for (var other : List.of("?", "?state=DONE&", "?state=DEAD&")) {
      var refused = door.call("GET", "/v1/jobs" + other + "cursor=" + cursor, null);
      assertThat(refused.json().path("reason").asText()).isEqualTo("CURSOR_INVALID");
    }
  }

  @Test
  void countsShowTheHistoryAndFromWhenOnItIsComplete() {
    for (var path : List.of("/v1/stats", "/v1/overview")) {
      // a commit of the last end may be seconds away
      var history =
          ContractBench.await()
              .until(
                  () -> door.call("GET", path, null).json().path("history"),
                  shown -> shown.path("entries").longValue() >= JOBS);

      var names = new HashSet<String>();
      history.fieldNames().forEachRemaining(names::add);
      assertThat(names)
          .containsExactlyInAnyOrder(
              "entries",
              "bytes",
              "retentionMs",
              "maxBytesPerPartition",
              "completeFromMs",
              "completeFrom");
      assertThat(history.path("bytes").longValue()).isGreaterThan(JOBS * 60L);
      assertThat(history.path("retentionMs").longValue()).isEqualTo(86_400_000L);
      assertThat(history.path("completeFromMs").longValue())
          .isLessThan(System.currentTimeMillis() - 86_000_000L);
    }
  }

  private List<JsonNode> list(String query) {
    var jobs = new ArrayList<JsonNode>();
    page(query).path("jobs").forEach(jobs::add);
    return jobs;
  }

  /** A busy scheduler may answer 503: tries again. */
  private JsonNode page(String query) {
    return ContractBench.await()
        .until(() -> door.call("GET", "/v1/jobs?" + query, null), called -> called.status() == 200)
        .json();
  }
}
