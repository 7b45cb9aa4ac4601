package io.delaygate.scheduler.store;

import static io.delaygate.scheduler.rules.JobExamples.due;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.delaygate.schemas.contract.JobId;
import io.delaygate.schemas.job.Job;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import org.apache.kafka.common.serialization.Serdes;
import org.apache.kafka.streams.processor.api.MockProcessorContext;
import org.apache.kafka.streams.state.KeyValueStore;
import org.apache.kafka.streams.state.Stores;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Jobs, counts and cursor together. */
class JobTableTest {
  private OpenStore jobs;
  private KeyValueStore<String, Long> ledger;
  private JobTable table;

  @BeforeEach
  void open(@TempDir Path directory) {
    jobs = OpenStore.exactlyOnce(directory);
    ledger =
        Stores.keyValueStoreBuilder(
                Stores.inMemoryKeyValueStore("ledger"), Serdes.String(), Serdes.Long())
            .withLoggingDisabled()
            .build();
    ledger.init(new MockProcessorContext<Void, Void>().getStateStoreContext(), ledger);
    table = new JobTable(jobs.store(), ledger);
  }

  @AfterEach
  void close() {
    jobs.close();
  }

  @Test
  void countsAreExactAfterAnySequenceOfChanges() {
    for (var seed = 0L; seed < 20; seed++) {
      // Given
      var random = new Random(seed);
      var model = new TreeMap<String, Job>();

      // When
      for (var step = 0; step < 200; step++) {
        change(random, model);
      }

      // Then
      var expected = new HashMap<String, Long>();
      model.values().forEach(job -> expected.merge(countKey(job), 1L, Long::sum));
      assertThat(counts()).as("seed %d", seed).isEqualTo(expected);
      assertThat(table.pending()).as("seed %d", seed).isEqualTo(model.size());
      assertThat(viewed(table.ledger())).as("seed %d", seed).isEqualTo(expected);
      assertThat(viewed(LedgerView.of(ledger))).as("seed %d", seed).isEqualTo(expected);
      assertThat(new JobTable(jobs.store(), ledger).pending()).isEqualTo(model.size());
      model.values().forEach(table::remove);
    }
  }

  private void change(Random random, Map<String, Job> model) {
    var id = "job-" + random.nextInt(10);
    var stored = table.get(new JobId(id));
    if (random.nextInt(4) == 0 && stored != null) {
      table.remove(stored);
      model.remove(id);
      return;
    }
    var job = due(id, random.nextInt(100), "topic-" + random.nextInt(3), null);
    job = random.nextInt(3) == 0 ? job.parked(500) : job;
    table.put(job, stored);
    model.put(id, job);
  }

  @Test
  void aCountBelowNothingIsABrokenContract() {
    // Given
    var never = due("never", 5);

    // When
    table.distrustLedger();
    table.remove(never);

    // Then: only where the ledger is not to be trusted is that no error
    assertThat(table.pending()).isEqualTo(-1);
    var strict = new JobTable(jobs.store(), ledger);
    assertThatThrownBy(() -> strict.remove(never)).isInstanceOf(IllegalStateException.class);
  }

  @Test
  void theCursorFollowsTheNearestJobAndIgnoresParkedOnes() {
    // Given
    table.nothingWakesBefore(Long.MAX_VALUE);

    // When
    table.put(due("far", 500), null);
    table.put(due("parked", 5).parked(100), null);
    table.put(due("farther", 900), null);

    // Then
    assertThat(table.nextWakeMs()).isEqualTo(500);
    assertThat(ledger.get("cursor")).isEqualTo(500);
    assertThat(table.ledger().cursorMs()).isEqualTo(500);
    assertThat(LedgerView.of(ledger).cursorMs()).isEqualTo(500);
    try (var waking = table.waking()) {
      assertThat(waking.peekWakeMs()).isEqualTo(500);
      assertThat(waking.next()).extracting(job -> job.id().text()).isEqualTo("far");
    }
  }

  @Test
  void aNewOwnerFindsTheLanesOfParkedJobs() {
    // Given
    Job[] parked = {
      due("1", 5, "order", null).parked(100),
      due("2", 5, "orders", null).parked(100),
      due("3", 5, "orders", 0).parked(100),
      due("4", 6, "orders", 0).parked(101)
    };
    for (var job : parked) {
      table.put(job, null);
    }

    // When
    var found = new JobTable(jobs.store(), ledger);

    // Then
    assertThat(found.lanes())
        .containsExactlyInAnyOrder(
            ParkingLane.of(parked[0].target()),
            ParkingLane.of(parked[1].target()),
            ParkingLane.of(parked[2].target()));
    try (var lane = found.parked(ParkingLane.of(parked[2].target()))) {
      assertThat(lane.next().id().text()).isEqualTo("3");
      assertThat(lane.next().id().text()).isEqualTo("4");
      assertThat(lane.hasNext()).isFalse();
    }
    found.emptied(ParkingLane.of(parked[0].target()));
    assertThat(found.lanes()).hasSize(2);
  }

  private static Map<String, Long> viewed(LedgerView view) {
    var counts = new HashMap<String, Long>();
    view.counts().forEach(of -> counts.put(of.state() + "/" + of.topic(), of.jobs()));
    return counts;
  }

  private Map<String, Long> counts() {
    var counts = new HashMap<String, Long>();
    try (var entries = ledger.all()) {
      entries.forEachRemaining(entry -> counts.put(entry.key, entry.value));
    }
    counts.remove("cursor");
    return counts;
  }

  private static String countKey(Job job) {
    return job.state() + "/" + job.target().topic();
  }
}
