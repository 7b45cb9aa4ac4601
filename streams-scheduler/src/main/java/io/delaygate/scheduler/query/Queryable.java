package io.delaygate.scheduler.query;

import io.delaygate.scheduler.store.OpenJobStores;
import java.util.function.LongSupplier;

/** What queries reach of a process and its tasks. Thread-safe. */
public record Queryable(OpenJobStores stores, ActiveTasks tasks, InstanceState condition) {
  /** Of a process that has no task yet. */
  public static Queryable empty(LongSupplier ticker) {
    return of(new OpenJobStores(ticker));
  }

  /** The same, with stores that may be opened already. */
  public static Queryable of(OpenJobStores stores) {
    return new Queryable(stores, new ActiveTasks(), new InstanceState());
  }
}
