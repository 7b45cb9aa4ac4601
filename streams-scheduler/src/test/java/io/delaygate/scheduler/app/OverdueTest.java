package io.delaygate.scheduler.app;

import static io.delaygate.scheduler.app.SchedulerDriver.START;
import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Tests that overdue jobs leave by priority, then by due time, then by id. */
class OverdueTest {
  private static final int JOBS = 10_000;
  private static final int SPREAD_MS = 2_000;

  @RegisterExtension final SchedulerDriver scheduler = new SchedulerDriver();

  @Test
  void whatIsOverdueAfterAnOutageLeavesByPriorityFirst() {
    // Given
    var overdue = scheduleAtRandom("orders");

    // When
    scheduler.advance(Duration.ofHours(1).toMillis());
    scheduler.step(20);

    // Then
    assertThat(scheduler.delivered()).isEqualTo(inOrder(overdue));
  }

  @Test
  void whatWasParkedTogetherIsReleasedByPriorityFirst() {
    // Given
    scheduler.topics().add("invoices");
    var parked = scheduleAtRandom("invoices");
    scheduler.topics().drop("invoices");
    scheduler.advance(Duration.ofMinutes(1).toMillis());
    scheduler.step(20);

    // When
    scheduler.topics().add("invoices");
    scheduler.advance(Setup.RECHECK.toMillis());
    scheduler.step(20);

    // Then
    assertThat(scheduler.produced("invoices"))
        .extracting(Delivered::jobId)
        .isEqualTo(inOrder(parked));
  }

  @Test
  void whatComesWhileABacklogLeavesTakesItsPlaceByPriority() {
    // Given
    var overdue = scheduleAtRandom("orders");
    var urgent = new Sent("urgent", 0, START + SPREAD_MS + 1);
    scheduler.advance(SPREAD_MS);
    var before = scheduler.delivered();

    // When
    urgent.to("orders", scheduler);
    scheduler.step(20);

    // Then
    var order = inOrder(overdue);
    order.add(afterUrgent(overdue, before.size()), urgent.id());
    before.addAll(scheduler.delivered());
    assertThat(before).isEqualTo(order);
  }

  /** Place of the urgent job: behind overdue jobs of its priority and those that have left. */
  private static int afterUrgent(List<Sent> overdue, int left) {
    return Math.max(left, (int) overdue.stream().filter(job -> job.priority() == 0).count());
  }

  private List<Sent> scheduleAtRandom(String topic) {
    var random = new Random(5);
    var sent = new ArrayList<Sent>();
    for (var i = 0; i < JOBS; i++) {
      var dueMs = START + 1 + random.nextInt(SPREAD_MS);
      sent.add(new Sent("job-" + i, random.nextInt(10), dueMs));
    }
    sent.forEach(job -> job.to(topic, scheduler));
    Collections.shuffle(sent, random);
    return sent;
  }

  private static List<String> inOrder(List<Sent> jobs) {
    var order =
        Comparator.comparingInt(Sent::priority)
            .thenComparingLong(Sent::dueMs)
            .thenComparing(Sent::id);
    return new ArrayList<>(jobs.stream().sorted(order).map(Sent::id).toList());
  }

  private record Sent(String id, int priority, long dueMs) {
    void to(String topic, SchedulerDriver scheduler) {
      scheduler.send(
          Request.schedule(id, topic, dueMs).header("delay-priority", Integer.toString(priority)));
    }
  }
}
