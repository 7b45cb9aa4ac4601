package io.delaygate.scheduler.app;

import static io.delaygate.scheduler.app.SchedulerDriver.START;
import static org.assertj.core.api.Assertions.assertThat;

import io.delaygate.schemas.contract.ReasonCode;
import io.delaygate.schemas.job.EndState;
import io.delaygate.schemas.job.EndedJob;
import io.delaygate.schemas.job.Job;
import io.delaygate.schemas.job.JobState;
import io.delaygate.service.directory.TopicStatus;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/**
 * Tests of sequences: jobs with the same tag leave one after another, whatever happens to earlier
 * ones.
 */
class SequenceTest {
  @RegisterExtension final SchedulerDriver scheduler = new SchedulerDriver();

  @Test
  void jobsWithATagLeaveInTheOrderOfTheirDueTimes() {
    // Given
    scheduler.send(Request.schedule("{t}b", "orders", START + 10));
    scheduler.send(Request.schedule("{t}c", "orders", START + 11));
    scheduler.send(Request.schedule("{t}a", "orders", START + 10));

    // When
    scheduler.advance(20);

    // Then
    assertThat(scheduler.delivered()).containsExactly("{t}a", "{t}b", "{t}c");
  }

  @Test
  void whatIsDueAtOnceDoesNotPassWhatWasDueBefore() {
    // Given
    scheduler.topics().readable(false);
    scheduler.send(Request.schedule("{t}z", "orders", START + 1));
    scheduler.advance(1);
    scheduler.topics().readable(true);

    // When
    scheduler.send(Request.schedule("{t}a", "orders", START + 1));
    scheduler.advance(1_000);

    // Then
    assertThat(scheduler.delivered()).containsExactly("{t}z", "{t}a");
  }

  @Test
  void whatIsDueAtOnceDoesNotPassWhatIsDueAndWasNotLookedAtYet() {
    try (var oneByOne = new SchedulerDriver(Setup.usual().slice(1))) {
      // Given
      oneByOne.send(Request.schedule("{u}a", "orders", START + 1));
      oneByOne.send(Request.schedule("{u}b", "orders", START + 1));
      oneByOne.send(Request.schedule("{u}c", "orders", START + 1));

      // When
      oneByOne.advance(1);
      var before = oneByOne.delivered();
      oneByOne.send(Request.schedule("{u}d", "orders", START + 1));
      oneByOne.step(10);

      // Then
      assertThat(before).doesNotContain("{u}c");
      assertThat(oneByOne.delivered()).endsWith("{u}c", "{u}d");
    }
  }

  @Test
  void theNextOneWaitsUntilAWorkerHasFinishedTheFirst() {
    // Given
    scheduler.send(acknowledged("{t}a", START + 1));
    scheduler.send(Request.schedule("{t}b", "orders", START + 2));
    scheduler.send(Request.schedule("{t}c", "orders", START + 3));
    scheduler.send(Request.schedule("{u}a", "orders", START + 4));
    scheduler.send(Request.schedule("a", "orders", START + 5));

    // When
    scheduler.advance(5);
    var before = scheduler.produced("orders");
    var waiting = pending("{t}b");
    scheduler.send(finish(before.get(0)));
    scheduler.advance(1);

    // Then
    assertThat(ids(before)).containsExactly("{t}a", "{u}a", "a");
    assertThat(waiting.state()).isEqualTo(JobState.PARKED);
    assertThat(Objects.requireNonNull(waiting.waiting()).reason())
        .isEqualTo(ReasonCode.EARLIER_JOB_UNFINISHED);
    assertThat(scheduler.delivered()).containsExactly("{t}b", "{t}c");
  }

