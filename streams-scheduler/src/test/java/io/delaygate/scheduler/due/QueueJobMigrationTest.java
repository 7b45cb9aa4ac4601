package io.delaygate.scheduler.due;

import static org.assertj.core.api.Assertions.assertThat;

import io.delaygate.scheduler.rules.JobExamples;
import io.delaygate.scheduler.store.OpenJobStores;
import io.delaygate.scheduler.store.TaskStores;
import io.delaygate.schemas.contract.JobId;
import io.delaygate.schemas.job.Job;
import io.delaygate.schemas.job.JobTimes;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Objects;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Test of jobs that an earlier version sent to the topic of their queue: they become ready jobs.
 */
class QueueJobMigrationTest {
  private static final long NOW = 1_000;
  private static final int JOBS = 25;

  private TaskStores stores;

  @BeforeEach
  void open(@TempDir Path directory) {
    stores = TaskStores.open(directory, 0, new OpenJobStores(System::nanoTime));
  }

  @AfterEach
  void close() {
    stores.close();
  }

  @Test
  void areOfferedASliceAtATimeAndOthersStayWhereTheyAre() {
    // Given
    for (var i = 0; i < JOBS; i++) {
      stores.add(sent("mail-" + i, "mails", i % 10));
      stores.add(sent("order-" + i, "orders", i % 10));
      stores.add(JobExamples.due("later-" + i, 5_000, "mails", null));
    }
    stores.add(sent("offered", "mails", 5).offered(NOW));
    var former = search();
    assertThat(former.isUnderWay()).isTrue();

    // When
    var slices = 0;
    while (former.isUnderWay() && slices++ < 100) {
      former.run(NOW, budget(10));
    }

    // Then
    assertThat(slices).isBetween(5, 9);
    assertThat(stores.table().inQueue("mails")).isEqualTo(JOBS + 1);
    assertThat(stores.table().inQueue("orders")).isZero();
    assertThat(job("mail-7").times().wakeMs()).isEqualTo(JobTimes.NEVER);
    assertThat(job("order-7").times().wakeMs()).isEqualTo(NOW + 60_000);
    assertThat(search().isUnderWay()).isFalse();
  }

  private QueueJobMigration search() {
    return new QueueJobMigration(
        stores.table(), "mails"::equals, (job, nowMs) -> stores.table().put(job.offered(nowMs)));
  }

  private static DueRunBudget budget(int jobs) {
    return new DueRunBudget(
        new DueRunBudget.Slice(jobs, Duration.ofSeconds(1)), () -> 0, () -> false);
  }

  private Job job(String id) {
    return (Job) Objects.requireNonNull(stores.table().get(new JobId(id)));
  }

  private static Job sent(String id, String topic, int priority) {
    var job = JobExamples.prioritized(JobExamples.due(id, 500, topic, null), priority);
    return job.delivered(NOW, NOW + 60_000);
  }
}
