package io.delaygate.scheduler.query;

import static io.delaygate.scheduler.rules.JobExamples.due;
import static org.assertj.core.api.Assertions.assertThat;

import io.delaygate.scheduler.history.Retention;
import io.delaygate.scheduler.store.JobTable;
import io.delaygate.scheduler.store.TaskStores;
import io.delaygate.schemas.contract.JobId;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Tests of queries to an active task: counts and jobs are of one moment, while the task works on.
 */
class ActiveTaskTest {
  private final ExecutorService streamThread = Executors.newSingleThreadExecutor();
  private ProcessUnderTest process;
  private TaskStores stores;

  @BeforeEach
  void open(@TempDir Path directory) {
    process = new ProcessUnderTest(directory, 1);
    stores = process.active(0);
  }

  @AfterEach
  void close() {
    streamThread.shutdownNow();
    process.close();
  }

  @Test
  void countsAndJobsAgreeWhateverTheWriterDoes() throws Exception {
    // Given
    var read = process.reads().of(Set.of(0)).get(0);
    var counter = new JobCounter(Retention.of(Duration.ZERO), () -> 0);
    var stop = new AtomicBoolean();
    var begun = new CountDownLatch(100);
    var writer =
        streamThread.submit(
            () -> {
              var random = new Random(11);
              while (!stop.get()) {
                transaction(random);
                begun.countDown();
              }
              return true;
            });
    assertThat(begun.await(30, TimeUnit.SECONDS)).isTrue();

    // When
    for (var i = 0; i < 120; i++) {
      var audit = counter.audit(read);

      // Then
      assertThat(audit.get("agrees").asBoolean()).as("audit %d: %s", i, audit).isTrue();
      assertThat(audit.get("scanned")).as("audit %d", i).isEqualTo(audit.get("counts"));
    }
    stop.set(true);
    assertThat(writer.get(30, TimeUnit.SECONDS)).isTrue();
  }

  /** Commits many changes in one transaction, like a slice of due jobs. */
  private void transaction(Random random) {
    for (var i = 0; i < 20; i++) {
      change(stores.table(), random);
    }
    stores.commit();
  }

  private static void change(JobTable table, Random random) {
    var id = new JobId("job-" + random.nextInt(50));
    var stored = table.get(id);
    if (stored != null && random.nextInt(3) == 0) {
      table.remove(stored.id());
      return;
    }
    var job = due(id.text(), random.nextInt(100), "topic-" + random.nextInt(3), null);
    table.put(random.nextInt(3) == 0 ? job.parked(500, null) : job);
  }

  @Test
  void aLateEndOfATaskDoesNotHideItsSuccessor() {
    // Given
    var first = process.task(0, stores);
    var second = process.task(0, stores);

    // When
    process.tasks().closed(first);

    // Then
    assertThat(process.tasks().find(0)).isSameAs(second);
    process.tasks().closed(second);
    assertThat(process.tasks().find(0)).isNull();
  }

  @Test
  void anAuditSeesACountThatIsWrong() {
    // Given
    var read = process.reads().of(Set.of(0)).get(0);
    stores.add(due("a", 10));

    // When
    stores.miscount(due("b", 20));

    // Then
    var audit = new JobCounter(Retention.of(Duration.ZERO), () -> 0).audit(read);
    assertThat(audit.get("agrees").asBoolean()).isFalse();
    assertThat(audit.get("counts").get(0).get("jobs").asLong()).isEqualTo(2);
    assertThat(audit.get("scanned").get(0).get("jobs").asLong()).isEqualTo(1);
  }

  @Test
  void anAuditSeesACursorThatIsTooHigh() {
    // Given
    var read = process.reads().of(Set.of(0)).get(0);
    stores.add(due("a", 10));

    // When
    stores.table().waking(5).close();
    stores.table().nothingWakesBefore(11, 5);
    stores.commit();

    // Then
    var audit = new JobCounter(Retention.of(Duration.ZERO), () -> 0).audit(read);
    assertThat(audit.get("agrees").asBoolean()).isFalse();
  }
}
