package io.delaygate.scheduler.app;

import static io.delaygate.scheduler.app.SchedulerDriver.START;
import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Tests of each command on a pending job, from the record to the delivery. */
class CommandsTest {
  @RegisterExtension final SchedulerDriver scheduler = new SchedulerDriver();

  @Test
  void aCancelledJobIsNeverDelivered() {
    // Given
    scheduler.send(Request.schedule("a", "orders", START + 100));
    scheduler.send(Request.schedule("b", "orders", START + 100));

    // When
    scheduler.send(Request.cancel("a"));
    scheduler.advance(1000);

    // Then
    assertThat(scheduler.delivered()).containsExactly("b");
    assertThat(outcomes("CANCELLED")).isEqualTo(1);
  }

  @Test
  void aBareTombstoneCancels() {
    // Given
    scheduler.send(Request.schedule("a", "orders", START + 100));

    // When
    scheduler.send(Request.of("a").header("trace", "1"));
    scheduler.advance(1000);

    // Then
    assertThat(scheduler.delivered()).isEmpty();
    assertThat(scheduler.deadLetters()).isEmpty();
  }

  @Test
  void aCommandForAJobThatIsNotThereChangesNothing() {
    // When
    scheduler.send(Request.cancel("a"));
    scheduler.send(Request.fire("a"));
    scheduler.send(Request.reschedule("a", START + 5));
    scheduler.advance(1000);

    // Then
    assertThat(outcomes("NOT_FOUND")).isEqualTo(3);
    assertThat(scheduler.delivered()).isEmpty();
    assertThat(scheduler.deadLetters()).isEmpty();
    assertThat(scheduler.logged("jobs")).isEmpty();
  }

  @Test
  void aRescheduledJobLeavesAtItsNewTimeOnly() {
    // Given
    scheduler.send(Request.schedule("later", "orders", START + 100));
    scheduler.send(Request.schedule("sooner", "orders", START + 100));

    // When
    scheduler.send(Request.reschedule("later", START + 200));
    scheduler.send(Request.reschedule("sooner", START + 50));

    // Then
    scheduler.advanceTo(START + 50);
    assertThat(scheduler.delivered()).containsExactly("sooner");
    scheduler.advanceTo(START + 199);
    assertThat(scheduler.delivered()).isEmpty();
    scheduler.advanceTo(START + 200);
    assertThat(scheduler.delivered()).containsExactly("later");
  }

  @Test
  void aRescheduledPayloadKeepsTheTime() {
    // Given
    scheduler.send(Request.schedule("a", "orders", START + 100).header("trace", "1"));

    // When
    scheduler.send(Request.of("a").header("delay-op", "reschedule").value("new"));
    scheduler.advance(100);

    // Then
    var record = scheduler.produced("orders").get(0);
    assertThat(record.value()).isEqualTo("new");
    assertThat(record.headers()).contains("trace=1", "delay-job-due-ms=" + (START + 100));
  }

  @Test
  void aFiredJobLeavesNowAndOnce() {
    // Given
    scheduler.send(Request.schedule("a", "orders", START + 100));
    scheduler.advance(40);

    // When
    scheduler.send(Request.fire("a"));
    var fired = scheduler.produced("orders");
    scheduler.advance(1000);

    // Then
    assertThat(fired).extracting(Delivered::dueMs).containsExactly(START + 40);
    assertThat(scheduler.delivered()).isEmpty();
  }

  @Test
  void aScheduleOfTheSameIdReplacesThePendingJob() {
    // Given
    scheduler.topics().add("invoices");
    scheduler.send(Request.schedule("a", "orders", START + 100));

    // When
    scheduler.send(Request.schedule("a", "invoices", START + 50).value("second"));
    scheduler.advance(1000);

    // Then
    assertThat(scheduler.delivered()).isEmpty();
    assertThat(scheduler.produced("invoices"))
        .extracting(Delivered::value)
        .containsExactly("second");
    assertThat(outcomes("REPLACED")).isEqualTo(1);
  }

  @Test
  void aDueScheduleTakesThePlaceOfThePendingJob() {
    // Given
    scheduler.send(Request.schedule("a", "orders", START + 100).value("first"));

    // When
    scheduler.send(Request.schedule("a", "orders", START).value("second"));
    scheduler.advance(1000);

    // Then
    assertThat(scheduler.produced("orders")).extracting(Delivered::value).containsExactly("second");
    assertThat(scheduler.logged("jobs")).hasSize(2);
  }

  @Test
  void aDeliveredIdStartsANewJob() {
    // Given
    scheduler.send(Request.schedule("a", "orders", START));

    // When
    scheduler.send(Request.schedule("a", "orders", START + 5));
    scheduler.advance(5);

    // Then
    assertThat(scheduler.delivered()).containsExactly("a", "a");
  }

  @Test
  void aRecordWithoutAKeyGetsAnIdOfItsPlaceAndANullKey() {
    // Given
    scheduler.send(Request.schedule("first", "orders", START + 5));
    scheduler.send(Request.schedule(null, "orders", START + 6));
    scheduler.send(Request.schedule(null, "orders", START + 7));

    // When
    scheduler.send(Request.cancel("~0-2"));
    scheduler.advance(1000);

    // Then
    var records = scheduler.produced("orders");
    assertThat(records).extracting(Delivered::jobId).containsExactly("first", "~0-1");
    assertThat(records).extracting(Delivered::key).containsExactly("first", "null");
  }

  @Test
  void eachChangeOfAJobIsOneChangelogRecord() {
    // When
    scheduler.send(Request.schedule("a", "orders", START + 100));
    scheduler.send(Request.reschedule("a", START + 200));
    scheduler.send(Request.schedule("a", "orders", START + 300));
    scheduler.send(Request.cancel("a"));

    // Then
    assertThat(scheduler.logged("jobs")).hasSize(4);
  }

  private double outcomes(String outcome) {
    return scheduler
        .metrics()
        .registry()
        .getSampleValue(
            "delaygate_commands_total", new String[] {"outcome"}, new String[] {outcome});
  }
}
