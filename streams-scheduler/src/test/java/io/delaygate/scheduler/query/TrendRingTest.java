package io.delaygate.scheduler.query;

import static io.delaygate.scheduler.rules.JobExamples.due;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.delaygate.scheduler.ops.RecentEmissions.Minute;
import io.delaygate.service.background.BackgroundFailures;
import io.delaygate.service.query.LatenessHistogram;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Tests of the figures of past minutes of one instance. */
class TrendRingTest extends AskedServer {
  private static final long MINUTE = 60_000;
  private static final long START = 100 * MINUTE;

  private static final MinuteFigures.Levels NONE = new MinuteFigures.Levels(0, 0, 0, 0, true);

  private long endedMs;
  private TrendSampler sampler;

  @BeforeEach
  void makeSampler() {
    sampler =
        new TrendSampler(
            process.reads(),
            this::minute,
            now::get,
            System::nanoTime,
            new BackgroundFailures(System::nanoTime));
  }

  @AfterEach
  void closeSampler() {
    sampler.close();
  }

  private Minute minute(long endMs) {
    endedMs = endMs;
    var lateness = new LatenessHistogram();
    lateness.add(17, 3);
    return new Minute(lateness, 4, 2, 1);
  }

  @Test
  void aMinuteThatAnInstanceSawWholeIsKept() throws Exception {
    // Given
    var partition = process.active(0);
    partition.add(due("late", START));
    partition.add(due("later", START + 1_000_000));

    // When
    sampleUntil(START - 10_000, START + MINUTE);
    var minutes = minutes(0);

    // Then
    assertThat(minutes).hasSize(1);
    var minute = minutes.get(0);
    assertThat(endedMs).isEqualTo(START + MINUTE);
    assertThat(minute.get("atMs").longValue()).isEqualTo(START);
    assertThat(minute.get("partitions").toString()).isEqualTo("[0]");
    assertThat(minute.get("scheduled").intValue()).isEqualTo(4);
    assertThat(minute.get("delivered").intValue()).isEqualTo(3);
    assertThat(minute.get("dead").intValue()).isEqualTo(2);
    assertThat(minute.get("rejected").intValue()).isEqualTo(1);
    assertThat(minute.get("maxMs").intValue()).isEqualTo(17);
    assertThat(minute.get("pending").intValue()).isEqualTo(2);
    assertThat(minute.get("overdue").intValue()).isEqualTo(1);
    assertThat(minute.get("isOverdueExact").booleanValue()).isTrue();
  }

  @Test
  void theMinuteOfTheStartIsNotWhole() throws Exception {
    process.active(0);

    sampleUntil(START, START + MINUTE);

    assertThat(minutes(0)).isEmpty();
  }

  @Test
  void onlyMinutesFromTheTimeAskedForAreTold() throws Exception {
    process.active(0);

    sampleUntil(START - 10_000, START + 3 * MINUTE);

    assertThat(minutes(START + 1)).hasSize(2);
  }

  @Test
  void aPartitionThatCameOrWentInTheMinuteIsNotOfIt() {
    // Given
    var trends = new TrendRing();
    sample(trends, START - 10_000, 0, 1, 2);
    sample(trends, START, 0, 1, 2, 4);
    sample(trends, START + 20_000, 0, 2, 3, 4);
    sample(trends, START + 40_000, 0, 1, 2, 3, 4);

    // When
    sample(trends, START + MINUTE, 0, 1, 3, 4);

    // Then
    assertThat(told(trends).get(0).get("partitions").toString()).isEqualTo("[0]");
  }

  @Test
  void aMinuteInWhichTheInstanceStoodStillIsMissing() {
    var trends = new TrendRing();
    sample(trends, START - 10_000, 0);
    sample(trends, START, 0);
    sample(trends, START + 25_001, 0);
    sample(trends, START + 45_000, 0);

    sample(trends, START + MINUTE, 0);

    assertThat(told(trends)).isEmpty();
  }

  @Test
  void threeHoursAreKept() {
    var trends = new TrendRing();

    for (var at = START - 20_000; at <= START + 200 * MINUTE; at += 20_000) {
      sample(trends, at, 0);
    }

    assertThat(told(trends)).hasSize(180);
    assertThat(told(trends).get(179).get("atMs").longValue()).isEqualTo(START + 199 * MINUTE);
  }

  @Test
  void aMinuteThatAClockRepeatsTakesThePlaceOfTheFirst() {
    // Given
    var trends = new TrendRing();
    for (var at = START - 20_000; at <= START + 5 * MINUTE; at += 20_000) {
      sample(trends, at, 0);
    }

    // When: the clock steps back by four minutes
    for (var at = START + MINUTE - 20_000; at <= START + 2 * MINUTE; at += 20_000) {
      sample(trends, at, 0);
    }

    // Then
    assertThat(told(trends).findValuesAsText("atMs"))
        .containsExactly(String.valueOf(START), String.valueOf(START + MINUTE));
  }

  private void sampleUntil(long fromMs, long toMs) {
    for (var at = fromMs; at <= toMs; at += 10_000) {
      now.set(at);
      sampler.sample();
    }
  }

  private static void sample(TrendRing trends, long atMs, Integer... active) {
    trends.sample(atMs, Set.of(active), NONE, end -> new MinuteFigures.Flows(0, 0, 0, 0, 0, ""));
  }

  private static JsonNode told(TrendRing trends) {
    var list = JSON.createArrayNode();
    trends.put(list, 0);
    return list;
  }

  private JsonNode minutes(long fromMs) throws Exception {
    return json(get("/internal/v1/trends?from=" + fromMs)).get("minutes");
  }
}
