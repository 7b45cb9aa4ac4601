package io.delaygate.scheduler.store;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.delaygate.scheduler.rules.JobExamples;
import io.delaygate.schemas.contract.JobId;
import io.delaygate.schemas.job.Job;
import io.delaygate.schemas.job.Policy;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.utils.Bytes;
import org.apache.kafka.streams.KeyValue;
import org.apache.kafka.streams.StreamsConfig;
import org.apache.kafka.streams.state.KeyValueIterator;
import org.jspecify.annotations.Nullable;
import org.rocksdb.RocksDBException;

/** Job store on a directory, with the operations that tests need. */
final class OpenStore implements AutoCloseable {
  static final TopicPartition CHANGELOG = new TopicPartition("delaygate-jobs-changelog", 0);

  /** The timeline bucket of the default priority. */
  static final Bytes USUAL = Bytes.wrap(KeySpaces.timeline(Policy.USUAL.priority()));

  private static final RocksMemory MEMORY = new RocksMemory(64L << 20, 256L << 20);

  private final OpenJobStores registry;
  private final RocksJobStore store;
  private final StoreContext context;
  private long offset = 100;

  private OpenStore(Path directory, String guarantee, RocksMemory memory) {
    this(directory, guarantee, memory, new OpenJobStores(System::nanoTime));
  }

  private OpenStore(Path directory, String guarantee, RocksMemory memory, OpenJobStores registry) {
    this.registry = registry;
    store = new RocksJobStore("jobs", memory, registry);
    context = new StoreContext(directory.toFile(), guarantee);
    store.init(context, store);
  }

  static OpenStore exactlyOnce(Path directory) {
    return new OpenStore(directory, StreamsConfig.EXACTLY_ONCE_V2, MEMORY);
  }

  static OpenStore exactlyOnce(Path directory, StoreChangelog changelog) {
    return exactlyOnce(directory, changelog, new ThreadTransactions(false));
  }

  /** A store that writes staged changes only after it is told that they are committed. */
  static OpenStore transactional(Path directory) {
    return exactlyOnce(directory, StoreChangelog.UNKNOWN, new ThreadTransactions(true));
  }

  private static OpenStore exactlyOnce(
      Path directory, StoreChangelog changelog, ThreadTransactions stages) {
    var registry =
        new OpenJobStores(
            System::nanoTime,
            changelog,
            stages,
            (task, why) -> {
              throw why;
            });
    return new OpenStore(directory, StreamsConfig.EXACTLY_ONCE_V2, MEMORY, registry);
  }

  static OpenStore atLeastOnce(Path directory) {
    return atLeastOnce(directory, MEMORY);
  }

  static OpenStore atLeastOnce(Path directory, RocksMemory memory) {
    return new OpenStore(directory, StreamsConfig.AT_LEAST_ONCE, memory);
  }

  RocksJobStore store() {
    return store;
  }

  OpenJobStores registry() {
    return registry;
  }

  void put(Job job) {
    store.put(KeySpaces.job(job.id().bytes()), JobCodec.encode(job));
  }

  /** Commits, as after a committed transaction. */
  void commit() {
    store.commit(Map.of(CHANGELOG, ++offset));
  }

  /** The counts, after a commit. */
  StatisticsView statistics() {
    commit();
    return store.reader().statistics();
  }

  /** A snapshot of the jobs, after a commit. */
  JobSnapshot snapshot() {
    commit();
    return store.reader().snapshot();
  }

  /** Marks the store as in use, as earlier versions do while they have it open. */
  void markInUse() throws RocksDBException {
    database().db().put(database().offsets(), "in-use".getBytes(UTF_8), new byte[0]);
  }

  void delete(String id) {
    store.put(key(id), null);
  }

  /** Restores one batch by the callback that the store registered, as Streams does. */
  void restore(Logged... records) {
    restore(List.of(records));
  }

  void restore(List<Logged> records) {
    var batch = new ArrayList<KeyValue<byte[], byte[]>>();
    records.forEach(record -> batch.add(new KeyValue<>(record.key(), record.value())));
    context.restore().restoreAll(batch);
  }

  static Logged logged(Job job) {
    return new Logged(KeySpaces.job(job.id().bytes()).get(), JobCodec.encode(job));
  }

