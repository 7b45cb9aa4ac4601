package io.delaygate.scheduler.query;

import io.delaygate.scheduler.store.OpenJobStores;
import java.util.function.LongSupplier;

/** Stores, active tasks and state of this process, as queries reach them. Thread-safe. */
public record QueryContext(OpenJobStores stores, ActiveTasks tasks, InstanceState condition) {
  /** Of a process that has no task yet. */
  public static QueryContext empty(LongSupplier ticker) {
    return of(new OpenJobStores(ticker));
  }

  /** The same, with stores that may be opened already. */
  public static QueryContext of(OpenJobStores stores) {
    return new QueryContext(stores, new ActiveTasks(), new InstanceState());
  }
}
