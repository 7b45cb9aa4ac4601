package io.delaygate.scheduler.store;

import static io.delaygate.scheduler.rules.JobExamples.due;
import static io.delaygate.scheduler.rules.JobExamples.prioritized;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.delaygate.schemas.job.Job;
import io.delaygate.schemas.job.JobState;
import io.delaygate.service.query.DuePosition;
import io.delaygate.service.query.JobFilter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.NavigableMap;
import java.util.NoSuchElementException;
import java.util.Random;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests of listings of scheduled and parked jobs: filters, positions and order. */
class DueListingTest {
  private TaskStores task;

  @BeforeEach
  void open(@TempDir Path directory) {
    task = TaskStores.open(directory, 0, new OpenJobStores(System::nanoTime));
  }

  @AfterEach
  void close() {
    task.close();
  }

  @Test
  void scheduledAndParkedJobsOfAllBucketsAreOneOrder() {
    // Given
    task.add(prioritized(due("d", 20), 5));
    task.add(prioritized(due("c", 20, "gone", null).parked(900, null), 5));
    task.add(prioritized(due("b", 20, "gone", 3).parked(900, null), 5));
    task.add(prioritized(due("urgent", 20, "lost", null).parked(900, null), 0));
    task.add(prioritized(due("a", 20, "lost", null).parked(900, null), 5));
    task.add(prioritized(due("idle", 20), 9));
    task.add(prioritized(due("first", 10, "zone", null).parked(40, null), 9));
    task.add(prioritized(due("last", 30), 0));

    // When
    var order = list(JobFilter.ALL, null);

    // Then
    assertThat(order).containsExactly("first", "urgent", "a", "b", "c", "d", "idle", "last");
  }

  @Test
  void idsAreOrderedByTheirBytes() {
    // Given: in UTF-16 the emoji sorts before the other character
    task.add(due("\uD83D\uDE00", 10));
    task.add(due("\uFF21", 10));
    task.add(due("\uD83D\uDE01", 10).parked(90, null));

    // When
    var order = list(JobFilter.ALL, null);

    // Then
    assertThat(order).containsExactly("\uFF21", "\uD83D\uDE00", "\uD83D\uDE01");
  }

  @Test
  void anyFilterFromAnyPositionTakesWhatAModelTakes() {
    for (var seed = 0L; seed < 30; seed++) {
      // Given
      var random = new Random(seed);
      var model = new TreeMap<DuePosition, Job>();
      for (var i = 0; i < 60; i++) {
        addAtRandom(random, seed + "-" + i, model);
      }
      for (var round = 0; round < 30; round++) {
        var filter = filterAtRandom(random, seed);
        var after = random.nextBoolean() ? null : positionAtRandom(random, model);

        // When
        var listed = list(filter, after);

        // Then
        var expected = new ArrayList<String>();
        (after == null ? model : model.tailMap(after, false))
            .values().stream()
                .filter(job -> passes(job, filter))
                .forEach(job -> expected.add(job.id().text()));
        assertThat(listed).as("seed %d, %s after %s", seed, filter, after).isEqualTo(expected);
      }
      model.values().forEach(job -> task.table().remove(job.id()));
    }
  }

  private void addAtRandom(Random random, String id, NavigableMap<DuePosition, Job> model) {
    var partition = random.nextInt(3) == 0 ? Integer.valueOf(random.nextInt(2)) : null;
    var scheduled = due(id, random.nextInt(10), "topic-" + random.nextInt(3), partition);
    var job = random.nextBoolean() ? scheduled.parked(random.nextInt(50), null) : scheduled;
    var priority = random.nextInt(3);
    task.add(prioritized(job, priority));
    model.put(position(job, priority), job);
  }

  private static DuePosition position(Job job, int priority) {
    return new DuePosition(job.times().dueMs(), priority, job.id().bytes());
  }

  private static JobFilter filterAtRandom(Random random, long seed) {
    var states = new JobState[] {null, JobState.SCHEDULED, JobState.PARKED};
    return new JobFilter(
        random.nextBoolean() ? null : "topic-" + random.nextInt(4),
        states[random.nextInt(3)],
        random.nextBoolean() ? 0 : random.nextInt(10),
        random.nextBoolean() ? Long.MAX_VALUE : random.nextInt(11),
        random.nextBoolean() ? "" : seed + "-" + random.nextInt(3),
        null);
  }

