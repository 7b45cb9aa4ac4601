package io.delaygate.scheduler.query;

import static io.delaygate.scheduler.rules.JobExamples.due;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.databind.JsonNode;
import io.delaygate.scheduler.ops.Health;
import io.delaygate.scheduler.ops.RecentEmissions.Seen;
import io.delaygate.service.query.LatenessHistogram;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests of the overview of one instance: due jobs by step, counts, and estimates. */
class OverviewTest extends AskedServer {
  private static final String FROM_NOW = "/internal/v1/overview?from=" + NOW;

  @Test
  void jobsStandInTheStepsInWhichTheyAreDue() throws Exception {
    // Given
    var partition = process.active(0);
    for (var dueMs : new long[] {NOW - 1, NOW, NOW + 999, NOW + 1_000, NOW + 59_999}) {
      partition.add(due("j" + dueMs, dueMs));
    }
    partition.add(due("hour", NOW + 3_599_999));
    partition.add(due("day", NOW + 86_399_999));
    partition.add(due("later", NOW + 86_400_000));

    // When
    var due = overview().get("due");

    // Then
    assertThat(due.get("exactToMs").longValue()).isEqualTo(NOW + 86_400_000);
    var minute = jobs(due, 0);
    assertThat(minute).hasSize(60).startsWith(2, 1).endsWith(1);
    assertThat(sum(minute)).isEqualTo(4);
    var hour = jobs(due, 1);
    assertThat(hour).hasSize(60).startsWith(4).endsWith(1);
    var day = jobs(due, 2);
    assertThat(day).hasSize(48).endsWith(1);
    assertThat(sum(day)).isEqualTo(6);
  }

  @Test
  void whatIsNotCountedInTimeIsEstimated() throws Exception {
    // Given
    var partition = process.active(0);
    for (var i = 0; i < 30_000; i++) {
      partition.add(due("j" + i, NOW + i * 100L));
    }

    // When
    var due = overview().get("due");

    // Then: the first 10,000 jobs cover 1,000 s
    assertThat(due.get("behind").textValue()).isEqualTo("estimated");
    assertThat(due.get("exactToMs").longValue()).isEqualTo(NOW + 1_000_000);
    assertThat(sum(jobs(due, 0))).isEqualTo(600);
    assertThat(jobs(due, 1).subList(0, 16)).containsOnly(600);
    assertThat((double) sum(jobs(due, 1))).isCloseTo(30_000, within(1_500.0));
  }

  @Test
  void ofANamespaceItsOwnJobsAreCountedAndNothingIsGuessedFromThoseOfOthers() throws Exception {
    // Given
    var partition = process.active(0);
    partition.add(due("@shop/a", NOW + 1));
    for (var i = 0; i < 10_000; i++) {
      partition.add(due("j" + i, NOW + 2));
    }
    partition.add(due("@shop/b", NOW + 3));

    // When
    var due = json(get(FROM_NOW + "&namespace=shop")).get("due");

    // Then
    assertThat(sum(jobs(due, 0))).isEqualTo(1);
    assertThat(due.get("behind").textValue()).isEqualTo("least");
    assertThat(due.get("exactToMs").longValue()).isBetween(NOW + 2, NOW + 3);
  }

  @Test
  void onlyWhatIsActiveHereIsCounted() throws Exception {
    process.standby(0).add(due("a", NOW + 1));

    var json = overview();

    assertThat(json.get("partitions")).isEmpty();
    assertThat(sum(jobs(json.get("due"), 0))).isZero();
  }

