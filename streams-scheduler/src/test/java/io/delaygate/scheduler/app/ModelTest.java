package io.delaygate.scheduler.app;

import static org.assertj.core.api.Assertions.assertThat;

import io.delaygate.scheduler.store.TimelineProbe;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.Collectors;
import java.util.stream.LongStream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Random plans against the simplest scheduler that could be right: a map of due times. */
class ModelTest {
  private static final int STEPS = 40;
  private static final int IDS = 12;

  static LongStream seeds() {
    return LongStream.range(0, 200);
  }

  @ParameterizedTest(name = "seed {0}")
  @MethodSource("seeds")
  void deliversEachJobOnceInOrderAndNeverEarly(long seed) {
    var random = new Random(seed);
    var pending = new HashMap<String, Long>();
    try (var scheduler = new SchedulerDriver()) {
      for (var step = 0; step < STEPS; step++) {
        // When
        var expected = step(random, scheduler, pending);

        // Then
        assertThat(scheduler.delivered()).as("seed %d, step %d", seed, step).isEqualTo(expected);
        holds(scheduler, pending, "seed %d, step %d".formatted(seed, step));
      }
    }
  }

  private static List<String> step(
      Random random, SchedulerDriver scheduler, Map<String, Long> pending) {
    var id = "job-" + random.nextInt(IDS);
    var dueMs = scheduler.nowMs() + random.nextInt(60) - 5;
    switch (random.nextInt(6)) {
      case 0 -> {
        scheduler.send(Request.cancel(id));
        pending.remove(id);
      }
      case 1 -> {
        scheduler.send(Request.reschedule(id, dueMs));
        pending.computeIfPresent(id, (same, old) -> dueMs);
      }
      case 2 -> {
        scheduler.advance(random.nextInt(40));
        scheduler.advance(1);
      }
      case 3 -> {
        scheduler.send(Request.fire(id));
        pending.computeIfPresent(id, (same, old) -> scheduler.nowMs());
      }
      default -> {
        scheduler.send(Request.schedule(id, "orders", dueMs));
        pending.put(id, dueMs);
      }
    }
    return takeDue(pending, scheduler.nowMs());
  }

  private static List<String> takeDue(Map<String, Long> pending, long nowMs) {
    var due =
        pending.entrySet().stream()
            .filter(job -> job.getValue() <= nowMs)
            .sorted(Map.Entry.<String, Long>comparingByValue().thenComparing(Map.Entry::getKey))
            .map(Map.Entry::getKey)
            .collect(Collectors.toList());
    due.forEach(pending::remove);
    return due;
  }

  private static void holds(SchedulerDriver scheduler, Map<String, Long> pending, String where) {
    var first = pending.values().stream().mapToLong(Long::longValue).min();
    assertThat(TimelineProbe.firstWakeMs(scheduler.jobs()))
        .as(where)
        .isEqualTo(first.orElse(Long.MAX_VALUE));
    var cursor = scheduler.ledger().get("cursor");
    assertThat(cursor == null ? 0 : cursor)
        .as(where)
        .isLessThanOrEqualTo(TimelineProbe.firstWakeMs(scheduler.jobs()));
    var count = scheduler.ledger().get("SCHEDULED/orders");
    assertThat(count == null ? 0 : count).as(where).isEqualTo(pending.size());
  }
}
