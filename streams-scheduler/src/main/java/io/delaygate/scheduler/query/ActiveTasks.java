package io.delaygate.scheduler.query;

import java.util.List;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import org.jspecify.annotations.Nullable;

/** Registry of the active tasks of this process, by partition. Thread-safe. */
public final class ActiveTasks {
  private final ConcurrentMap<Integer, ActiveTask> tasks = new ConcurrentHashMap<>();

  /** Adds a task that is ready, in place of an earlier one of its partition. */
  public void opened(ActiveTask task) {
    tasks.put(task.partition(), task);
  }

  /** Removes a task that left; a later task of the same partition stays. */
  public void closed(ActiveTask task) {
    tasks.remove(task.partition(), task);
  }

  /** The partitions of all of them, in order. */
  List<Integer> partitions() {
    return tasks.keySet().stream().sorted().toList();
  }

  @Nullable ActiveTask find(int partition) {
    return tasks.get(partition);
  }
}
