package io.delaygate.scheduler.store;

import io.delaygate.schemas.job.Job;
import java.nio.file.Path;
import java.util.Map;
import org.apache.kafka.common.utils.Bytes;
import org.apache.kafka.streams.StreamsConfig;
import org.apache.kafka.streams.state.KeyValueStore;

/** The store of one task with its table, for tests of what reads them. */
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

  /** Opens the empty store of a partition, which the registry then knows. */
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

  /** The store as readers of other threads have it. */
  public JobReader reader() {
    return jobs.reader();
  }

  /** Stores a job. */
  public void add(Job job) {
    table.put(job);
    commit();
  }

  /** As after a transaction that was committed. */
  public void commit() {
    jobs.commit(Map.of(OpenStore.CHANGELOG, ++offset));
  }

  /** Counts a job that is not there. */
  public void miscount(Job job) {
    jobs.counted().moved(null, IndexEntry.of(job.id().bytes(), JobCodec.encode(job)));
    commit();
  }

  @Override
  public void close() {
    jobs.close();
  }
}
