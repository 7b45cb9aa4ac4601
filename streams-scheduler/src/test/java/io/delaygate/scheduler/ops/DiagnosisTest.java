package io.delaygate.scheduler.ops;

import static org.assertj.core.api.Assertions.assertThat;

import io.delaygate.scheduler.ops.HealthFacts.Look;
import io.delaygate.scheduler.ops.HealthFacts.StoreLag;
import io.delaygate.service.directory.TopicStatus;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.IntStream;
import org.apache.kafka.streams.KafkaStreams.State;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.EnumSource.Mode;

class DiagnosisTest {
  private static final long LAG_MAX = 10_000;
  private static final TopicStatus WRITABLE = new TopicStatus.Writable(1, 1_048_588);
  private static final Look GOOD =
      look(Map.of("delay-replies", WRITABLE), new StoreLag("jobs", 0, LAG_MAX));

  @Test
  void isLiveAndReadyWhenAllRunsAndNoStoreIsBeyondTheLimit() {
    // When
    var health = health(State.RUNNING, GOOD, "RUNNING", "RUNNING");

    // Then
    assertThat(health.live()).isTrue();
    assertThat(health.ready()).isTrue();
    assertThat(health.liveText()).isEqualTo("live");
    assertThat(health.readyText()).isEqualTo("ready");
  }

  @Test
  void isReadyWithoutAnyTask() {
    // When
    var health = health(State.RUNNING, look(Map.of()), "RUNNING", "RUNNING");

    // Then
    assertThat(health.ready()).isTrue();
  }

  @ParameterizedTest
  @EnumSource(
      value = State.class,
      names = {"ERROR", "PENDING_ERROR", "NOT_RUNNING"})
  void isNotLiveWhenKafkaStreamsGaveUp(State state) {
    // When
    var health = health(state, GOOD);

    // Then
    assertThat(health.liveText()).isEqualTo("not live: Kafka Streams is in state " + state);
    assertThat(health.readyText()).isEqualTo("not ready: Kafka Streams is in state " + state);
  }

  @ParameterizedTest
  @EnumSource(
      value = State.class,
      mode = Mode.EXCLUDE,
      names = {"RUNNING", "ERROR", "PENDING_ERROR", "NOT_RUNNING"})
  void isLiveButNotReadyInAnyOtherState(State state) {
    // When
    var health = health(state, GOOD, "RUNNING", "RUNNING");

    // Then
    assertThat(health.live()).isTrue();
    assertThat(health.readyText()).isEqualTo("not ready: Kafka Streams is in state " + state);
  }

  /** Kafka Streams stays in RUNNING when a thread has ended. */
  @ParameterizedTest
  @EnumSource(
      value = State.class,
      names = {"CREATED", "REBALANCING", "RUNNING"})
  void isNotLiveWhenAThreadIsGoneForGood(State state) {
    // When
    var health = health(state, GOOD, "RUNNING");

    // Then
    assertThat(health.liveText()).isEqualTo("not live: only 1 of 2 stream threads are alive");
    assertThat(health.ready()).isFalse();
  }

  @Test
  void isLiveWhileItsThreadsEndOnPurpose() {
    // When
    var health = health(State.PENDING_SHUTDOWN, GOOD);

    // Then
    assertThat(health.live()).isTrue();
    assertThat(health.ready()).isFalse();
  }

  /** The old thread counts until the new one exists, and the new one counts from its start. */
  @ParameterizedTest
  @CsvSource({
    "PENDING_SHUTDOWN,RUNNING",
    "CREATED,RUNNING",
    "STARTING,RUNNING",
    "PARTITIONS_REVOKED,RUNNING",
    "PARTITIONS_ASSIGNED,RUNNING"
  })
  void isLiveButNotReadyWhileAThreadIsReplaced(String one, String other) {
    // When
    var health = health(State.RUNNING, GOOD, one, other);

    // Then
    assertThat(health.live()).isTrue();
    assertThat(health.readyText()).isEqualTo("not ready: only 1 of 2 stream threads are running");
  }

