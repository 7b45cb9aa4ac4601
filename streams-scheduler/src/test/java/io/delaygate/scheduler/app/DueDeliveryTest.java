package io.delaygate.scheduler.app;

import static io.delaygate.scheduler.app.SchedulerDriver.START;
import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Tests that scheduled jobs leave when they are due, in order and unchanged. */
class DueDeliveryTest {
  @RegisterExtension final SchedulerDriver scheduler = new SchedulerDriver();

  @Test
  void emitsAtTheDueTimeAndNotAMillisecondEarlier() {
    // Given
    scheduler.send(Request.schedule("a", "orders", START + 5000));

    // When
    scheduler.advanceTo(START + 4999);
    var early = scheduler.delivered();
    scheduler.advance(1);

    // Then
    assertThat(early).isEmpty();
    assertThat(scheduler.delivered()).containsExactly("a");
  }

  @Test
  void jobsOfOneMillisecondLeaveByPriorityAndOthersByTime() {
    // Given
    scheduler.send(Request.schedule("usual", "orders", START + 10));
    scheduler.send(prioritized("last", START + 10, "9"));
    scheduler.send(prioritized("sooner", START + 9, "9"));
    scheduler.send(prioritized("first", START + 10, "0"));
    scheduler.send(prioritized("later", START + 11, "0"));

    // When
    scheduler.step(11);

    // Then
    assertThat(scheduler.delivered()).containsExactly("sooner", "first", "usual", "last", "later");
  }

  private static Request prioritized(String id, long dueMs, String priority) {
    return Request.schedule(id, "orders", dueMs).header("delay-priority", priority);
  }

  @Test
  void deliversKeyValueAndHeadersAsTheyCame() {
    // Given
    scheduler.send(
        Request.of("a")
            .header("trace", "1")
            .header("delay-target-topic", "orders")
            .header("trace", "2")
            .header("delay-target-key", "customer")
            .header("empty", "")
            .header("delay-due-ms", Long.toString(START + 10))
            .header("nothing", null)
            .header("delay-job-id", "of an earlier delivery")
            .header("delayed", "no control header")
            .value("payload"));

    // When
    scheduler.advance(17);

    // Then
    var record = scheduler.produced("orders").get(0);
    assertThat(record.key()).isEqualTo("customer");
    assertThat(record.value()).isEqualTo("payload");
    assertThat(record.timestampMs()).isEqualTo(START + 17);
    assertThat(record.headers())
        .containsExactly(
            "trace=1",
            "trace=2",
            "empty=",
            "nothing=null",
            "delayed=no control header",
            "delay-job-id=a",
            "delay-job-due-ms=" + (START + 10));
  }

  @Test
  void aTargetKeyMayBeNullOrEmptyAndIsTheIdWhenNotGiven() {
    // Given
    scheduler.send(Request.schedule("a", "orders", START).header("delay-target-key", null));
    scheduler.send(Request.schedule("b", "orders", START).header("delay-target-key", ""));
    scheduler.send(Request.schedule("c", "orders", START).value((String) null));

    // When
    var records = scheduler.produced("orders");

    // Then
    assertThat(records).extracting(Delivered::key).containsExactly("null", "", "c");
    assertThat(records.get(2).value()).isEqualTo("null");
  }

  @Test
  void whatIsDueOnArrivalLeavesAtOnce() {
    // When
    scheduler.send(Request.schedule("past", "orders", 978_307_200_000L));
    scheduler.send(Request.schedule("now", "orders", START));
    scheduler.send(Request.of("zero").header("delay-target-topic", "orders").header("delay", "0s"));

    // Then
    assertThat(scheduler.delivered()).containsExactly("past", "now", "zero");
    assertThat(scheduler.logged("jobs")).as("only how they ended").hasSize(3);
  }

  @Test
  void aJobMayBeDueInTenYears() {
    // Given
    var tenYears = Duration.ofDays(3652).toMillis();
    scheduler.send(Request.schedule("a", "orders", START + tenYears));

    // When
    scheduler.advanceTo(START + tenYears - 1);
    var early = scheduler.delivered();
    scheduler.advance(1);

    // Then
    assertThat(early).isEmpty();
    assertThat(scheduler.delivered()).containsExactly("a");
  }

  @Test
  void aNearJobOvertakesManyFarOnes() {
    // Given
    var year = Duration.ofDays(365).toMillis();
    for (var i = 0; i < 50; i++) {
      scheduler.send(Request.schedule("far-" + i, "orders", START + year + i));
    }
    scheduler.send(Request.schedule("near", "orders", START + 1000));

    // When
    scheduler.advance(1000);

    // Then
    assertThat(scheduler.delivered()).containsExactly("near");
  }

  @Test
  void jobsThatBecomeDueTogetherLeaveInDueOrder() {
    // Given
    scheduler.send(Request.schedule("third", "orders", START + 30));
    scheduler.send(Request.schedule("first", "orders", START + 10));
    scheduler.send(Request.schedule("second", "orders", START + 20));

    // When
    scheduler.advance(60_000);

    // Then
    assertThat(scheduler.delivered()).containsExactly("first", "second", "third");
  }

  @Test
  void aJobIsLoggedOnceWhenStoredAndOnceWhenItEnds() {
    // Given
    scheduler.send(Request.schedule("a", "orders", START + 10));
    var stored = scheduler.logged("jobs");

    // When
    scheduler.advance(10);

    // Then
    assertThat(stored).hasSize(1);
    assertThat(scheduler.logged("jobs")).hasSize(1);
  }

  @Test
  void aRecordWithoutATimestampDelaysFromNow() {
    // Given
    var record = Request.of("a").header("delay-target-topic", "orders").header("delay-ms", "50");

    // When
    scheduler.receive("delay-requests", record.at(0));
    scheduler.advance(49);
    var early = scheduler.delivered();
    scheduler.advance(1);

    // Then
    assertThat(early).isEmpty();
    assertThat(scheduler.delivered()).containsExactly("a");
  }

  @Test
  void aRecordFromTheFutureDelaysFromNow() {
    // Given
    var record = Request.of("a").header("delay-target-topic", "orders").header("delay-ms", "50");

    // When
    scheduler.receive("delay-requests", record.at(START + 1_000_000));
    scheduler.advance(50);

    // Then
    assertThat(scheduler.delivered()).containsExactly("a");
  }
}