  static Logged tombstone(String id) {
    return new Logged(key(id).get(), null);
  }

  static Bytes key(String id) {
    return KeySpaces.job(new JobId(id).bytes());
  }

  /** Ids of the timeline from a time on, in order within each priority. */
  List<String> timeline(long fromMs) {
    var ids = new ArrayList<String>();
    for (var priority = Policy.FIRST; priority <= Policy.LAST; priority++) {
      var bucket = KeySpaces.timeline(priority);
      ids.addAll(ids(Bytes.wrap(KeySpaces.bucketFrom(bucket, fromMs)), KeySpaces.after(bucket)));
    }
    return ids;
  }

  /** The jobs of the {@link #USUAL} bucket; the caller closes it. */
  KeyValueIterator<Bytes, byte[]> usual() {
    return store.range(USUAL, KeySpaces.after(USUAL.get()));
  }

  List<String> ids(Bytes from, Bytes to) {
    var ids = new ArrayList<String>();
    try (var jobs = new WakingJobs(store.range(from, to))) {
      while (jobs.hasNext()) {
        ids.add(jobs.next().id().text());
      }
    }
    return ids;
  }

  /** Number of index entries, including stale ones. */
  long indexEntries() {
    commit();
    var count = 0L;
    var database = database();
    try (var entries = database.walk(database.index())) {
      for (entries.seekToFirst(); entries.isAtKey(); entries.next()) {
        count++;
      }
    } catch (RocksDBException failed) {
      throw new IllegalStateException(failed);
    }
    return count;
  }

  /** Writes an index entry without a job, as restores of an earlier version left them. */
  byte[] staleEntry(String id, long wakeMs) {
    var job = JobExamples.due(id, wakeMs);
    var place = KeySpaces.index(job.id().bytes(), JobCodec.encode(job));
    try {
      database().db().put(database().index(), database().writes(), place, new byte[0]);
    } catch (RocksDBException failed) {
      throw new IllegalStateException(failed);
    }
    return place;
  }

  boolean hasIndexEntry(byte[] place) {
    try {
      return database().db().get(database().index(), place) != null;
    } catch (RocksDBException failed) {
      throw new IllegalStateException(failed);
    }
  }

  /** Flushes the buffers, as RocksDB does when they are full. */
  void flush() {
    commit();
    registry.flush();
  }

  /** Flips two bytes of the data of each file of a family: one among the first keys, one later. */
  void damage(String family) throws IOException {
    for (var file : database().db().getLiveFilesMetaData()) {
      if (new String(file.columnFamilyName(), UTF_8).equals(family)) {
        flip(Path.of(file.path(), file.fileName()), file.size() / 8);
        flip(Path.of(file.path(), file.fileName()), file.size() / 8 * 5);
      }
    }
  }

  private static void flip(Path file, long at) throws IOException {
    try (var bytes = new RandomAccessFile(file.toFile(), "rw")) {
      bytes.seek(at);
      var was = bytes.read();
      bytes.seek(at);
      bytes.write(~was);
    }
  }

  /** Copies the directory as a crash at this moment would leave it. */
  Path crash(Path to) throws RocksDBException, IOException {
    crash(database(), context.stateDir().toPath(), to);
    return to;
  }

  /** The same for any store. */
  static void crash(JobDatabase database, Path from, Path to) throws RocksDBException, IOException {
    database.db().pauseBackgroundWork();
    for (var file : tree(from)) {
      var copy = to.resolve(from.relativize(file).toString());
      Files.createDirectories(copy.getParent());
      Files.copy(file, copy);
    }
    database.db().continueBackgroundWork();
  }

  private static List<Path> tree(Path from) throws IOException {
    try (Stream<Path> files = Files.walk(from)) {
      return files
          .filter(Files::isRegularFile)
          .filter(file -> !file.endsWith("LOCK"))
          .collect(Collectors.toList());
    }
  }

  /**
   * The database below the store, because its interface shows neither flushes nor stale entries.
   */
  private JobDatabase database() {
    return store.database();
  }

  /** Closes and opens the store, as Kafka Streams does when it revives a task. */
  void openAnew() {
    store.close();
    store.init(context, store);
  }

  @Override
  public void close() {
    store.close();
  }

  /** A record of the changelog. */
  record Logged(byte[] key, byte @Nullable [] value) {}
}