  @Test
  void theNextOneWaitsThroughAllAttemptsAndGoesAfterTheDeathOfTheFirst() {
    // Given
    scheduler.send(acknowledged("{t}a", START + 1));
    scheduler.send(Request.schedule("{t}b", "orders", START + 2));
    var order = new ArrayList<String>();

    // When
    for (var i = 0; i < 500; i++) {
      scheduler.advance(1);
      order.addAll(scheduler.delivered());
    }

    // Then
    assertThat(order).containsExactly("{t}a", "{t}a", "{t}b");
    assertThat(scheduler.deadLetters()).hasSize(1);
  }

  @Test
  void aJobThatAWorkerGivesBackStaysAheadOfTheOthers() {
    // Given
    scheduler.send(acknowledged("{t}a", START + 1));
    scheduler.send(Request.schedule("{t}b", "orders", START + 2));
    scheduler.advance(2);

    // When
    scheduler.send(released(scheduler.produced("orders").get(0), 10));
    scheduler.advance(9);
    var meanwhile = scheduler.delivered();
    scheduler.advance(1);

    // Then
    assertThat(meanwhile).isEmpty();
    assertThat(scheduler.delivered()).containsExactly("{t}a");
  }

  @Test
  void aParkedJobHoldsBackWhatBecomesDueWhenItsTargetIsMended() {
    // Given
    scheduler.topics().add("invoices");
    scheduler.send(Request.schedule("{t}a", "invoices", START + 10));
    scheduler.send(Request.schedule("{t}b", "invoices", START + 401));
    scheduler.send(Request.schedule("{u}b", "invoices", START + 401));
    scheduler.topics().set("invoices", new TopicStatus.Missing());
    scheduler.advance(400);

    // When
    scheduler.topics().add("invoices");
    scheduler.advance(1);
    var first = ids(scheduler.produced("invoices"));
    scheduler.advance(1_000);

    // Then
    assertThat(first).containsExactly("{u}b");
    assertThat(ids(scheduler.produced("invoices"))).containsExactly("{t}a", "{t}b");
  }

  @Test
  void aPauseHoldsTheSequenceAndIsOverForAllOfItAtOnce() {
    // Given
    scheduler.control().pause("orders");
    for (var id : List.of("{t}c", "{t}a", "{t}b", "{t}d")) {
      scheduler.send(Request.schedule(id, "orders", START + id.charAt(3)));
    }
    scheduler.advance(1_000);

    // When
    scheduler.control().clear("orders");
    scheduler.advance(1_000);

    // Then
    assertThat(scheduler.delivered()).containsExactly("{t}a", "{t}b", "{t}c", "{t}d");
  }

  @Test
  void whatIsCancelledOrMovedLeavesItsTurnToTheNext() {
    // Given
    scheduler.send(acknowledged("{t}a", START + 1));
    scheduler.send(acknowledged("{t}b", START + 2));
    scheduler.send(Request.schedule("{t}c", "orders", START + 3));
    scheduler.advance(3);
    scheduler.delivered();

    // When
    scheduler.send(Request.cancel("{t}a"));
    scheduler.advance(1);
    var afterCancel = scheduler.delivered();
    scheduler.send(Request.reschedule("{t}b", START + 10_000));
    scheduler.advance(1);

    // Then
    assertThat(afterCancel).containsExactly("{t}b");
    assertThat(scheduler.delivered()).containsExactly("{t}c");
  }

  @Test
  void aJobThatWaitsForItsTurnCanBeCancelledAndExpires() {
    // Given
    scheduler.send(acknowledged("{t}a", START + 1));
    scheduler.send(
        Request.schedule("{t}b", "orders", START + 2)
            .header("delay-expires-ms", "" + (START + 50)));
    scheduler.send(Request.schedule("{t}c", "orders", START + 3));
    scheduler.advance(3);
    var first = scheduler.produced("orders");

    // When
    scheduler.send(Request.cancel("{t}c"));
    scheduler.advance(60);
    assertThat(ended("{t}b")).isEqualTo(EndState.EXPIRED);
    scheduler.send(finish(first.get(0)));
    scheduler.advance(1);

    // Then
    assertThat(scheduler.delivered()).isEmpty();
    assertThat(ended("{t}c")).isEqualTo(EndState.CANCELLED);
  }

