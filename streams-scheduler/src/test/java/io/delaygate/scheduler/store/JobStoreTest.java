package io.delaygate.scheduler.store;

import static io.delaygate.scheduler.rules.JobExamples.due;
import static io.delaygate.scheduler.rules.JobExamples.prioritized;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.delaygate.schemas.job.Job;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.Random;
import org.apache.kafka.common.utils.Bytes;
import org.apache.kafka.streams.errors.InvalidStateStoreException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.rocksdb.PerfLevel;
import org.rocksdb.RocksDB;
import org.rocksdb.RocksDBException;

/** Tests of jobs and their index as the writer of the task sees them. */
class JobStoreTest {
  private OpenStore jobs;

  @BeforeEach
  void open(@TempDir Path directory) {
    jobs = OpenStore.exactlyOnce(directory);
  }

  @AfterEach
  void close() {
    jobs.close();
  }

  @Test
  void aJobHasOneIndexEntryWhateverHappensToIt() {
    // When
    jobs.put(due("a", 100));
    jobs.put(due("a", 50));
    jobs.store().get(OpenStore.key("a"));
    jobs.put(due("a", 70));
    jobs.put(due("a", 70).parked(900, null));
    jobs.put(due("b", 10));
    jobs.put(due("a", 200));

    // Then
    assertThat(jobs.indexEntries()).isEqualTo(2);
    assertThat(jobs.timeline(0)).containsExactly("b", "a");
  }

  @Test
  void randomChangesLeaveOneIndexEntryPerJob() {
    for (var seed = 0L; seed < 20; seed++) {
      // Given
      var random = new Random(seed);

      // When
      for (var step = 0; step < 300; step++) {
        changeAtRandom(random);
      }

      // Then
      var live = 0;
      for (var id = 0; id < 8; id++) {
        live += jobs.store().get(OpenStore.key("job-" + id)) == null ? 0 : 1;
      }
      assertThat(jobs.indexEntries()).as("seed %d", seed).isEqualTo(live);
    }
  }

  private void changeAtRandom(Random random) {
    var id = "job-" + random.nextInt(8);
    switch (random.nextInt(5)) {
      case 0 -> jobs.delete(id);
      case 1 -> jobs.store().get(OpenStore.key("job-" + random.nextInt(8)));
      case 2 -> jobs.put(due(id, random.nextInt(50)).parked(random.nextInt(50), null));
      case 3 -> jobs.timeline(random.nextInt(50));
      default -> jobs.put(due(id, random.nextInt(50)));
    }
  }

  @Test
  void aDeletedJobIsGoneFromBoth() {
    // Given
    jobs.put(due("a", 100));

    // When
    var removed = jobs.store().delete(OpenStore.key("a"));
    jobs.delete("never there");

    // Then
    assertThat(removed).isEqualTo(JobCodec.encode(due("a", 100)));
    assertThat(jobs.store().get(OpenStore.key("a"))).isNull();
    assertThat(jobs.indexEntries()).isZero();
  }

  @Test
  void aScanGoesByPriorityThenWakeThenId() {
    // Given
    write("wake-2", 2, 5, 0);
    write("priority-9", 0, 9, 0);
    write("due-0", 1, 5, 0);
    write("b", 1, 5, 6);
    write("a", 1, 5, 7);
    write("priority-0", 3, 0, 9);
    write("far", 1L << 40, 5, 0);

    // When
    var order = jobs.timeline(0);

    // Then
    assertThat(order)
        .containsExactly("priority-0", "a", "b", "due-0", "wake-2", "far", "priority-9");
  }

  /** Stores a job with this wake time and priority in the head of its bytes, of any value. */
  private void write(String id, long wake, int priority, long due) {
    var stored = JobCodec.encode(due(id, due));
    stored[2] = (byte) priority;
    ByteBuffer.wrap(stored).putLong(3, wake);
    jobs.store().put(OpenStore.key(id), stored);
  }

  @Test
  void aScanBeginsAtItsLowerBound() {
    // Given
    jobs.put(due("a", 10));
    jobs.put(due("b", 20));

    // When
    var from = jobs.timeline(20);
    var after = jobs.timeline(21);

    // Then
    assertThat(from).containsExactly("b");
    assertThat(after).isEmpty();
  }

