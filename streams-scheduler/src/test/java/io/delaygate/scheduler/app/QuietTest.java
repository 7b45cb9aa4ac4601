package io.delaygate.scheduler.app;

import static io.delaygate.scheduler.app.SchedulerDriver.START;
import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import org.rocksdb.RocksDBException;

/** What costs nothing: waiting. */
class QuietTest {
  @RegisterExtension final SchedulerDriver scheduler = new SchedulerDriver();

  @Test
  void aPunctuationWithNothingDueReadsNoStore(@TempDir Path scratch) throws RocksDBException {
    // Given
    var far = Duration.ofDays(2).toMillis();
    for (var i = 0; i < 100; i++) {
      scheduler.send(Request.schedule("job-" + i, "orders", START + far));
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
      assertThat(reads.reads()).isGreaterThan(100);
    }
    assertThat(scheduler.delivered()).hasSize(100);
  }

  /** {@code -Dquiet.fired=3000000} for a long soak; what was fired and cancelled leaves nothing. */
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
      scheduler.logged("jobs");
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

  /** 1,000 jobs are delivered, and 333 cancelled before. */
  private void soak(int first) {
    for (var i = first; i < first + 1_000; i++) {
      scheduler.send(Request.schedule("fired-" + i, "orders", scheduler.nowMs() + 10));
      if (i % 3 == 0) {
        scheduler.send(Request.schedule("cancelled-" + i, "orders", scheduler.nowMs() + 60_000));
        scheduler.send(Request.cancel("cancelled-" + i));
      }
    }
    for (var delivered = 0; delivered < 1_000; delivered += scheduler.delivered().size()) {
      scheduler.advance(10);
    }
    scheduler.logged("jobs");
  }
}
