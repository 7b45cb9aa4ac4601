package io.delaygate.scheduler.app;

import static io.delaygate.scheduler.app.SchedulerDriver.START;
import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Tests of many jobs that are due together: they leave in slices, and other jobs do not wait. */
class BurstTest {
  @RegisterExtension final SchedulerDriver scheduler = new SchedulerDriver(Setup.usual().slice(50));

  @Test
  void aRunEndsWhenItsTimeIsUpThoughJobsAreLeft() {
    // Given
    for (var i = 0; i < 50; i++) {
      scheduler.send(Request.schedule("job-" + i, "orders", START + 50));
    }
    scheduler.eachLookAtTheTickerTakes(Setup.SLICE_TIME.dividedBy(10));

    // When
    scheduler.advance(50);
    var first = scheduler.delivered();
    scheduler.step(10);

    // Then
    assertThat(first).hasSize(9);
    assertThat(scheduler.delivered()).hasSize(41);
  }

  @Test
  void aNewcomerThatIsDueNeedNotWaitForTheBurst() {
    // Given
    for (var i = 0; i < 110; i++) {
      scheduler.send(Request.schedule("job-" + i, "orders", START + 50));
    }
    scheduler.advance(50);
    scheduler.delivered();

    // When
    scheduler.send(Request.schedule("now", "orders", START));

    // Then
    assertThat(scheduler.delivered()).containsExactly("now");
  }

  @Test
  void theReleaseOfManyParkedJobsDoesNotHoldUpDueOnes() {
    // Given
    scheduler.topics().add("invoices");
    for (var i = 0; i < 110; i++) {
      scheduler.send(Request.schedule("parked-" + i, "invoices", START + 1));
    }
    scheduler.send(Request.schedule("due", "orders", START + 1500));
    scheduler.topics().drop("invoices");
    scheduler.step(10);

    // When
    scheduler.topics().add("invoices");
    scheduler.advanceTo(START + 1500);

    // Then
    assertThat(scheduler.delivered()).containsExactly("due");
    assertThat(scheduler.produced("invoices")).hasSize(49);
  }

  @Test
  void parkedJobsAreReleasedSliceBySliceToo() {
    // Given
    scheduler.topics().add("invoices");
    for (var i = 0; i < 130; i++) {
      scheduler.send(Request.schedule("parked-" + i, "invoices", START + 1));
    }
    scheduler.topics().drop("invoices");
    scheduler.step(10);

    // When
    scheduler.topics().add("invoices");
    scheduler.advance(Duration.ofSeconds(1).toMillis());
    var first = scheduler.produced("invoices");
    scheduler.step(3);

    // Then
    assertThat(first).hasSize(50);
    assertThat(scheduler.produced("invoices")).hasSize(80);
  }
}