  @Test
  void aJobThatIsFiredBetweenItsAttemptsKeepsItsTurn() {
    // Given
    scheduler.send(acknowledged("{t}a", START + 1));
    scheduler.send(Request.schedule("{t}b", "orders", START + 2));
    scheduler.advance(2);
    scheduler.send(released(scheduler.produced("orders").get(0), 10_000));
    scheduler.advance(5);

    // When
    scheduler.send(Request.fire("{t}a"));
    scheduler.advance(1);

    // Then
    assertThat(scheduler.delivered()).containsExactly("{t}a");
  }

  @Test
  void aJobThatIsFiredDoesNotPass() {
    // Given
    scheduler.send(acknowledged("{t}a", START + 1));
    scheduler.send(Request.schedule("{t}b", "orders", START + 2));
    scheduler.send(Request.schedule("{t}c", "orders", START + 3));
    scheduler.advance(3);
    var first = scheduler.produced("orders");

    // When
    scheduler.send(Request.fire("{t}c"));
    scheduler.advance(1);
    var early = scheduler.delivered();
    scheduler.send(finish(first.get(0)));
    scheduler.advance(1);

    // Then
    assertThat(early).isEmpty();
    assertThat(scheduler.delivered()).containsExactly("{t}b", "{t}c");
  }

  @Test
  void otherTargetsOfTheSameTagDoNotWait() {
    // Given
    scheduler.topics().add("invoices");
    scheduler.send(acknowledged("{t}a", START + 1));
    scheduler.send(Request.schedule("{t}b", "invoices", START + 2));

    // When
    scheduler.advance(2);

    // Then
    assertThat(ids(scheduler.produced("invoices"))).containsExactly("{t}b");
  }

  @Test
  void jobsOfAQueueAreReadyOneAfterAnother() {
    // Given
    scheduler.topics().set("mails", new TopicStatus.Queue());
    scheduler.send(acknowledged("{t}a", START + 1, "mails"));
    scheduler.send(acknowledged("{t}b", START + 2, "mails"));
    scheduler.send(acknowledged("{u}a", START + 3, "mails"));

    // When
    scheduler.advance(3);
    var before = scheduler.ready("mails");
    scheduler.send(Request.cancel("{t}a"));
    scheduler.advance(1);

    // Then
    assertThat(before).containsExactly("{t}a", "{u}a");
    assertThat(scheduler.ready("mails")).containsExactly("{t}b", "{u}a");
  }

  private static Request acknowledged(String id, long dueMs) {
    return acknowledged(id, dueMs, "orders");
  }

  private static Request acknowledged(String id, long dueMs, String target) {
    return Request.schedule(id, target, dueMs)
        .header("delay-ack", "true")
        .header("delay-max-attempts", "2")
        .header("delay-lease-ms", "100")
        .header("delay-backoff", "fixed")
        .header("delay-backoff-initial-ms", "7");
  }

  private static Request released(Delivered delivery, long delayMs) {
    return Request.of(delivery.jobId())
        .header("delay-op", "release")
        .header("delay-lease", delivery.header("delay-job-lease"))
        .header("delay-ms", "" + delayMs);
  }

  private static Request finish(Delivered delivery) {
    return Request.of(delivery.jobId())
        .header("delay-op", "finish")
        .header("delay-lease", delivery.header("delay-job-lease"));
  }

  private static List<String> ids(List<Delivered> records) {
    return records.stream().map(Delivered::jobId).toList();
  }

  private Job pending(String id) {
    return (Job) Objects.requireNonNull(scheduler.find(id));
  }

  private EndState ended(String id) {
    return ((EndedJob) Objects.requireNonNull(scheduler.find(id))).state();
  }
}
