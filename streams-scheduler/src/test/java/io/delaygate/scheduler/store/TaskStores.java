package io.delaygate.scheduler.store;

import io.delaygate.schemas.job.Job;
import io.delaygate.schemas.job.JobCodec;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import org.apache.kafka.common.serialization.Serdes;
import org.apache.kafka.streams.StreamsConfig;
import org.apache.kafka.streams.processor.api.MockProcessorContext;
import org.apache.kafka.streams.state.KeyValueStore;
import org.apache.kafka.streams.state.Stores;

/** Both stores of one task with its table, for tests of what reads them. */
public final class TaskStores implements AutoCloseable {
  private static final RocksMemory MEMORY = new RocksMemory(64L << 20, 256L << 20);

  private final RocksJobStore jobs;
  private final KeyValueStore<String, Long> ledger;
  private final JobTable table;

  private TaskStores(Path directory, int partition, OpenJobStores registry) {
    jobs = new RocksJobStore("jobs", MEMORY, registry);
    var home = directory.resolve("task-" + partition).toFile();
    jobs.init(new StoreContext(home, StreamsConfig.EXACTLY_ONCE_V2, partition), jobs);
    ledger =
        Stores.keyValueStoreBuilder(
                Stores.inMemoryKeyValueStore("ledger"), Serdes.String(), Serdes.Long())
            .withLoggingDisabled()
            .build();
    ledger.init(new MockProcessorContext<Void, Void>().getStateStoreContext(), ledger);
    table = new JobTable(jobs, ledger);
  }

  /** Opens the empty stores of a partition, which the registry then knows. */
  public static TaskStores open(Path directory, int partition, OpenJobStores registry) {
    return new TaskStores(directory, partition, registry);
  }

  /** The task's table. */
  public JobTable table() {
    return table;
  }

  /** The store as readers of other threads have it. */
  public JobReader reader() {
    return jobs;
  }

  /** The ledger's own store. */
  public KeyValueStore<String, Long> ledger() {
    return ledger;
  }

  /** Stores a job that is new. */
  public void add(Job job) {
    table.put(job, null);
  }

  /** Stores a new job with a priority that no command gives yet. */
  public void add(Job job, int priority) {
    table.put(job, null);
    var stored = JobCodec.encode(job);
    ByteBuffer.wrap(stored).put(2, (byte) priority);
    jobs.put(KeySpaces.job(job.id()), stored);
  }

  /** Changes a job behind the ledger's back. */
  public void addUncounted(Job job) {
    jobs.put(KeySpaces.job(job.id()), JobCodec.encode(job));
  }

  @Override
  public void close() {
    jobs.close();
  }
}
