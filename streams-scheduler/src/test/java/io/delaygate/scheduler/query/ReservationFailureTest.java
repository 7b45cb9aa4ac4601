package io.delaygate.scheduler.query;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import io.delaygate.scheduler.query.PartitionReads.PartitionRead;
import io.delaygate.scheduler.rules.JobExamples;
import io.delaygate.scheduler.store.JobReader;
import io.delaygate.scheduler.store.JobSnapshot;
import io.delaygate.scheduler.store.ReadyListing;
import io.delaygate.scheduler.store.StatisticsView;
import io.delaygate.schemas.contract.JobId;
import io.delaygate.schemas.job.Job;
import io.delaygate.schemas.job.KnownJob;
import io.delaygate.service.query.LeaseDurations;
import java.nio.file.Path;
import java.util.List;
import org.apache.kafka.streams.errors.InvalidStateStoreException;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Test of a store that is closed during a call for ready jobs: claimed jobs become free again. */
class ReservationFailureTest {
  private final ReadyJobs ready =
      new ReadyJobs(job -> JsonNodeFactory.instance.objectNode(), Runnable::run, System::nanoTime);

  @Test
  void jobsThatWereClaimedBeforeAreFreeAgain(@TempDir Path directory) {
    // Given
    try (var process = new ProcessUnderTest(directory, 2)) {
      process.active(0).add(ready("a", 1));
      var closing = process.active(1);
      closing.add(ready("b", 2));
      var reads = process.reads().of(List.of(0, 1));
      var second = new ClosedWhileRead(reads.get(1).jobs(), closing::close);
      var both = List.of(reads.get(0), new PartitionRead(1, second, reads.get(1).task()));

      var lease = new LeaseDurations.Wanted(false, 1_000);

      // When
      assertThatThrownBy(() -> ready.reserve(both, "mails", List.of(lease, lease)))
          .isInstanceOf(InvalidStateStoreException.class);

      // Then
      var told = ready.peek(List.of(reads.get(0)), "mails", 9);
      assertThat(told.get("heads").findValuesAsText("id")).containsExactly("a");
    }
  }

  private static Job ready(String id, int priority) {
    return JobExamples.prioritized(JobExamples.due(id, 500, "mails", null), priority)
        .offered(1_000);
  }

  /** Reader that closes the store after it has found the ready jobs. */
  private record ClosedWhileRead(JobReader all, Runnable close) implements JobReader {
    @Override
    public ReadyListing ready(String topic) {
      var listing = all.ready(topic);
      close.run();
      return listing;
    }

    @Override
    public @Nullable KnownJob find(JobId id) {
      return all.find(id);
    }

    @Override
    public StatisticsView statistics() {
      return all.statistics();
    }

    @Override
    public long position() {
      return all.position();
    }

    @Override
    public JobSnapshot snapshot() {
      return all.snapshot();
    }

    @Override
    public Moment moment() {
      return all.moment();
    }
  }
}
