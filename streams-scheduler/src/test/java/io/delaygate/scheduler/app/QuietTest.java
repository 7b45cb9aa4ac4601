package io.delaygate.scheduler.app;

import static io.delaygate.scheduler.app.SchedulerDriver.START;
import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import org.rocksdb.RocksDBException;

/** Tests that waiting costs nothing: without a due job, a punctuation reads no store. */
class QuietTest {
  @RegisterExtension final SchedulerDriver scheduler = new SchedulerDriver();

  @Test
  void aPunctuationWithNothingDueReadsNoStore(@TempDir Path scratch) throws RocksDBException {
    // Given
    var far = Duration.ofDays(2).toMillis();
    for (var i = 0; i < 100; i++) {
      scheduler.send(prioritized("job-" + i, i % 10, START + far));
    }
    scheduler.advance(1);

    // When
    try (var reads = new StoreReads(scratch)) {
      for (var hour = 0; hour < 40; hour++) {
        scheduler.advance(Duration.ofHours(1).toMillis());
      }
      var waiting = reads.reads();
      scheduler.advanceTo(START + far);

      // Then
      assertThat(waiting).isZero();
      assertThat(reads.reads()).isPositive();
    }
    assertThat(scheduler.delivered()).hasSize(100);
  }

  /**
   * The same after many jobs were delivered or cancelled; {@code -Dquiet.fired=3000000} for a long
   * run.
   */
  @Test
  void norAfterASoak(@TempDir Path scratch) throws RocksDBException {
    // Given
    var fired = Integer.getInteger("quiet.fired", 3_000);
    var far = START + Duration.ofDays(2).toMillis();
    scheduler.send(Request.schedule("far", "orders", far));
    for (var first = 0; first < fired; first += 1_000) {
      soak(first);
    }
    scheduler.advance(Duration.ofMinutes(15).toMillis());
    while (scheduler.find("fired-" + (fired - 1)) != null) {
      scheduler.advance(Duration.ofSeconds(1).toMillis());
      scheduler.forgetProduced();
    }
    scheduler.advance(Duration.ofSeconds(1).toMillis());

    // When
    try (var reads = new StoreReads(scratch)) {
      for (var tick = 0; tick < 1_000; tick++) {
        scheduler.advance(10);
      }
      var waiting = reads.reads();
      scheduler.advanceTo(far);

      // Then
      assertThat(waiting).isZero();
      assertThat(reads.reads()).isPositive();
      assertThat(reads.tombstonesPassed()).isLessThan(fired);
    }
    assertThat(scheduler.delivered()).containsExactly("far");
  }

  @Test
  void aRunLooksAtThePrioritiesOnlyThatHaveSomethingDue(@TempDir Path scratch)
      throws RocksDBException {
    // Given
    for (var priority = 0; priority < 10; priority++) {
      scheduler.send(prioritized("far-" + priority, priority, START + 5_000));
      scheduler.send(prioritized("near-" + priority, priority, START + 10));
    }
    scheduler.send(prioritized("last", 7, START + 20));
    scheduler.advance(10);
    scheduler.delivered();

    // When
    try (var reads = new StoreReads(scratch)) {
      scheduler.advance(10);

      // Then: each look at another priority would be a seek
      assertThat(reads.reads()).isLessThan(10);
    }
    assertThat(scheduler.delivered()).containsExactly("last");
  }

  private static Request prioritized(String id, int priority, long dueMs) {
    return Request.schedule(id, "orders", dueMs)
        .header("delay-priority", Integer.toString(priority));
  }

  /** Delivers 1,000 jobs, after 333 other jobs were cancelled. */
  private void soak(int first) {
    for (var i = first; i < first + 1_000; i++) {
      scheduler.send(prioritized("fired-" + i, i % 10, scheduler.nowMs() + 10));
      if (i % 3 == 0) {
        scheduler.send(Request.schedule("cancelled-" + i, "orders", scheduler.nowMs() + 60_000));
        scheduler.send(Request.cancel("cancelled-" + i));
      }
    }
    for (var delivered = 0; delivered < 1_000; delivered += scheduler.delivered().size()) {
      scheduler.advance(10);
    }
    scheduler.forgetProduced();
  }
}
