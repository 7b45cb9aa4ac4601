package io.delaygate.scheduler.view;

import static io.delaygate.scheduler.rules.JobExamples.TOPIC;
import static io.delaygate.scheduler.rules.JobExamples.due;
import static org.assertj.core.api.Assertions.assertThat;

import io.delaygate.scheduler.targets.Obstacle;
import io.delaygate.schemas.contract.ReasonCode;
import io.delaygate.schemas.job.Job;
import io.delaygate.schemas.job.ParkingReason;
import io.delaygate.service.control.TargetControl;
import io.delaygate.service.control.TargetPause;
import io.delaygate.service.directory.TopicStatus;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

class WaitReasonsTest {
  private static final long NOW = 50_000;
  private static final Obstacle REFUSED =
      new Obstacle(ReasonCode.TARGET_REFUSED, "the broker said: no", 10_000, 60_000);

  private final KnownTargets targets = new KnownTargets();

  @Test
  void whatTheBrokersRefusedComesBeforeAPauseAndTheDirectory() {
    // Given
    targets
        .refuse(TOPIC, REFUSED)
        .pause(TOPIC, new TargetPause(40_000, TargetPause.FOR_EVER))
        .tell(TOPIC, new TopicStatus.Missing());

    // Then
    assertThat(ofTopic())
        .isEqualTo(
            new WaitReason(ReasonCode.TARGET_REFUSED, "the broker said: no", 10_000L, 60_000L));
  }

  @Test
  void aPauseComesBeforeTheDirectory() {
    // Given
    targets
        .pause(TOPIC, new TargetPause(40_000, TargetPause.FOR_EVER))
        .tell(TOPIC, new TopicStatus.Missing());

    // Then
    assertThat(ofTopic().reason()).isEqualTo(ReasonCode.TARGET_PAUSED);
    assertThat(ofTopic().sinceMs()).isEqualTo(40_000);
    assertThat(ofTopic().nextTryMs()).isNull();
  }

  @Test
  void aTimedPauseTellsItsEndAndIsNoReasonAfterIt() {
    // Given
    targets
        .pause(TOPIC, new TargetPause(40_000, NOW + 1))
        .pause("over", new TargetPause(40_000, NOW))
        .tell("over", new TopicStatus.Missing());

    // Then
    assertThat(ofTopic().nextTryMs()).isEqualTo(NOW + 1);
    assertThat(targets.reasons().ofTopic("over", NOW).reason())
        .isEqualTo(ReasonCode.TARGET_UNKNOWN);
  }

  static Stream<Arguments> statuses() {
    return Stream.of(
        Arguments.of(new TopicStatus.Missing(), ReasonCode.TARGET_UNKNOWN),
        Arguments.of(new TopicStatus.Unwritable(), ReasonCode.TARGET_UNWRITABLE),
        Arguments.of(new TopicStatus.Denied(), ReasonCode.TARGET_FORBIDDEN),
        Arguments.of(new TopicStatus.Unreadable(), ReasonCode.TARGET_UNCHECKED),
        Arguments.of(new TopicStatus.Writable(4, 100), ReasonCode.TARGET_UNCHECKED),
        Arguments.of(
            closed(Map.of(2, ReasonCode.TARGET_NO_LEADER, 1, ReasonCode.TARGET_REPLICAS_TOO_FEW)),
            ReasonCode.TARGET_REPLICAS_TOO_FEW));
  }

  @ParameterizedTest
  @MethodSource("statuses")
  void theDirectoryTellsWhyATopicTakesNothing(TopicStatus status, ReasonCode reason) {
    // Given
    targets.tell(TOPIC, status);

    // Then
    assertThat(ofTopic().reason()).isEqualTo(reason);
    assertThat(ofTopic().nextTryMs()).isEqualTo(NOW + KnownTargets.RECHECK_MS);
  }

  @Test
  void aRateThatIsUsedUpCountsAsAPause() {
    // Given
    targets.decide(TOPIC, TargetControl.NONE.withPerSecond(5));

    // Then
    assertThat(ofTopic().reason()).isEqualTo(ReasonCode.TARGET_PAUSED);
  }

  @Test
  void aJobWaitsForItsOwnPartitionOnly() {
    // Given
    targets
        .refuse(TOPIC + "/1", REFUSED)
        .tell(TOPIC, closed(Map.of(2, ReasonCode.TARGET_NO_LEADER)));

    // Then
    assertThat(ofJob(parked(1, null))).isEqualTo(ReasonCode.TARGET_REFUSED);
    assertThat(ofJob(parked(2, null))).isEqualTo(ReasonCode.TARGET_NO_LEADER);
    assertThat(ofJob(parked(3, null))).isNull();
    assertThat(ofJob(parked(4, null))).isEqualTo(ReasonCode.TARGET_PARTITION_UNKNOWN);
    assertThat(ofJob(parked(null, waitingFor(1)))).isEqualTo(ReasonCode.TARGET_REFUSED);
    assertThat(ofJob(parked(null, waitingFor(3)))).isNull();
  }

  @Test
  void aJobThatIsNotParkedWaitsForNothing() {
    // Given
    targets.refuse(TOPIC, REFUSED);

    // Then
    assertThat(ofJob(due("a", 100))).isNull();
  }

  private WaitReason ofTopic() {
    return targets.reasons().ofTopic(TOPIC, NOW);
  }

  private @Nullable ReasonCode ofJob(Job job) {
    return targets.reasons().ofJob(job, NOW).map(WaitReason::reason).orElse(null);
  }

  private static Job parked(@Nullable Integer partition, @Nullable ParkingReason why) {
    return due("a", 100, TOPIC, partition).parked(Long.MAX_VALUE, why);
  }

  private static ParkingReason waitingFor(int partition) {
    return new ParkingReason(ReasonCode.TARGET_TIMED_OUT, "no answer", 200, partition);
  }

  private static TopicStatus closed(Map<Integer, ReasonCode> partitions) {
    return new TopicStatus.Writable(4, 1_000_000, false, Long.MAX_VALUE, partitions);
  }
}
