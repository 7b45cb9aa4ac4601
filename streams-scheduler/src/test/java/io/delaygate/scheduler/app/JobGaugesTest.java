package io.delaygate.scheduler.app;

import static io.delaygate.scheduler.app.SchedulerDriver.START;
import static org.assertj.core.api.Assertions.assertThat;

import io.delaygate.scheduler.ops.TestMetrics;
import io.delaygate.scheduler.view.KnownTargets;
import io.delaygate.service.directory.TopicStatus;
import java.nio.file.Path;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/** Tests of the gauges of a task's jobs while jobs come and go. */
class JobGaugesTest {
  @RegisterExtension private final SchedulerDriver scheduler = new SchedulerDriver();

  @Test
  void jobsAreCountedByWhatTheyWaitFor() {
    // Given
    scheduler.send(Request.schedule("due-soon", "orders", START + 10));
    scheduler.send(Request.schedule("due-later", "orders", START + 60_000));
    scheduler.topics().add("closed");
    scheduler.send(Request.schedule("waits", "closed", START + 10));
    scheduler.topics().drop("closed");

    // When
    scheduler.advance(10);

    // Then
    assertThat(jobs("orders", "SCHEDULED")).isEqualTo(1);
    assertThat(jobs("closed", "PARKED")).isEqualTo(1);
    assertThat(gauge("delaygate_pending_jobs")).isEqualTo(2);
    assertThat(TestMetrics.value(scheduler.metrics(), "delaygate_parked_total", "topic", "closed"))
        .isEqualTo(1);
  }

  @Test
  void parkedJobsAreCountedByTheReasonWhyTheyWaitNow() {
    // Given
    var targets = new KnownTargets().tell("closed", new TopicStatus.Missing());
    scheduler.metrics().explainParked(targets.reasons());
    scheduler.topics().add("closed");
    scheduler.send(Request.schedule("waits", "closed", START + 10));
    scheduler.send(Request.schedule("due", "orders", START + 60_000));
    scheduler.topics().drop("closed");

    // When
    scheduler.advance(10);
    var missing = parked("closed", "TARGET_UNKNOWN");
    targets.tell("closed", new TopicStatus.Unwritable());

    // Then
    assertThat(missing).isEqualTo(1);
    assertThat(parked("closed", "TARGET_UNKNOWN")).isNull();
    assertThat(parked("closed", "TARGET_UNWRITABLE")).isEqualTo(1);
    assertThat(parked("orders", "TARGET_UNCHECKED")).isNull();
  }

  @Test
  void jobsThatWaitForTheirTurnDoNotSpeakForTheirTarget() {
    // Given
    scheduler.metrics().explainParked(new KnownTargets().reasons());
    scheduler.send(Request.schedule("{t}a", "orders", START + 1).header("delay-ack", "true"));
    scheduler.send(Request.schedule("{t}b", "orders", START + 2));

    // When
    scheduler.advance(2);
    var waiting = parked("orders", "EARLIER_JOB_UNFINISHED");
    scheduler.send(Request.cancel("{t}a"));
    scheduler.advance(1);

    // Then
    assertThat(waiting).isEqualTo(1);
    assertThat(parked("orders", "EARLIER_JOB_UNFINISHED")).isNull();
    assertThat(parked("orders", "TARGET_UNCHECKED")).isNull();
  }

  @Test
  void tellsWhenSomethingHappensNext() {
    // Given
    var nothing = gauge("delaygate_next_wake_timestamp_seconds");

    // When
    scheduler.send(Request.schedule("a", "orders", START + 2500));
    scheduler.advance(1);

    // Then
    assertThat(nothing).isNull();
    assertThat(gauge("delaygate_next_wake_timestamp_seconds")).isEqualTo((START + 2500) / 1000.0);
    assertThat(gauge("delaygate_overdue_seconds")).isZero();
  }

  @Test
  void aTargetThatIsNotJudgedHoldsUpItsJobsOnly() {
    // Given
    scheduler.send(Request.schedule("a", "orders", START + 1000));
    scheduler.topics().readable(false);

    // When
    scheduler.advance(1000);
    scheduler.advance(5000);
    var overdue = gauge("delaygate_overdue_seconds");
    scheduler.topics().readable(true);
    scheduler.advance(1000);

    // Then
    assertThat(overdue).isZero();
    assertThat(scheduler.delivered()).containsExactly("a");
    assertThat(gauge("delaygate_overdue_seconds")).isZero();
  }

  @Test
  void aTaskThatLeftIsNotCounted(@TempDir Path directory) {
    try (var task = new SchedulerTask(Setup.usual(), directory)) {
      // Given
      task.send(Request.schedule("a", "orders", START + 1000));
      var before = TestMetrics.value(task.metrics(), "delaygate_pending_jobs");

      // When
      task.leave();

      // Then
      assertThat(before).isEqualTo(1);
      assertThat(TestMetrics.value(task.metrics(), "delaygate_pending_jobs")).isZero();
    }
  }

  @Test
  void jobsOfATaskThatIsRolledBackStillWait(@TempDir Path directory) {
    try (var task = new SchedulerTask(Setup.usual(), directory)) {
      // Given
      var next = "delaygate_next_wake_timestamp_seconds";
      task.metrics().follow(() -> Optional.of(Set.of(0)));
      task.clock(START + 1);
      task.send(Request.schedule("a", "orders", START + 1000));

      // When
      task.leave();
      var here = TestMetrics.value(task.metrics(), next);
      task.metrics().follow(() -> Optional.of(Set.of(1)));
      var elsewhere = TestMetrics.value(task.metrics(), next);

      // Then
      assertThat(here).isEqualTo((START + 1000) / 1000.0);
      assertThat(elsewhere).isNull();
    }
  }

  private @Nullable Double jobs(String topic, String state) {
    return TestMetrics.value(scheduler.metrics(), "delaygate_jobs", "topic", topic, "state", state);
  }

  private @Nullable Double parked(String topic, String reason) {
    return TestMetrics.value(
        scheduler.metrics(), "delaygate_parked_jobs", "topic", topic, "reason", reason);
  }

  private @Nullable Double gauge(String name) {
    return TestMetrics.value(scheduler.metrics(), name);
  }
}