  @Test
  void aScanNeverTouchesTombstonesBeyondItsEnd(@TempDir Path scratch) throws RocksDBException {
    // Given
    var bucket = ParkingBucket.ofParked(due("x", 0));
    for (var i = 0; i < 1000; i++) {
      jobs.put(due("parked-" + i, 5).parked(100, null));
      jobs.commit();
      jobs.delete("parked-" + i);
    }
    jobs.commit();

    // When
    try (var counter = RocksDB.open(scratch.toString())) {
      counter.setPerfLevel(PerfLevel.ENABLE_COUNT);
      var counts = counter.getPerfContext();
      counts.reset();
      assertThat(jobs.timeline(0)).isEmpty();
      var beyond = counts.getInternalDeleteSkippedCount();
      jobs.ids(start(KeySpaces.PARKED), KeySpaces.after(bucket.prefix()));
      var within = counts.getInternalDeleteSkippedCount();
      counter.setPerfLevel(PerfLevel.DISABLE);

      // Then: the second scan shows that there were tombstones to touch
      assertThat(beyond).isLessThan(1000);
      assertThat(within).isGreaterThanOrEqualTo(1000);
    }
  }

  @Test
  void anIteratorSeesTheIndexAsItWas() {
    // Given
    jobs.put(due("a", 10));
    jobs.put(due("b", 20));

    // When
    try (var entries = jobs.usual()) {
      jobs.put(due("new", 15));
      jobs.delete("b");

      // Then: the later entry is not visible, and the deleted job is skipped
      assertThat(idOf(entries.next().key.get())).isEqualTo("a");
      assertThat(entries.hasNext()).isFalse();
    }
  }

  private static String idOf(byte[] key) {
    return new String(KeySpaces.idOfIndex(key), UTF_8);
  }

  @Test
  void bucketsOfOneTopicDoNotMixWithThoseOfALongerName() {
    // Given
    Job[] parked = {
      due("1", 5, "order", null).parked(100, null),
      due("2", 5, "orders", null).parked(100, null),
      due("3", 5, "orders", 0).parked(100, null),
      due("4", 5, "orders", 1).parked(100, null)
    };
    for (var job : parked) {
      jobs.put(job);
    }

    // When
    for (var job : parked) {
      var prefix = ParkingBucket.ofParked(job).prefix();
      var bucket = jobs.ids(Bytes.wrap(prefix), KeySpaces.after(prefix));

      // Then
      assertThat(bucket).containsExactly(job.id().text());
    }
  }

  @Test
  void parkedJobsOfATargetGoByPriorityThenDueTimeAndNotByTheEndOfTheirPatience() {
    // Given
    jobs.put(prioritized(due("5th", 5).parked(100, null), 9));
    jobs.put(prioritized(due("0th", 50).parked(100, null), 0));
    jobs.put(due("3rd", 30).parked(100, null));
    jobs.put(due("2nd", 20).parked(900, null));
    jobs.put(due("1st", 10).parked(500, null));
    jobs.put(due("also 2nd", 20).parked(50, null));

    // When
    var order = jobs.ids(start(KeySpaces.PARKED), start(KeySpaces.ENDED));

    // Then
    assertThat(order).containsExactly("0th", "1st", "2nd", "also 2nd", "3rd", "5th");
  }

  @Test
  void callersWriteTheKeySpaceOfJobsOnly() {
    // When
    var written = assertThatThrownBy(() -> jobs.store().put(OpenStore.USUAL, new byte[40]));

    // Then
    written.isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> jobs.store().all()).isInstanceOf(UnsupportedOperationException.class);
  }

  @Test
  void aClosedStoreSaysSo() {
    // Given
    jobs.put(due("a", 10));
    var entries = jobs.usual();

    // When
    jobs.close();
    jobs.close();

    // Then
    assertThat(jobs.store().isOpen()).isFalse();
    assertThatThrownBy(entries::hasNext).isInstanceOf(InvalidStateStoreException.class);
    assertThatThrownBy(() -> jobs.store().get(OpenStore.key("a")))
        .isInstanceOf(InvalidStateStoreException.class);
    entries.close();
  }

  private static Bytes start(byte space) {
    return Bytes.wrap(KeySpaces.space(space));
  }
}
