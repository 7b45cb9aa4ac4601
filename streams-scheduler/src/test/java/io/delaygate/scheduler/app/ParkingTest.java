package io.delaygate.scheduler.app;

import static io.delaygate.scheduler.app.SchedulerDriver.START;
import static org.assertj.core.api.Assertions.assertThat;

import io.delaygate.schemas.job.Job;
import io.delaygate.schemas.job.JobState;
import io.delaygate.service.directory.TopicStatus;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Tests of parking: jobs whose target cannot take them wait, and others pass. */
class ParkingTest {
  private static final long PARK_MAX = Setup.PARK_MAX.toMillis();

  @RegisterExtension final SchedulerDriver scheduler = new SchedulerDriver();

  @Test
  void aMissingTargetParksItsJobsAndOthersPass() {
    // Given
    scheduleForATopicThatVanishes("parked", START + 10);
    scheduler.send(Request.schedule("other", "orders", START + 11));

    // When
    scheduler.advance(11);

    // Then
    assertThat(scheduler.delivered()).containsExactly("other");
    assertThat(scheduler.produced("invoices")).isEmpty();
  }

  @Test
  void aParkedJobIsWrittenOnceWhenParkedAndOnceWhenReleased() {
    // Given
    scheduleForATopicThatVanishes("a", START + 10);
    scheduler.logged("jobs");

    // When
    scheduler.advance(10);
    var parked = scheduler.logged("jobs");
    for (var second = 0; second < 60; second++) {
      scheduler.advance(1000);
    }
    var waiting = scheduler.logged("jobs");
    scheduler.topics().add("invoices");
    scheduler.advance(1000);

    // Then
    assertThat(parked).hasSize(1).extracting(Delivered::value).doesNotContain("null");
    assertThat(waiting).isEmpty();
    assertThat(scheduler.logged("jobs")).hasSize(1);
    assertThat(scheduler.produced("invoices")).extracting(Delivered::jobId).containsExactly("a");
  }

  @Test
  void aJobWhoseTargetIsDeniedSinceItWasAcceptedWaitsUntilItIsAllowedAgain() {
    // Given
    scheduler.topics().add("invoices");
    scheduler.send(Request.schedule("a", "invoices", START + 10));
    scheduler.topics().set("invoices", new TopicStatus.Denied());

    // When
    scheduler.advance(5_000);
    var parked = scheduler.find("a");
    scheduler.topics().add("invoices");
    scheduler.advance(1_000);

    // Then
    assertThat(((Job) Objects.requireNonNull(parked)).state()).isEqualTo(JobState.PARKED);
    assertThat(scheduler.produced("invoices")).extracting(Delivered::jobId).containsExactly("a");
  }

  @Test
  void parkedJobsAreReleasedInDueOrderWithinASecond() {
    // Given
    for (var id : new String[] {"c", "a", "b"}) {
      scheduleForATopicThatVanishes(id, START + id.charAt(0));
    }
    scheduler.advance(500);

    // When
    scheduler.topics().add("invoices");
    scheduler.advance(1000);

    // Then
    assertThat(scheduler.produced("invoices"))
        .extracting(Delivered::jobId)
        .containsExactly("a", "b", "c");
  }

  @Test
  void givesUpWhenPatienceEnds() {
    // Given
    scheduleForATopicThatVanishes("a", START + 10);
    scheduler.advance(10);

    // When
    scheduler.advance(PARK_MAX - 1);
    var early = scheduler.deadLetters();
    scheduler.advance(1000);

    // Then
    assertThat(early).isEmpty();
    var letter = scheduler.deadLetters().get(0);
    assertThat(letter.key()).isEqualTo("a");
    assertThat(letter.value()).isEqualTo("value of a");
    assertThat(letter.header("delay-reason")).isEqualTo("TARGET_UNAVAILABLE");
    assertThat(letter.header("delay-target-topic")).isEqualTo("invoices");
    assertThat(letter.dueMs()).isEqualTo(START + 10);
    scheduler.advance(10_000);
    assertThat(scheduler.deadLetters()).isEmpty();
  }

