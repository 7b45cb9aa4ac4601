package io.delaygate.scheduler.store;

import io.delaygate.schemas.job.Job;
import java.nio.file.Path;
import java.util.Map;
import org.apache.kafka.common.utils.Bytes;
import org.apache.kafka.streams.StreamsConfig;
import org.apache.kafka.streams.state.KeyValueStore;

/** Store of one task with its table, for tests of its readers. */
public final class TaskStores implements AutoCloseable {
  private static final RocksMemory MEMORY = new RocksMemory(64L << 20, 256L << 20);

  private final RocksJobStore jobs;
  private final JobTable table;
  private long offset;

  private TaskStores(Path directory, int partition, OpenJobStores registry) {
    jobs = new RocksJobStore("jobs", MEMORY, registry);
    var home = directory.resolve("task-" + partition).toFile();
    jobs.init(new StoreContext(home, StreamsConfig.EXACTLY_ONCE_V2, partition), jobs);
    table = new JobTable(jobs, registry, partition);
  }

  /** Opens an empty store of a partition and adds it to the registry. */
  public static TaskStores open(Path directory, int partition, OpenJobStores registry) {
    return new TaskStores(directory, partition, registry);
  }

  /** The task's table. */
  public JobTable table() {
    return table;
  }

  KeyValueStore<Bytes, byte[]> jobs() {
    return jobs;
  }

  /** The store as readers in other threads see it. */
  public JobReader reader() {
    return jobs.reader();
  }

  /** Stores a job. */
  public void add(Job job) {
    table.put(job);
    commit();
  }

  /** Commits, as after a committed transaction. */
  public void commit() {
    jobs.commit(Map.of(OpenStore.CHANGELOG, ++offset));
  }

  /** Counts a job that does not exist. */
  public void miscount(Job job) {
    jobs.counted().moved(null, IndexEntry.of(job.id().bytes(), JobCodec.encode(job)));
    commit();
  }

  @Override
  public void close() {
    jobs.close();
  }
}
