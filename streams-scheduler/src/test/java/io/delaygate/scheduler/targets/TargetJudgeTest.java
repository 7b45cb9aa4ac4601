package io.delaygate.scheduler.targets;

import static io.delaygate.scheduler.rules.JobExamples.TOPIC;
import static io.delaygate.scheduler.rules.JobExamples.due;
import static org.assertj.core.api.Assertions.assertThat;

import io.delaygate.scheduler.rules.TargetAccess;
import io.delaygate.scheduler.rules.TargetAccess.Source;
import io.delaygate.schemas.contract.ReasonCode;
import io.delaygate.schemas.job.Job;
import io.delaygate.schemas.job.Target;
import io.delaygate.service.directory.TargetCheck;
import io.delaygate.service.directory.TopicDirectory;
import io.delaygate.service.directory.TopicStatus;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.utils.Utils;
import org.junit.jupiter.api.Test;

class TargetJudgeTest {
  private static final long NOW = 1_000_000;
  private static final int PARTITIONS = 5;
  private static final int BYTES = 1_000_000;

  private final CircuitBreaker breaker = new CircuitBreaker();
  private boolean mayBegin = true;
  private TopicStatus status = new TopicStatus.Writable(PARTITIONS, BYTES);
  private final TargetJudge judge =
      new TargetJudge(directory(), breaker, "letters", any -> mayBegin);
  private final Job job = due("a", NOW);

  @Test
  void aKeyGoesWhereKafkasDefaultPartitionerPutsIt() {
    var expected = Utils.toPositive(Utils.murmur2(job.target().key())) % PARTITIONS;

    assertThat(judge.of(job, NOW)).isEqualTo(new TargetAccess.Open(expected));
  }

  @Test
  void aNamedPartitionIsTakenUpToTheLast() {
    assertThat(judge.of(due("a", NOW, TOPIC, 4), NOW)).isEqualTo(new TargetAccess.Open(4));
    assertThat(reason(due("a", NOW, TOPIC, 5))).isEqualTo(ReasonCode.TARGET_PARTITION_UNKNOWN);
  }

  @Test
  void aTopicThatManyNewOnesComeBeforeIsClosedForTheMoment() {
    mayBegin = false;

    assertThat(reason(job)).isEqualTo(ReasonCode.TARGET_UNCHECKED);
    assertThat(judge.partition(TOPIC, null, null, NOW)).as("no job waits").isPresent();
  }

  @Test
  void recordsWithoutAKeyReachEveryPartitionThatIsOpen() {
    // Given
    closed(Map.of(1, ReasonCode.TARGET_NO_LEADER));
    breaker.refused(refused(2), NOW);

    // When
    var reached = new HashSet<Integer>();
    for (var i = 0; i < 1_000; i++) {
      reached.add(((TargetAccess.Open) judge.of(keyless(), NOW)).partition());
    }

    // Then
    assertThat(reached).containsExactlyInAnyOrder(0, 3, 4);
  }

  @Test
  void aClosedPartitionClosesItsOwnJobsOnly() {
    // Given
    closed(Map.of(3, ReasonCode.TARGET_REPLICAS_TOO_FEW));

    // When
    var access = (TargetAccess.Closed) judge.of(due("a", NOW, TOPIC, 3), NOW);

    // Then
    assertThat(access.reason()).isEqualTo(ReasonCode.TARGET_REPLICAS_TOO_FEW);
    assertThat(access.partition()).isEqualTo(3);
    assertThat(access.hasEnd()).isTrue();
    assertThat(judge.of(due("a", NOW, TOPIC, 2), NOW)).isEqualTo(new TargetAccess.Open(2));
  }

