package io.delaygate.scheduler.ops;

import static org.assertj.core.api.Assertions.assertThat;

import io.delaygate.schemas.topics.TopicNames;
import java.util.Map;
import java.util.Set;
import org.apache.kafka.clients.consumer.NoOffsetForPartitionException;
import org.apache.kafka.clients.consumer.OffsetOutOfRangeException;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.TimeoutException;
import org.apache.kafka.common.errors.TopicAuthorizationException;
import org.junit.jupiter.api.Test;

class LostCommandsTest {
  private static final TopicPartition REQUESTS = new TopicPartition("delay-requests", 3);
  private static final TopicPartition REROUTED = new TopicPartition("delay-rerouted", 3);
  private static final TopicPartition CHANGELOG = new TopicPartition("delaygate-jobs-changelog", 3);

  private final Logs logs = new Logs();
  private final SchedulerMetrics metrics = TestMetrics.fresh();
  private final LostCommands lost =
      new LostCommands(logs.admin(), TopicNames.prefixed(""), metrics);

  @Test
  void countsWhatWasDeletedBeforeItWasRead() {
    // Given
    logs.hold(REQUESTS, 250, 400);
    logs.hold(REROUTED, 7, 7);

    // When
    var accounted =
        lost.account(new OffsetOutOfRangeException(Map.of(REQUESTS, 100L, REROUTED, 5L)));

    // Then
    assertThat(accounted).isTrue();
    assertThat(counted("delaygate_requests_skipped_total")).isEqualTo(152);
    assertThat(positionsLost("deleted")).isEqualTo(2);
  }

  @Test
  void aTopicThatWasMadeAnewHasLostNothingButItsPlace() {
    // Given
    logs.hold(REQUESTS, 0, 40);

    // When
    lost.account(new OffsetOutOfRangeException(Map.of(REQUESTS, 100L)));

    // Then
    assertThat(counted("delaygate_requests_skipped_total")).isZero();
    assertThat(positionsLost("truncated")).isEqualTo(1);
  }

  @Test
  void aForgottenPlaceOfStoredJobsIsCounted() {
    // Given
    logs.hold(REQUESTS, 250, 400);
    logs.hold(CHANGELOG, 0, 1);

    // When
    lost.account(new NoOffsetForPartitionException(Set.of(REQUESTS, REROUTED)));

    // Then
    assertThat(positionsLost("forgotten")).isEqualTo(1);
    assertThat(counted("delaygate_requests_skipped_total")).isZero();
  }

  @Test
  void theFirstStartIsNoLoss() {
    // Given
    logs.hold(REQUESTS, 250, 400);
    logs.hold(CHANGELOG, 0, 0);

    // When
    var accounted = lost.account(new NoOffsetForPartitionException(Set.of(REQUESTS, REROUTED)));

    // Then
    assertThat(accounted).isTrue();
    assertThat(positionsLost("forgotten")).isZero();
  }

  /** All jobs of this partition came by the other topic of commands. */
  @Test
  void aPartitionWithoutCommandsHasNothingToLose() {
    // Given
    logs.hold(REQUESTS, 0, 0);
    logs.hold(CHANGELOG, 0, 9);

    // When
    lost.account(new NoOffsetForPartitionException(REQUESTS));

    // Then
    assertThat(positionsLost("forgotten")).isZero();
  }

  @Test
  void nothingIsBegunAnewBeforeTheBrokersHaveTold() {
    // Given
    logs.failOnce(new TimeoutException("later"));
    logs.hold(REQUESTS, 250, 400);
    var failure = new OffsetOutOfRangeException(Map.of(REQUESTS, 100L));

    // When
    var first = lost.account(failure);
    var second = lost.account(failure);

    // Then
    assertThat(first).isFalse();
    assertThat(second).isTrue();
    assertThat(positionsLost("deleted")).isEqualTo(1);
  }

  /** Waiting for an answer that never comes would stop the partition. */
  @Test
  void whatMayNotBeAskedIsNotWaitedFor() {
    // Given
    logs.failOnce(new TopicAuthorizationException(Set.of("delay-requests")));

    // When
    var accounted = lost.account(new OffsetOutOfRangeException(Map.of(REQUESTS, 100L)));

    // Then
    assertThat(accounted).isTrue();
  }

  private double positionsLost(String reason) {
    return metrics
        .registry()
        .getSampleValue(
            "delaygate_positions_lost_total", new String[] {"reason"}, new String[] {reason});
  }

  private double counted(String name) {
    return metrics.registry().getSampleValue(name);
  }
}
