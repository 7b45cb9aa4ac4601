package io.delaygate.harness.disk;

import io.delaygate.scheduler.store.JobStoreFactory;
import io.delaygate.scheduler.store.JobTable;
import io.delaygate.scheduler.store.OpenJobStores;
import io.delaygate.scheduler.store.RocksMemory;
import io.delaygate.scheduler.store.StoreChangelog;
import io.delaygate.scheduler.store.ThreadTransactions;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.utils.Bytes;
import org.apache.kafka.streams.KeyValue;
import org.apache.kafka.streams.StreamsConfig;
import org.apache.kafka.streams.processor.BatchingStateRestoreCallback;
import org.apache.kafka.streams.processor.StateStoreContext;
import org.apache.kafka.streams.processor.TaskId;
import org.apache.kafka.streams.state.KeyValueStore;
import org.apache.kafka.streams.state.internals.WrappedStateStore;
import org.jspecify.annotations.Nullable;

/**
 * The job store of a task with its changelog, used as Kafka Streams uses stores that stage their
 * changes: what is not committed when something fails is gone, the store is closed and opened anew,
 * and restored from its offset, or as a whole where it has none.
 */
final class StoreHost {
  private static final TopicPartition CHANGELOG = new TopicPartition("jobs-changelog", 0);
  private static final TaskId TASK = new TaskId(0, 0);
  private static final int BATCH = 100;

  /** So small that reads reach the disk. */
  private static final RocksMemory MEMORY = new RocksMemory(16 << 10, 32 << 20);

  private final Path task;
  private final ThreadTransactions transactions = new ThreadTransactions(true);
  private final OpenJobStores registry =
      new OpenJobStores(
          System::nanoTime,
          StoreChangelog.UNKNOWN,
          transactions,
          (task, why) -> {
            throw why;
          });
  private final List<KeyValue<byte[], byte[]>> changelog = new ArrayList<>();
  private final List<KeyValue<byte[], byte[]>> uncommitted = new ArrayList<>();
  private @Nullable KeyValueStore<Bytes, byte[]> store;
  private @Nullable JobTable table;
  private @Nullable BatchingStateRestoreCallback restore;

  /**
   * A task that was never there.
   *
   * @param state where the directories of tasks are
   */
  StoreHost(Path state) {
    this.task = state.resolve(TASK.toString());
  }

  boolean isOpen() {
    return table != null;
  }

  JobTable table() {
    if (table == null) {
      throw new IllegalStateException("not open");
    }
    return table;
  }

  /** Opens and restores the store. If that fails it is not open. */
  void open() {
    try {
      init();
      restore(offset() == null ? 0 : offset() + 1);
      store().commit(Map.of(CHANGELOG, changelog.size() - 1L));
      table = new JobTable(logged(store()), registry, 0);
    } catch (RuntimeException failed) {
      closeAfter(failed);
      throw failed;
    }
  }

  private void init() {
    var builder = JobStoreFactory.jobs(MEMORY, registry).withLoggingDisabled();
    @SuppressWarnings("unchecked") // what the builder wraps
    var opening =
        (KeyValueStore<Bytes, byte[]>) ((WrappedStateStore<?, ?, ?>) builder.build()).wrapped();
    try {
      Files.createDirectories(task);
    } catch (IOException failed) {
      throw new UncheckedIOException(failed);
    }
    opening.init(context(), opening);
    store = opening;
  }

  private @Nullable Long offset() {
    return store().committedOffset(CHANGELOG);
  }

  private void restore(long from) {
    for (var first = (int) from; first < changelog.size(); first += BATCH) {
      var records = changelog.subList(first, Math.min(first + BATCH, changelog.size()));
      if (restore != null) {
        restore.restoreAll(records);
      }
    }
  }

  private KeyValueStore<Bytes, byte[]> store() {
    if (store == null) {
      throw new IllegalStateException("not open");
    }
    return store;
  }

  /** What the store asks for; anything else is a fault of this class. */
  private StateStoreContext context() {
    return (StateStoreContext)
        Proxy.newProxyInstance(
            getClass().getClassLoader(),
            new Class<?>[] {StateStoreContext.class},
            (self, method, arguments) ->
                switch (method.getName()) {
                  case "stateDir" -> task.toFile();
                  case "taskId" -> TASK;
                  case "appConfigs" ->
                      Map.of(
                          StreamsConfig.PROCESSING_GUARANTEE_CONFIG, StreamsConfig.EXACTLY_ONCE_V2);
                  case "register" -> {
                    restore = (BatchingStateRestoreCallback) arguments[1];
                    yield null;
                  }
                  default -> throw new UnsupportedOperationException(method.toString());
                });
  }

  /** The store with what is written through it logged, as Kafka Streams hands it out. */
  @SuppressWarnings("unchecked") // a proxy has no other type
  private KeyValueStore<Bytes, byte[]> logged(KeyValueStore<Bytes, byte[]> plain) {
    return (KeyValueStore<Bytes, byte[]>)
        Proxy.newProxyInstance(
            getClass().getClassLoader(),
            new Class<?>[] {KeyValueStore.class},
            (self, method, arguments) -> {
              try {
                var answer = method.invoke(plain, arguments);
                if (method.getName().equals("put")) {
                  var key = ((Bytes) arguments[0]).get();
                  uncommitted.add(new KeyValue<>(key, (byte[]) arguments[1]));
                }
                return answer;
              } catch (InvocationTargetException failed) {
                throw failed.getCause();
              }
            });
  }

  /** The transaction is committed, and the store told so. */
  void commit() {
    transactions.begins();
    changelog.addAll(uncommitted);
    uncommitted.clear();
    transactions.committed();
    store().commit(Map.of(CHANGELOG, changelog.size() - 1L));
  }

  /** Writes what is in memory to the disk. */
  void writeOut() {
    registry.flush();
  }

  /** The task failed: its transaction is aborted, and its store closed as it is. */
  void rollBack(RuntimeException why) {
    uncommitted.clear();
    transactions.aborted();
    if (table != null) {
      table.failed(why);
    }
    closeAfter(why);
  }

  private void closeAfter(RuntimeException why) {
    try {
      close();
    } catch (RuntimeException failed) {
      why.addSuppressed(failed);
    }
  }

  /** Closes it in order, as far as that goes. */
  void close() {
    var closing = store;
    store = null;
    table = null;
    restore = null;
    if (closing != null) {
      closing.close();
    }
  }

  /** What a person does who has looked at what was set aside. */
  void removeSetAside() {
    try (var beside = Files.list(task.resolveSibling(""))) {
      beside.filter(path -> !path.equals(task)).forEach(StoreHost::deleteAll);
    } catch (IOException failed) {
      throw new UncheckedIOException(failed);
    }
  }

  static void deleteAll(Path folder) {
    if (!Files.exists(folder)) {
      return;
    }
    try (var files = Files.walk(folder)) {
      for (var file : files.sorted(Comparator.reverseOrder()).toList()) {
        Files.delete(file);
      }
    } catch (IOException failed) {
      throw new UncheckedIOException(failed);
    }
  }
}
