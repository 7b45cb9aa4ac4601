package io.delaygate.scheduler.query;

import io.delaygate.scheduler.store.OpenJobStores;

/** What queries reach of a process and its tasks. Thread-safe. */
public record Queryable(OpenJobStores stores, ActiveTasks tasks, Condition condition) {
  /** Of a process that has no task yet. */
  public static Queryable empty() {
    return new Queryable(new OpenJobStores(), new ActiveTasks(), new Condition());
  }
}
