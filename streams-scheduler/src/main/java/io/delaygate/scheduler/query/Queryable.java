package io.delaygate.scheduler.query;

import io.delaygate.scheduler.store.OpenJobStores;

/** What queries reach of the tasks of a process. Thread-safe. */
public record Queryable(OpenJobStores stores, ActiveTasks tasks) {
  /** Of a process that has no task yet. */
  public static Queryable empty() {
    return new Queryable(new OpenJobStores(), new ActiveTasks());
  }
}
