package io.delaygate.scheduler.query;

import io.delaygate.scheduler.history.Retention;
import io.delaygate.scheduler.ops.Health;
import io.delaygate.scheduler.ops.RecentEmissions.Seen;
import io.delaygate.scheduler.query.Placement.Role;
import io.delaygate.scheduler.reservation.ReservationQueue;
import io.delaygate.scheduler.store.TaskStores;
import io.delaygate.scheduler.view.KnownTargets;
import io.delaygate.scheduler.view.RemadeTopics;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Process with partitions: their stores, and the tasks that are active on them. */
final class ProcessUnderTest implements AutoCloseable {
  private static final Retention RETENTION = Retention.of(Duration.ofMinutes(15));

  private final Path directory;
  private final QueryContext process = QueryContext.empty(System::nanoTime);
  private final KnownTargets targets = new KnownTargets();
  private final RemadeTopics remade = new RemadeTopics(() -> 900);
  private final PaperPlacement placement;
  private final Map<Integer, TaskStores> opened = new HashMap<>();

  ProcessUnderTest(Path directory, int partitions) {
    this.directory = directory;
    placement = new PaperPlacement(partitions);
  }

  PaperPlacement placement() {
    return placement;
  }

  KnownTargets targets() {
    return targets;
  }

  RemadeTopics remade() {
    return remade;
  }

  PartitionReads reads() {
    return new PartitionReads(process, placement, RETENTION, targets.reasons(), remade);
  }

  /** Opens the stores of a partition, without a task. */
  TaskStores store(int partition) {
    var store = TaskStores.open(directory, partition, process.stores());
    opened.put(partition, store);
    return store;
  }

  TaskStores standby(int partition) {
    placement.role(partition, Role.STANDBY);
    return store(partition);
  }

  TaskStores active(int partition) {
    var store = store(partition);
    placement.role(partition, Role.ACTIVE);
    task(partition, store);
    return store;
  }

  ActiveTask task(int partition, TaskStores store) {
    var task = new ActiveTask(partition, new ReservationQueue(() -> {}));
    process.tasks().opened(task);
    return task;
  }

  /** Sets the number of unread commands of a partition that the process reports. */
  void unread(int partition, long commands) {
    var ready = new Health(List.of(), List.of());
    var told = new InstanceState.Told(ready, Seen::nothing, Map.of(partition, commands));
    condition().follow(() -> told);
  }

  TrendRing trends() {
    return process.trends();
  }

  InstanceState condition() {
    return process.condition();
  }

  ActiveTasks tasks() {
    return process.tasks();
  }

  @Override
  public void close() {
    opened.values().forEach(TaskStores::close);
  }
}