  /** The position of a job, or one beside it. */
  private static DuePosition positionAtRandom(Random random, NavigableMap<DuePosition, Job> model) {
    var positions = new ArrayList<>(model.keySet());
    var at = positions.get(random.nextInt(positions.size()));
    return random.nextBoolean()
        ? at
        : new DuePosition(at.dueMs(), random.nextInt(3), "x".getBytes(UTF_8));
  }

  private static boolean passes(Job job, JobFilter filter) {
    var dueMs = job.times().dueMs();
    return (filter.topic() == null || filter.topic().equals(job.target().topic()))
        && (filter.state() == null || filter.state() == job.state())
        && dueMs >= filter.dueFromMs()
        && dueMs < filter.dueToMs()
        && job.id().text().startsWith(filter.idPrefix());
  }

  @Test
  void aJobThatIsNotWantedIsLookedAtAndPassedOver() {
    // Given
    task.add(due("other", 10));
    task.add(due("mine", 20));
    var filter = new JobFilter(null, null, 0, Long.MAX_VALUE, "mi", null);

    // When
    try (var snapshot = task.reader().snapshot()) {
      var listing = snapshot.list(filter, ScanWatermarks.START, null);
      var first = listing.peek();
      var passed = listing.take();
      var second = listing.take();

      // Then
      assertThat(first).isEqualTo(new DuePosition(10, 5, "other".getBytes(UTF_8)));
      assertThat(passed).isNull();
      assertThat(second).isNotNull().extracting(job -> job.id().text()).isEqualTo("mine");
      assertThat(listing.peek()).isNull();
      assertThatThrownBy(listing::take).isInstanceOf(NoSuchElementException.class);
    }
  }

  @Test
  void nothingScheduledIsLookedForBelowTheCursorOfItsPriority() {
    // Given
    task.add(due("below", 10));
    task.add(due("parked", 10).parked(90, null));
    task.add(prioritized(due("urgent", 10), 0));
    task.add(prioritized(due("idle", 30), 9));
    task.add(due("above", 20));
    var cursor = new ScanWatermarks(List.of(0L, 0L, 0L, 0L, 0L, 15L, 0L, 0L, 0L, Long.MAX_VALUE));

    // When
    try (var snapshot = task.reader().snapshot()) {
      var listing = snapshot.list(JobFilter.ALL, cursor, null);

      // Then
      assertThat(rest(listing)).containsExactly("urgent", "parked", "above");
      assertThat(snapshot.isNothingBelow(cursor)).isFalse();
      assertThat(snapshot.isNothingBelow(TimelineProbe.firstWakes(task.jobs()))).isTrue();
    }
  }

  @Test
  void theFirstDueTimesOfBothStatesAreKnown() {
    // Given
    task.add(due("a", 10));
    task.add(due("b", 20));
    task.add(due("later", 9, "lost", null).parked(30, null));
    task.add(due("sooner", 8, "lost", 1).parked(90, null));

    // When
    try (var snapshot = task.reader().snapshot()) {

      // Then
      assertThat(snapshot.firstDueMs(0, ScanWatermarks.START)).hasValue(10);
      assertThat(snapshot.firstDueMs(11, ScanWatermarks.START)).hasValue(20);
      assertThat(snapshot.firstDueMs(21, ScanWatermarks.START)).isEmpty();
      assertThat(snapshot.firstParkedDueMs()).hasValue(8);
    }
  }

  @Test
  void positionsAreOrderedByDueThenPriorityThenId() {
    // Given
    var order =
        List.of(
            new DuePosition(1, 9, new byte[] {9}),
            new DuePosition(2, 0, new byte[] {9}),
            new DuePosition(2, 1, new byte[] {5}),
            new DuePosition(2, 1, new byte[] {5, 0}),
            new DuePosition(2, 1, new byte[] {(byte) 0x80}));

    // Then
    assertThat(order).isSortedAccordingTo(Comparator.naturalOrder()).doesNotHaveDuplicates();
    assertThat(order.get(2)).isEqualTo(new DuePosition(2, 1, new byte[] {5}));
  }

  private List<String> list(JobFilter filter, @Nullable DuePosition after) {
    try (var snapshot = task.reader().snapshot()) {
      return rest(snapshot.list(filter, ScanWatermarks.START, after));
    }
  }

  private static List<String> rest(DueListing listing) {
    var ids = new ArrayList<String>();
    while (listing.peek() != null) {
      var job = listing.take();
      if (job != null) {
        ids.add(job.id().text());
      }
    }
    return ids;
  }
}
