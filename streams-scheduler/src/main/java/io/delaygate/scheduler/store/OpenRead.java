package io.delaygate.scheduler.store;

/** Holds on to an open database. The store closes it before the database. */
interface OpenRead extends AutoCloseable {
  /** Lets go; idempotent, from any thread. */
  @Override
  void close();
}
