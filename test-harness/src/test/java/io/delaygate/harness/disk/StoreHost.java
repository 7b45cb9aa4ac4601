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
 * Job store of a task with its changelog, used as Kafka Streams uses stores that stage changes:
 * after a failure uncommitted changes are lost, and the store is closed, opened and restored from
 * its offset, or completely if it has none.
 */
final class StoreHost {
  private static final TopicPartition CHANGELOG = new TopicPartition("jobs-changelog", 0);
  private static final TaskId TASK = new TaskId(0, 0);
  private static final int BATCH = 100;

  /** Small enough that reads reach the disk. */
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
   * A new task.
   *
   * @param state folder of the task directories
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

  /** Opens and restores the store; after a failure it is closed. */
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
    @SuppressWarnings("unchecked") // the type that the builder wraps
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

  /** Context with the methods that the store uses; any other method throws. */
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

  /** The store as Kafka Streams hands it out: puts are also logged. */
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

  /** Commits the transaction, and then the store. */
  void commit() {
    transactions.begins();
    changelog.addAll(uncommitted);
    uncommitted.clear();
    transactions.committed();
    store().commit(Map.of(CHANGELOG, changelog.size() - 1L));
  }

  /** Flushes memory to the disk. */
  void writeOut() {
    registry.flush();
  }

  /** Aborts the transaction of the failed task, and closes its store. */
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

  /** Closes the store if it is open. */
  void close() {
    var closing = store;
    store = null;
    table = null;
    restore = null;
    if (closing != null) {
      closing.close();
    }
  }

  /** Deletes stores that were set aside, as an operator does after a look. */
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
