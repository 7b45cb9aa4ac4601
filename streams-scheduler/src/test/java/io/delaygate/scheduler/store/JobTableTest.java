package io.delaygate.scheduler.store;

import static io.delaygate.scheduler.rules.JobExamples.due;
import static io.delaygate.scheduler.rules.JobExamples.prioritized;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.delaygate.schemas.contract.JobId;
import io.delaygate.schemas.job.EndState;
import io.delaygate.schemas.job.EndedJob;
import io.delaygate.schemas.job.Job;
import io.delaygate.schemas.job.Policy;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests of jobs, counts and cursor together. */
class JobTableTest {
  private OpenStore jobs;
  private JobTable table;

  @BeforeEach
  void open(@TempDir Path directory) {
    jobs = OpenStore.exactlyOnce(directory);
    table = table();
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
      assertThat(counts(jobs.statistics())).as("seed %d", seed).isEqualTo(expected);
      assertThat(table.pending()).as("seed %d", seed).isEqualTo(model.size());
      assertThat(counts(stored())).as("seed %d", seed).isEqualTo(expected);
      model.values().forEach(job -> table.remove(job.id()));
    }
  }

  /** Statistics as the next owner reads them. */
  private StatisticsView stored() {
    return StoredStatistics.open(jobs.store().database()).statistics().view();
  }

  private void change(Random random, Map<String, Job> model) {
    var id = "job-" + random.nextInt(10);
    var job = due(id, random.nextInt(100), "topic-" + random.nextInt(3), null);
    switch (random.nextInt(6)) {
      case 0 -> {
        if (table.get(new JobId(id)) != null) {
          table.remove(new JobId(id));
        }
        model.remove(id);
      }
      case 1 -> {
        table.put(EndedJob.of(job, EndState.CANCELLED, random.nextInt(100)));
        model.remove(id);
      }
      default -> {
        job = random.nextInt(3) == 0 ? job.parked(500, null) : job;
        table.put(job);
        model.put(id, job);
      }
    }
  }

  @Test
  void aCountBelowNothingIsABrokenContract() {
    // Given
    var never = IndexEntry.of(due("never", 5).id().bytes(), JobCodec.encode(due("never", 5)));

    // When
    var removed = assertThatThrownBy(() -> jobs.store().counted().moved(never, null));

    // Then
    removed.isInstanceOf(IllegalStateException.class);
  }

  @Test
  void aJobThatCameBackTakesNoPlaceOfEndedOnes() {
    // Given
    table.put(EndedJob.of(due("a", 5), EndState.DELIVERED, 100));
    table.put(EndedJob.of(due("b", 5), EndState.DELIVERED, 100));
    jobs.commit();
    table.put(due("a", 500));

    // When
    table.removeEnded(200, 1);

    // Then
    assertThat(table.get(new JobId("a"))).isNotNull();
    assertThat(table.get(new JobId("b"))).isNull();
  }

  @Test
  void endedJobsLeaveInTheOrderOfTheirEnds() {
    // Given
    for (var i = 9; i >= 0; i--) {
      table.put(EndedJob.of(due("job-" + i, 5), EndState.DELIVERED, 100 + i));
    }
    table.put(due("job-3", 500));

    // When
    table.removeEnded(108, 4);

    // Then: the third job is pending again, so it is not an ended one
    assertThat(table.firstEndedMs()).isEqualTo(105);
    assertThat(IntStream.range(0, 10).filter(i -> table.get(id(i)) != null))
        .containsExactly(3, 5, 6, 7, 8, 9);
    table.removeEnded(108, 100);
    assertThat(table.firstEndedMs()).isEqualTo(108);
    table.put(EndedJob.of(due("behind", 5), EndState.DELIVERED, 50));
    assertThat(table.firstEndedMs()).isEqualTo(50);
    table.removeEnded(Long.MAX_VALUE, 100);
    assertThat(table.firstEndedMs()).isEqualTo(Long.MAX_VALUE);
    assertThat(jobs.indexEntries()).isEqualTo(1);
    assertThat(table.pending()).isEqualTo(1);
  }

  private static JobId id(int number) {
    return new JobId("job-" + number);
  }

  @Test
  void theCursorFollowsTheNearestJobAndIgnoresParkedOnes() {
    // Given
    nothingWakesBefore(Long.MAX_VALUE);

    // When
    table.put(due("far", 500));
    table.put(due("parked", 5).parked(100, null));
    table.put(due("farther", 900));
    table.put(prioritized(due("farthest", 950), 0));

    // Then
    assertThat(table.nextWakeMs()).isEqualTo(500);
    assertThat(table.nextWakeMs(0)).isEqualTo(950);
    assertThat(table.nextWakeMs(9)).isEqualTo(Long.MAX_VALUE);
    assertThat(jobs.statistics().cursor().firstMs()).isEqualTo(500);
    try (var waking = table.waking(5)) {
      assertThat(waking.peekMs()).isEqualTo(500);
      assertThat(waking.next()).extracting(job -> job.id().text()).isEqualTo("far");
    }
  }

  /** Until the commit, readers cannot see that the job was delivered. */
  @Test
  void aJobThatLeftIsTheNextOneUntilThatIsCommitted() {
    // Given
    nothingWakesBefore(Long.MAX_VALUE);
    table.put(due("first", 500));
    table.put(due("second", 900));
    jobs.commit();

    // When
    table.waking(Policy.USUAL.priority()).close();
    table.put(EndedJob.of(due("first", 500), EndState.DELIVERED, 600));
    nothingWakesBefore(900);

    // Then
    assertThat(table.nextWakeMs()).isEqualTo(900);
    assertThat(table.nextSeenWakeMs()).isEqualTo(500);
    jobs.commit();
    assertThat(table.nextSeenWakeMs()).isEqualTo(900);
  }

  /**
   * Otherwise a job that is written below the scan's position during the scan would never leave.
   */
  @Test
  void aScanOfOnePriorityRaisesItsCursorOnlyAndForgetsNothingThatCameMeanwhile() {
    // Given
    nothingWakesBefore(Long.MAX_VALUE);
    table.put(prioritized(due("scanned", 10), 3));
    table.put(prioritized(due("other", 20), 4));

    // When
    table.waking(3).close();
    table.put(prioritized(due("meanwhile", 15), 3));
    table.nothingWakesBefore(100, 3);

    // Then
    assertThat(table.nextWakeMs(3)).isEqualTo(15);
    assertThat(table.nextWakeMs(4)).isEqualTo(20);
  }

  private void nothingWakesBefore(long ms) {
    for (var priority = Policy.FIRST; priority <= Policy.LAST; priority++) {
      table.nothingWakesBefore(ms, priority);
    }
  }

  @Test
  void aNewOwnerFindsTheBucketsOfParkedJobsInTheOrderOfTheirPriorities() {
    // Given
    Job[] parked = {
      due("1", 5, "order", null).parked(100, null),
      due("2", 5, "orders", null).parked(100, null),
      due("3", 5, "orders", 0).parked(100, null),
      due("4", 6, "orders", 0).parked(101, null),
      prioritized(due("5", 9, "zones", null).parked(101, null), 0)
    };
    for (var job : parked) {
      table.put(job);
    }

    // When
    var found = table();

    // Then
    assertThat(found.parked())
        .containsExactly(
            ParkingBucket.ofParked(parked[4]),
            ParkingBucket.ofParked(parked[0]),
            ParkingBucket.ofParked(parked[1]),
            ParkingBucket.ofParked(parked[2]));
    try (var bucket = found.inBucket(ParkingBucket.ofParked(parked[2]))) {
      assertThat(bucket.next().id().text()).isEqualTo("3");
      assertThat(bucket.next().id().text()).isEqualTo("4");
      assertThat(bucket.hasNext()).isFalse();
    }
    found.emptied(ParkingBucket.ofParked(parked[0]));
    assertThat(found.parked()).hasSize(3);
  }

  private JobTable table() {
    return new JobTable(jobs.store(), jobs.registry(), 0);
  }

  private static Map<String, Long> counts(StatisticsView view) {
    var counts = new HashMap<String, Long>();
    view.counts().forEach(of -> counts.put(of.state() + "/" + of.topic(), of.jobs()));
    return counts;
  }

  private static String countKey(Job job) {
    return job.state() + "/" + job.target().topic();
  }
}