  @Test
  void anInstanceStartsUntilItSaysHowItIs() throws Exception {
    // Given
    process.active(0);
    var starting = overview();

    // When
    var health = new Health(List.of(), List.of("a store lags"), List.of("and a sender holds up"));
    var lateness = new LatenessHistogram();
    lateness.add(1, 7);
    lateness.add(4_000_123, 2);
    var emitted = new Seen(60_000, lateness);
    process.condition().follow(() -> new InstanceState.Told(health, () -> emitted, Map.of()));
    var told = overview();

    // Then
    assertThat(starting.get("ready").booleanValue()).isFalse();
    assertThat(starting.get("why").textValue()).isEqualTo("starting");
    assertThat(told.get("why").textValue()).isEqualTo("a store lags; and a sender holds up");
    var json = told.get("emitted");
    var read =
        LatenessHistogram.read(json.get("histogram").textValue(), json.get("maxMs").asLong());
    assertThat(read.orElseThrow().jobs()).isEqualTo(9);
    assertThat(read.orElseThrow().percentileMs(99)).isEqualTo(4_000_123);
    // the fields of gateways that do not know histograms
    assertThat(json.get("overMs").intValue()).isEqualTo(60_000);
    assertThat(json.get("lateness")).hasSize(17);
    assertThat(json.at("/lateness/0").toString()).isEqualTo("{\"jobs\":7,\"toMs\":1}");
    assertThat(json.at("/lateness/16").toString()).isEqualTo("{\"jobs\":2}");
  }

  @Test
  void overdueJobsAreCounted() throws Exception {
    // Given
    var partition = process.active(0);
    for (var i = 0; i < 4; i++) {
      partition.add(due("late" + i, NOW - i));
    }
    partition.add(due("next", NOW + 1));

    // When
    var overdue = overview().get("overdue");

    // Then
    assertThat(overdue.toString()).isEqualTo("{\"jobs\":4,\"isExact\":true}");
  }

  @Test
  void aBacklogAboveTheBoundIsExactAsLongAsFewerJobsWaitForLater() throws Exception {
    // Given: 15,000 overdue, and 100 ahead
    var partition = process.active(0);
    for (var i = 0; i < 15_000; i++) {
      partition.add(due("late" + i, NOW - i % 1_000));
    }
    for (var i = 0; i < 100; i++) {
      partition.add(due("next" + i, NOW + 1 + i));
    }

    // When
    var overdue = overview().get("overdue");

    // Then
    assertThat(overdue.toString()).isEqualTo("{\"jobs\":15000,\"isExact\":true}");
  }

  @Test
  void aBacklogWithAsManyJobsBehindItIsEstimatedAndMarked() throws Exception {
    // Given
    var partition = process.active(0);
    for (var i = 0; i < 15_000; i++) {
      partition.add(due("late" + i, NOW - i % 1_000));
      partition.add(due("next" + i, NOW + 1 + i));
    }

    // When
    var overdue = overview().get("overdue");

    // Then
    assertThat(overdue.get("isExact").booleanValue()).isFalse();
    assertThat(overdue.get("jobs").doubleValue()).isCloseTo(15_000, within(3_000.0));
  }

  @Test
  void aBacklogSaysHowFastItDrains() throws Exception {
    // Given: 10 jobs were overdue ten seconds ago
    var partition = process.active(0);
    for (var i = 0; i < 4; i++) {
      partition.add(due("late" + i, NOW));
    }
    process.trends().backlog().add(NOW, Map.of(0, 10L));

    // When
    now.set(NOW + 10_000);
    var overdue = overview().get("overdue");

    // Then
    assertThat(overdue.get("drainPerSecond").doubleValue()).isEqualTo(0.6);
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "?from=", "?from=x", "?from=1&namespace=%20"})
  void aQuestionThatMakesNoSenseIsRefused(String query) throws Exception {
    assertThat(get("/internal/v1/overview" + query).statusCode()).isEqualTo(501);
  }

  private JsonNode overview() throws Exception {
    return json(get(FROM_NOW));
  }

  private static List<Integer> jobs(JsonNode due, int span) {
    var jobs = due.get("spans").get(span).get("jobs");
    return StreamSupport.stream(jobs.spliterator(), false).map(JsonNode::intValue).toList();
  }

  private static int sum(List<Integer> jobs) {
    return jobs.stream().flatMapToInt(IntStream::of).sum();
  }
}
