package io.delaygate.scheduler.app;

import static io.delaygate.scheduler.app.SchedulerDriver.START;
import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.ArrayList;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.rocksdb.RocksDBException;

/** Tests of thousands of jobs in one task: they leave in order, and cancelled jobs cost little. */
class CrowdTest {
  private SchedulerTask task;

  @BeforeEach
  void open(@TempDir Path directory) {
    task = new SchedulerTask(Setup.usual().slice(100), directory);
  }

  @AfterEach
  void close() {
    task.close();
  }

  @Test
  void tenThousandJobsLeaveAHundredPerRunAndInOrder() {
    // Given
    for (var i = 0; i < 10_000; i++) {
      task.send(Request.schedule("job-%05d".formatted(i), "orders", START + 50));
    }
    var sizes = new ArrayList<Integer>();
    var ids = new ArrayList<String>();

    // When
    task.clock(START + 49);
    for (var run = 0; run < 101; run++) {
      task.clock(START + 50 + run);
      var slice = task.delivered();
      sizes.add(slice.size());
      ids.addAll(slice);
    }

    // Then
    assertThat(sizes.subList(0, 100)).containsOnly(100);
    assertThat(sizes.get(100)).isZero();
    assertThat(ids).isSorted().doesNotHaveDuplicates().hasSize(10_000);
  }

  @Test
  void cancelledJobsAheadOfALiveOneAreNotWalkedTwice(@TempDir Path scratch)
      throws RocksDBException {
    // Given
    for (var i = 0; i < 2000; i++) {
      task.send(Request.schedule("job-" + i, "orders", START + 10 + i));
      task.send(Request.cancel("job-" + i));
    }
    task.send(Request.schedule("live", "orders", START + 5000));
    task.clock(START + 10);

    // When
    long passed;
    try (var reads = new StoreReads(scratch)) {
      task.clock(START + 5000);
      passed = reads.tombstonesPassed();
    }

    // Then
    assertThat(task.delivered()).containsExactly("live");
    assertThat(passed).isLessThan(10);
  }
}
