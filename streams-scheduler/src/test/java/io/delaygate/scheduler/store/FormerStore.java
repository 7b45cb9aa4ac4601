package io.delaygate.scheduler.store;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.delaygate.schemas.job.EndedJob;
import io.delaygate.schemas.job.Job;
import io.delaygate.schemas.job.JobState;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.rocksdb.ColumnFamilyDescriptor;
import org.rocksdb.ColumnFamilyHandle;
import org.rocksdb.DBOptions;
import org.rocksdb.RocksDB;
import org.rocksdb.RocksDBException;

/** Job store in the layout of an earlier version. */
final class FormerStore implements AutoCloseable {
  private static final byte[] NOTHING = new byte[0];

  private final List<ColumnFamilyHandle> families = new ArrayList<>();
  private final RocksDB db;

  /**
   * Opens a store in the layout of the first version, whose index orders by time before priority.
   */
  FormerStore(Path directory, String... further) throws RocksDBException, IOException {
    this(directory, Stream.concat(Stream.of("timeline"), Stream.of(further)).toList());
  }

  /** Opens a store with the present index and counts by topic only. */
  static FormerStore ofNoNamespaces(Path directory) throws RocksDBException, IOException {
    return new FormerStore(directory, List.of("index-2"));
  }

  private FormerStore(Path directory, List<String> indexes) throws RocksDBException, IOException {
    var path = Files.createDirectories(directory.resolve("rocksdb").resolve("jobs"));
    var names = new ArrayList<>(List.of("default", "jobs"));
    names.addAll(indexes);
    var descriptors =
        names.stream().map(name -> new ColumnFamilyDescriptor(name.getBytes(UTF_8))).toList();
    RocksDB.loadLibrary();
    try (var options = new DBOptions()) {
      options.setCreateIfMissing(true).setCreateMissingColumnFamilies(true);
      db = RocksDB.open(options, path.toString(), descriptors, families);
    }
  }

  void add(Job job) throws RocksDBException {
    db.put(families.get(1), job.id().bytes(), JobCodec.encode(job));
    db.put(families.get(2), index(job), NOTHING);
  }

  void add(EndedJob job) throws RocksDBException {
    var stored = EndedJobCodec.encode(job);
    db.put(families.get(1), job.id().bytes(), stored);
    db.put(families.get(2), KeySpaces.index(job.id().bytes(), stored), NOTHING);
  }

  /** Adds a job with an entry in the index of the present layout only. */
  void addToPresent(Job job) throws RocksDBException {
    var stored = JobCodec.encode(job);
    db.put(families.get(1), job.id().bytes(), stored);
    db.put(families.get(2), KeySpaces.index(job.id().bytes(), stored), NOTHING);
  }

  boolean hasStatistics() throws RocksDBException {
    return db.get("ledger".getBytes(UTF_8)) != null;
  }

  /** Adds an entry in the index of the present layout for a job. */
  void addToFurther(Job job) throws RocksDBException {
    var key = KeySpaces.index(job.id().bytes(), JobCodec.encode(job));
    db.put(families.get(3), key, NOTHING);
  }

  /** Writes statistics in their first form: low watermarks of wakes and ends, without counts. */
  void statistics(long wakesMs, long endsMs) throws RocksDBException {
    var form = ByteBuffer.allocate(2 * Long.BYTES).putLong(wakesMs).putLong(endsMs);
    db.put("ledger".getBytes(UTF_8), form.array());
  }

  void offset(long offset) throws RocksDBException {
    var value = ByteBuffer.allocate(Long.BYTES).putLong(offset).array();
    db.put(("offset:" + OpenStore.CHANGELOG).getBytes(UTF_8), value);
  }

  private static byte[] index(Job job) {
    var times = job.times();
    var priority = (byte) job.policy().priority();
    var key = ByteBuffer.allocate(512);
    if (job.state() == JobState.PARKED) {
      var topic = job.target().topic().getBytes(UTF_8);
      key.put(KeySpaces.PARKED).put((byte) topic.length).put(topic).putInt(0);
      key.putLong(times.dueMs()).put(priority);
    } else {
      key.put(KeySpaces.TIMELINE).putLong(times.wakeMs()).put(priority).putLong(times.wakeMs());
    }
    key.put(job.id().bytes());
    return Arrays.copyOf(key.array(), key.position());
  }

  @Override
  public void close() {
    families.forEach(ColumnFamilyHandle::close);
    db.close();
  }
}
