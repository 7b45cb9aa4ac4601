package io.delaygate.schemas.job;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.delaygate.schemas.contract.JobId;
import io.delaygate.schemas.contract.ReasonCode;
import java.util.ArrayList;
import java.util.List;
import org.apache.kafka.common.header.Header;
import org.apache.kafka.common.header.internals.RecordHeader;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class JobTest {
  private static final Target TARGET = new Target("orders", null, null);
  private static final Policy POLICY = Policy.USUAL.withPriority(7);
  private static final Payload PAYLOAD = new Payload(new byte[] {1}, List.of());
  private static final Job JOB =
      Job.scheduled(new JobId("a"), JobTimes.due(100, 200), TARGET, PAYLOAD, POLICY);

  @Test
  void aNewJobSleepsUntilItIsDue() {
    assertThat(JOB.state()).isEqualTo(JobState.SCHEDULED);
    assertThat(JOB.version()).isEqualTo(1);
    assertThat(JOB.policy().priority()).isEqualTo(7);
    assertThat(JOB.times()).isEqualTo(new JobTimes(100, 200, 200, JobTimes.NEVER));
  }

  @Test
  void aParkedJobKeepsItsDueTime() {
    // When
    var parked = JOB.parked(900, null);

    // Then
    assertThat(parked.state()).isEqualTo(JobState.PARKED);
    assertThat(parked.version()).isEqualTo(2);
    assertThat(parked.times()).isEqualTo(new JobTimes(100, 200, 900, JobTimes.NEVER));
    assertThat(parked.payload()).isSameAs(PAYLOAD);
  }

  @Test
  void aMovedJobIsScheduledAgain() {
    // Given
    var parked = JOB.parked(900, null);

    // When
    var moved = parked.dueAt(300, 250);

    // Then
    assertThat(moved.state()).isEqualTo(JobState.SCHEDULED);
    assertThat(moved.version()).isEqualTo(3);
    assertThat(moved.times()).isEqualTo(new JobTimes(100, 300, 300, JobTimes.NEVER));
  }

  @Test
  void aParkedJobWithANewPayloadStaysParked() {
    // Given
    var parked = JOB.parked(900, null);
    var other = new Payload(new byte[] {2}, List.of());

    // When
    var changed = parked.changed(other, parked.times(), 950);

    // Then
    assertThat(changed.state()).isEqualTo(JobState.PARKED);
    assertThat(changed.version()).isEqualTo(3);
    assertThat(changed.times()).isEqualTo(parked.times());
    assertThat(changed.payload()).isSameAs(other);
  }

  @Test
  void aParkedJobThatIsGivenItsOwnDueTimeIsScheduledAgain() {
    // Given
    var parked = JOB.parked(900, null);

    // When
    var moved = parked.changed(PAYLOAD, parked.times(200), 950);

    // Then
    assertThat(moved.state()).isEqualTo(JobState.SCHEDULED);
    assertThat(moved.times().wakeMs()).isEqualTo(200);
  }

  @Test
  void aReplacementCountsOn() {
    // Given
    var replaced = JOB.parked(900, null);

    // When
    var successor = JOB.succeeding(replaced);

    // Then
    assertThat(successor.version()).isEqualTo(3);
    assertThat(successor.state()).isEqualTo(JobState.SCHEDULED);
    assertThat(successor.times()).isEqualTo(JOB.times().createdNoSoonerThan(101));
  }

  @Test
  void eachIsCreatedAfterThatWhichItFollowsWhateverTheClockSays() {
    // Given
    var late = Job.scheduled(JOB.id(), JobTimes.due(150, 200), TARGET, PAYLOAD, POLICY);
    var ended = EndedJob.of(late, EndState.CANCELLED, 150);

    // Then
    assertThat(JOB.succeeding(late).times()).isEqualTo(JobTimes.due(151, 200));
    assertThat(JOB.succeeding(ended).times()).isEqualTo(JobTimes.due(151, 200));
    assertThat(JOB.succeeding(ended).version()).isEqualTo(1);
    assertThat(late.succeeding(EndedJob.of(JOB, EndState.CANCELLED, 100))).isEqualTo(late);
  }

  @Test
  void replacementsOfOneMillisecondHaveTimesOfTheirOwnWhichChangesKeep() {
    // Given
    var first = JOB;

    // When
    var second = JOB.succeeding(first.delivered(100, 900));
    var third = JOB.succeeding(second);
    var changed = second.changed(PAYLOAD, second.times(300), 100).movedTo(TARGET, POLICY, 100);
    var kicked =
        changed
            .delivered(100, 900)
            .dead(new DeadLetterReason(ReasonCode.BURIED, "no"), AttemptEnd.BURIED, null, 100)
            .kicked(100, null, JobTimes.NEVER);

    // Then
    assertThat(List.of(first, second, third, changed, kicked))
        .extracting(job -> job.times().createdMs())
        .containsExactly(100L, 101L, 102L, 101L, 101L);
  }

  @Test
  void noChangeTouchesThePolicy() {
    assertThat(
            List.of(
                JOB.parked(900, null),
                JOB.dueAt(300, 250),
                JOB.changed(PAYLOAD, JOB.times(300), 250),
                JOB.succeeding(JOB)))
        .extracting(Job::policy)
        .containsOnly(POLICY);
  }

  @ParameterizedTest
  @ValueSource(ints = {-1, 10})
  void prioritiesAreOneDigit(int priority) {
    assertThatIllegalArgumentException().isThrownBy(() -> Policy.USUAL.withPriority(priority));
  }

  @Test
  void aPayloadDoesNotFollowTheListThatItCameFrom() {
    // Given
    var headers = new ArrayList<Header>(List.of(new RecordHeader("a", null)));
    var payload = new Payload(null, headers);

    // When
    headers.clear();

    // Then
    assertThat(payload.headers()).hasSize(1);
  }
}