  @Test
  void jobsOfATargetThatIsNotJudgedYetWaitInALaneOfTheirOwn() {
    // Given
    scheduler.send(Request.schedule("a", "orders", START + 10));
    scheduler.topics().readable(false);
    scheduler.logged("jobs");

    // When
    scheduler.advance(10);
    scheduler.send(Request.schedule("late", "orders", START));
    var stored = scheduler.logged("jobs");
    scheduler.advance(5000);
    var again = scheduler.logged("jobs");
    var held = scheduler.delivered();
    scheduler.topics().readable(true);
    scheduler.advance(1000);

    // Then
    assertThat(held).isEmpty();
    assertThat(stored).hasSize(2);
    assertThat(again).isEmpty();
    assertThat(scheduler.delivered()).containsExactly("late", "a");
    assertThat(scheduler.deadLetters()).isEmpty();
  }

  @Test
  void aParkedJobCanBeCancelledFiredAndReplaced() {
    // Given
    for (var id : new String[] {"cancelled", "fired", "replaced", "moved"}) {
      scheduleForATopicThatVanishes(id, START + 10);
    }
    scheduler.advance(10);

    // When
    scheduler.send(Request.cancel("cancelled"));
    scheduler.send(Request.fire("fired"));
    scheduler.send(Request.schedule("replaced", "orders", START));
    scheduler.send(Request.reschedule("moved", START + 60_000));
    scheduler.topics().add("invoices");
    scheduler.advance(1000);

    // Then
    assertThat(scheduler.delivered()).containsExactly("replaced");
    assertThat(scheduler.produced("invoices"))
        .extracting(Delivered::jobId)
        .containsExactly("fired");
    scheduler.advanceTo(START + 60_000);
    assertThat(scheduler.produced("invoices"))
        .extracting(Delivered::jobId)
        .containsExactly("moved");
  }

  @Test
  void whatReplacesAParkedJobOfAnUnwritableTargetIsNotLost() {
    // Given
    scheduler.topics().set("locked", new TopicStatus.Unwritable());
    scheduler.send(Request.schedule("a", "locked", START + 10).value("old"));
    scheduler.advance(10);

    // When
    scheduler.send(Request.schedule("a", "locked", START + 5).value("new"));
    scheduler.topics().add("locked");
    scheduler.advance(1000);

    // Then
    assertThat(scheduler.produced("locked")).extracting(Delivered::value).containsExactly("new");
  }

  @Test
  void aNewPayloadOfAParkedJobIsDelivered() {
    // Given
    scheduleForATopicThatVanishes("a", START + 10);
    scheduler.advance(10);

    // When
    scheduler.send(Request.of("a").header("delay-op", "reschedule").value("new"));
    scheduler.topics().add("invoices");
    scheduler.advance(1000);

    // Then
    assertThat(scheduler.produced("invoices")).extracting(Delivered::value).containsExactly("new");
  }

  @Test
  void aBucketOfOnePartitionDoesNotHoldUpAnother() {
    // Given
    scheduler.topics().set("invoices", new TopicStatus.Writable(3, 1 << 20));
    for (var partition : new String[] {"0", "1", "2"}) {
      scheduler.send(
          Request.schedule("of-" + partition, "invoices", START + 10)
              .header("delay-target-partition", partition));
    }
    scheduler.topics().drop("invoices");
    scheduler.advance(10);

    // When
    scheduler.topics().set("invoices", new TopicStatus.Writable(1, 1 << 20));
    scheduler.advance(1000);

    // Then
    assertThat(scheduler.produced("invoices")).extracting(Delivered::jobId).containsExactly("of-0");
  }

  @Test
  void aTargetThatShrankItsRecordsSendsTheJobToTheDeadLetters() {
    // Given
    scheduler.send(Request.schedule("a", "orders", START + 10));
    scheduler.send(Request.schedule("b", "orders", START + 20));

    // When
    scheduler.topics().set("orders", new TopicStatus.Writable(1, 50));
    scheduler.advance(10);
    scheduler.topics().add("orders");
    scheduler.advance(10);

    // Then
    assertThat(scheduler.deadLetters())
        .extracting(letter -> letter.key() + " " + letter.header("delay-reason"))
        .containsExactly("a RECORD_TOO_LARGE");
    assertThat(scheduler.delivered()).containsExactly("b");
  }

  private void scheduleForATopicThatVanishes(String id, long dueMs) {
    scheduler.topics().add("invoices");
    scheduler.send(Request.schedule(id, "invoices", dueMs));
    scheduler.topics().drop("invoices");
  }
}
