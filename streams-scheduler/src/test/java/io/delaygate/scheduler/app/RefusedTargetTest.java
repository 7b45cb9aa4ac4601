package io.delaygate.scheduler.app;

import static io.delaygate.scheduler.app.SchedulerDriver.START;
import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import io.delaygate.scheduler.targets.RefusedSend;
import io.delaygate.scheduler.targets.SendError;
import io.delaygate.schemas.contract.JobId;
import io.delaygate.schemas.contract.ReasonCode;
import io.delaygate.schemas.job.Job;
import java.util.List;
import java.util.Set;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.PolicyViolationException;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Tests of targets that brokers refuse: their jobs wait for an accepted trial, others pass. */
class RefusedTargetTest {
  private static final TopicPartition ORDERS = new TopicPartition("orders", 0);
  private static final JobId A = new JobId("a");
  private static final String WORDS = "not enough of us";

  @RegisterExtension final SchedulerDriver scheduler = new SchedulerDriver();

  @BeforeEach
  void addAHealthyTarget() {
    scheduler.topics().add("invoices");
  }

  @Test
  void aRefusedPartitionParksItsJobsWithTheReasonAndOthersPass() {
    // Given
    refuse(Set.of(), false);
    scheduler.send(Request.schedule("a", "orders", START + 10));
    scheduler.send(Request.schedule("other", "invoices", START + 11));

    // When
    scheduler.advance(11);

    // Then
    var waiting = requireNonNull(((Job) requireNonNull(scheduler.find("a"))).waiting());
    assertThat(waiting.reason()).isEqualTo(ReasonCode.TARGET_REPLICAS_TOO_FEW);
    assertThat(waiting.text()).isEqualTo(WORDS);
    assertThat(waiting.partition()).isZero();
    assertThat(scheduler.delivered()).isEmpty();
    assertThat(scheduler.produced("invoices"))
        .extracting(Delivered::jobId)
        .containsExactly("other");
  }

  @Test
  void anAcceptedTrialDeliversInDueOrderWithOneWriteWhenParkedAndOneWhenReleased() {
    // Given
    refuse(Set.of(), false);
    scheduler.send(Request.schedule("c", "orders", START + 12));
    scheduler.send(Request.schedule("a", "orders", START + 10));
    scheduler.send(Request.schedule("b", "orders", START + 11));
    scheduler.logged("jobs");
    scheduler.advance(12);
    var parked = scheduler.logged("jobs");
    scheduler.advanceTo(START + 499);
    var early = scheduler.trials().size();
    for (var i = 0; i < 20; i++) {
      scheduler.advance(100);
    }
    var waiting = scheduler.logged("jobs");
    var held = scheduler.delivered();

    // When
    scheduler.breaker().trialAccepted(ORDERS, A);
    scheduler.advance(1000);

    // Then
    assertThat(parked).hasSize(3);
    assertThat(early).isZero();
    assertThat(scheduler.trials()).as("one at a time").containsExactly(A);
    assertThat(waiting).isEmpty();
    assertThat(held).isEmpty();
    assertThat(scheduler.delivered()).containsExactly("a", "b", "c");
    assertThat(scheduler.logged("jobs")).hasSize(3);
  }

  @Test
  void aRecordThatWasRefusedWaitsAloneAndThoseBehindItPass() {
    // Given
    refuse(Set.of(A), true);
    scheduler.send(Request.schedule("a", "orders", START + 10));
    scheduler.send(Request.schedule("b", "orders", START + 11));

    // When
    scheduler.advance(11);
    scheduler.advance(20);

    // Then
    assertThat(scheduler.delivered()).containsExactly("b");
    assertThat(scheduler.trials()).containsExactly(A);
    assertThat(scheduler.deadLetters()).isEmpty();
  }

  @Test
  void aRecordThatIsRefusedAloneBecomesADeadLetterWithTheBrokersWords() {
    // Given
    refuse(Set.of(A), true);
    scheduler.send(Request.schedule("a", "orders", START + 10));
    scheduler.advance(10);
    scheduler.advance(20);
    var error = SendError.of(new PolicyViolationException("any"));

    // When
    scheduler.breaker().trialRefused(ORDERS, A, error, "no such thing here", scheduler.nowMs());
    scheduler.advance(1000);
    scheduler.send(Request.schedule("b", "orders", START));

    // Then
    assertThat(scheduler.deadLetters())
        .extracting(letter -> letter.key() + " " + letter.header("delay-reason-text"))
        .containsExactly("a no such thing here");
    assertThat(scheduler.delivered()).containsExactly("b");
  }

  @Test
  void aReplyTopicThatRefusedIsTriedWithTheNextReplyThatIsDueAndGetsAllAfterIt() {
    // Given
    var answers = new TopicPartition(SchedulerDriver.ANSWERS, 0);
    var why = new RefusedSend(Set.of(answers), Set.of(), false, ReasonCode.TARGET_REFUSED, WORDS);
    scheduler.breaker().refused(why, START);
    ask();
    scheduler.advance(499);
    ask();
    var early = List.copyOf(scheduler.trialsOfOthers());
    scheduler.advance(1);

    // When
    ask();
    ask();
    var before = scheduler.answers();
    scheduler.breaker().trialAccepted(answers, null);
    ask();

    // Then
    assertThat(early).isEmpty();
    assertThat(scheduler.trialsOfOthers()).as("one at a time").containsExactly(answers);
    assertThat(before).isEmpty();
    assertThat(scheduler.answers()).extracting(Answer::outcome).containsExactly("NOT_FOUND");
  }

  @Test
  void theTopicOfEventsIsTriedToo() {
    // Given
    var events = new TopicPartition(Setup.NAMES.events(), 0);
    var why = new RefusedSend(Set.of(events), Set.of(), false, ReasonCode.TARGET_REFUSED, WORDS);
    scheduler.breaker().refused(why, START);
    scheduler.advance(500);

    // When
    scheduler.send(Request.schedule("a", "orders", START + 1_000));

    // Then
    assertThat(scheduler.trialsOfOthers()).containsExactly(events);
  }

  private void ask() {
    scheduler.send(Request.cancel("unheard of").answered("-"));
  }

  private void refuse(Set<JobId> jobs, boolean isRecord) {
    var reason = ReasonCode.TARGET_REPLICAS_TOO_FEW;
    scheduler
        .breaker()
        .refused(new RefusedSend(Set.of(ORDERS), jobs, isRecord, reason, WORDS), START);
  }
}