  @Test
  void isLiveButNotReadyWhenTheBrokersDoNotTell() {
    // When
    var health = health(State.RUNNING, null, "RUNNING", "RUNNING");

    // Then
    assertThat(health.live()).isTrue();
    assertThat(health.readyText())
        .isEqualTo("not ready: the lag of the stores behind their changelogs is not known yet");
  }

  @Test
  void namesEachObstacle() {
    // Given
    var look =
        look(
            Map.of(
                "delay-dead-letters", new TopicStatus.Missing(),
                "delay-events", new TopicStatus.Unreadable(),
                "delay-replies", new TopicStatus.Unwritable(),
                "delay-rerouted", WRITABLE),
            new StoreLag("jobs", 3, 120_000),
            new StoreLag("jobs", 4, LAG_MAX),
            new StoreLag("jobs", 3, LAG_MAX + 1));

    // When
    var health = health(State.REBALANCING, look, "RUNNING", "PARTITIONS_ASSIGNED");

    // Then
    assertThat(health.readyText())
        .isEqualTo(
            "not ready: Kafka Streams is in state REBALANCING"
                + "; topic delay-dead-letters does not exist"
                + "; the brokers do not describe topic delay-events"
                + "; topic delay-replies cannot be written: grant the scheduler's user WRITE"
                + "; store jobs partition 3 is 120000 records behind (limit 10000)"
                + "; store jobs partition 3 is 10001 records behind (limit 10000)");
  }

  @Test
  void namesTheStoresThatAreFarthestBehindAndCountsTheRest() {
    // Given
    var lags =
        IntStream.rangeClosed(1, 20)
            .mapToObj(partition -> new StoreLag("jobs", partition, LAG_MAX + partition))
            .toArray(StoreLag[]::new);

    // When
    var obstacles = health(State.RUNNING, look(Map.of(), lags), "RUNNING", "RUNNING").obstacles();

    // Then
    assertThat(obstacles)
        .hasSize(9)
        .startsWith("store jobs partition 20 is 10020 records behind (limit 10000)")
        .endsWith("12 more stores are behind");
  }

  @Test
  void namesThePartitionsThatWaitForDiskSpace() {
    var look = new Look(new TreeMap<>(), List.of(), Set.of(7, 2));

    assertThat(health(State.RUNNING, look, "RUNNING", "RUNNING").obstacles())
        .containsExactly(
            "the disk is full: free some space; the stores of these partitions wait for it: [2, 7]");
  }

  @Test
  void whatASenderHoldsUpIsToldAndTakesNobodyOutOfService() {
    // Given
    var held = List.of("commands of delay-requests-3 wait");

    // When
    var running = List.of("RUNNING", "RUNNING");
    var ready = Diagnosis.of(new HealthFacts(running, 2, State.RUNNING, look(Map.of()), held), 1);
    var starting = Diagnosis.of(new HealthFacts(running, 2, State.RUNNING, null, held), 1);

    // Then
    assertThat(ready.ready()).isTrue();
    assertThat(ready.readyText()).isEqualTo("ready; commands of delay-requests-3 wait");
    assertThat(ready.remarks()).isEqualTo(held);
    assertThat(starting.ready()).isFalse();
    assertThat(starting.readyText())
        .isEqualTo(
            "not ready: the lag of the stores behind their changelogs is not known yet"
                + "; commands of delay-requests-3 wait");
  }

  private static Health health(State state, @Nullable Look look, String... threads) {
    return Diagnosis.of(new HealthFacts(List.of(threads), 2, state, look, List.of()), LAG_MAX);
  }

  private static Look look(Map<String, TopicStatus> topics, StoreLag... lags) {
    return new Look(new TreeMap<>(topics), List.of(lags), Set.of());
  }
}
