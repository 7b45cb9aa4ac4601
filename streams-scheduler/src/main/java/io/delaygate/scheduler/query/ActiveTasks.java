package io.delaygate.scheduler.query;

import java.util.List;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import org.jspecify.annotations.Nullable;

/** The tasks that are active in this process, by partition. Thread-safe. */
public final class ActiveTasks {
  private final ConcurrentMap<Integer, ActiveTask> tasks = new ConcurrentHashMap<>();

  /** A task is ready; it takes the place of what was known of its partition. */
  public void opened(ActiveTask task) {
    tasks.put(task.partition(), task);
  }

  /** A task left; one that came for the same partition since is left alone. */
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
