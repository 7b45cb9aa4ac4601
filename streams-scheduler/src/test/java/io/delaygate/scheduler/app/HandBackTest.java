package io.delaygate.scheduler.app;

import static io.delaygate.scheduler.app.SchedulerDriver.START;
import static org.assertj.core.api.Assertions.assertThat;

import io.delaygate.schemas.job.Attempt;
import io.delaygate.schemas.job.AttemptEnd;
import io.delaygate.schemas.job.Job;
import io.delaygate.service.control.FailureAlarm;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Test of handing back an attempt that was reserved but not started: it does not count. */
class HandBackTest {
  @RegisterExtension final SchedulerDriver scheduler = new SchedulerDriver();

  @Test
  void anAttemptThatIsHandedBackComesAtOnceUnderAnotherLeaseEvenIfItWasTheLast() {
    // Given
    scheduler.send(
        Request.schedule("a", "orders", START)
            .header("delay-ack", "true")
            .header("delay-max-attempts", "2")
            .header("delay-backoff", "fixed")
            .header("delay-backoff-initial-ms", "7")
            .header("delay-backoff-jitter", "0"));
    scheduler.send(says("release", only().header("delay-job-lease")));
    scheduler.advance(7);
    scheduler.send(says("reserve", only().header("delay-job-lease")));
    scheduler.events();
    scheduler.control().alarm("orders", new FailureAlarm(0, 1, 60_000));
    var lease = stored().lease();
    scheduler.answers();

    // When
    scheduler.send(says("release", lease).header("delay-attempt-unused", "true"));
    var again = only();

    // Then
    assertThat(scheduler.answers()).extracting(Answer::outcome).containsExactly("RELEASED");
    assertThat(again.header("delay-job-attempt")).isEqualTo("2");
    assertThat(again.header("delay-job-lease")).isNotEqualTo(lease).isEqualTo(stored().lease());
    assertThat(again.header("delay-job-due-ms")).isEqualTo("" + scheduler.nowMs());
    assertThat(stored().attempts().log())
        .extracting(Attempt::end)
        .containsExactly(AttemptEnd.RELEASED, AttemptEnd.HANDED_BACK, null);
    assertThat(scheduler.events()).noneMatch(event -> event.startsWith("ALARM"));
  }

  private Delivered only() {
    var records = scheduler.produced("orders");
    assertThat(records).hasSize(1);
    return records.get(0);
  }

  private Job stored() {
    return (Job) Objects.requireNonNull(scheduler.find("a"));
  }

  private static Request says(String op, String lease) {
    return Request.of("a").header("delay-op", op).header("delay-lease", lease).answered("-");
  }
}
