package io.delaygate.scheduler.query;

import io.delaygate.scheduler.store.OpenJobStores;
import java.util.function.LongSupplier;

/** Stores, active tasks, state and trends of this process, as queries reach them. Thread-safe. */
public record QueryContext(
    OpenJobStores stores, ActiveTasks tasks, InstanceState condition, TrendRing trends) {
  /** Of a process that has no task yet. */
  public static QueryContext empty(LongSupplier ticker) {
    return of(new OpenJobStores(ticker));
  }

  /** The same, with stores that may be opened already. */
  public static QueryContext of(OpenJobStores stores) {
    return new QueryContext(stores, new ActiveTasks(), new InstanceState(), new TrendRing());
  }
}