  @Test
  void aRefusedPartitionIsClosedByTheBreaker() {
    // Given
    breaker.refused(refused(3), NOW);

    // When
    var access = (TargetAccess.Closed) judge.of(due("a", NOW, TOPIC, 3), NOW);

    // Then
    assertThat(access.source()).isEqualTo(Source.REFUSED_PARTITION);
    assertThat(judge.partition(TOPIC, 3, null, NOW)).isEmpty();
    assertThat(judge.partition(TOPIC, 2, null, NOW)).hasValue(2);
  }

  @Test
  void aCompactedTopicNeverTakesARecordWithoutAKey() {
    // Given
    status = new TopicStatus.Writable(PARTITIONS, BYTES, true, Long.MAX_VALUE, Map.of());

    // Then
    assertThat(judge.of(keyless(), NOW))
        .isInstanceOfSatisfying(
            TargetAccess.Never.class,
            never -> assertThat(never.why().reason()).isEqualTo(ReasonCode.TARGET_KEY_REQUIRED));
    assertThat(judge.of(job, NOW)).isInstanceOf(TargetAccess.Open.class);
    assertThat(judge.partition(TOPIC, null, null, NOW)).isEmpty();
  }

  @Test
  void aRecordIsTooLargeByOneByte() {
    // Given
    var bytes = (int) TargetCheck.deliveredBytes(job);

    // When
    status = new TopicStatus.Writable(PARTITIONS, bytes);
    var fits = judge.of(job, NOW);
    status = new TopicStatus.Writable(PARTITIONS, bytes - 1);
    var tooLarge = judge.of(job, NOW);

    // Then
    assertThat(fits).isInstanceOf(TargetAccess.Open.class);
    assertThat(tooLarge).isInstanceOf(TargetAccess.Never.class);
  }

  @Test
  void aTargetThatToleratesLessThanADeliveryTakesIsWaitedForWithoutAnEnd() {
    // Given
    status = new TopicStatus.Writable(PARTITIONS, BYTES, false, 999, Map.of());

    // Then
    assertThat(reason(job)).isEqualTo(ReasonCode.TARGET_TIMESTAMP_REFUSED);
    assertThat(((TargetAccess.Closed) judge.of(job, NOW)).hasEnd()).isFalse();
    status = new TopicStatus.Writable(PARTITIONS, BYTES, false, 1_000, Map.of());
    assertThat(judge.of(job, NOW)).isInstanceOf(TargetAccess.Open.class);
  }

  @Test
  void eachOtherStatusHasItsReason() {
    var expected =
        Map.of(
            new TopicStatus.Missing(), ReasonCode.TARGET_UNKNOWN,
            new TopicStatus.Unwritable(), ReasonCode.TARGET_UNWRITABLE,
            new TopicStatus.Denied(), ReasonCode.TARGET_FORBIDDEN,
            new TopicStatus.Unreadable(), ReasonCode.TARGET_UNCHECKED);

    expected.forEach(
        (told, reason) -> {
          status = told;
          assertThat(reason(job)).isEqualTo(reason);
          assertThat(judge.isClosed(TOPIC)).isTrue();
        });
  }

  private ReasonCode reason(Job of) {
    return ((TargetAccess.Closed) judge.of(of, NOW)).reason();
  }

  private void closed(Map<Integer, ReasonCode> partitions) {
    status = new TopicStatus.Writable(PARTITIONS, BYTES, false, Long.MAX_VALUE, partitions);
  }

  private Job keyless() {
    var target = new Target(TOPIC, null, null);
    return Job.scheduled(job.id(), job.times(), target, job.payload(), job.policy());
  }

  private static RefusedSend refused(int partition) {
    var at = Set.of(new TopicPartition(TOPIC, partition));
    return new RefusedSend(at, Set.of(), false, ReasonCode.TARGET_REFUSED, "words");
  }

  private TopicDirectory directory() {
    return new TopicDirectory() {
      @Override
      public TopicStatus status(String topic) {
        return status;
      }

      @Override
      public void doubt() {
        throw new AssertionError("nobody doubts here");
      }
    };
  }
}
