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
}
