package io.delaygate.scheduler.query;

import io.delaygate.scheduler.store.OpenJobStores;
import java.util.function.LongSupplier;

/** What queries reach of a process and its tasks. Thread-safe. */
public record Queryable(OpenJobStores stores, ActiveTasks tasks, Condition condition) {
  /** Of a process that has no task yet. */
  public static Queryable empty(LongSupplier ticker) {
    return new Queryable(new OpenJobStores(ticker), new ActiveTasks(), new Condition());
  }
}
