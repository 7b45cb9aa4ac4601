package io.delaygate.scheduler.store;

/** Holds on to an open database. The store closes it before the database. */
interface ReadGuard extends AutoCloseable {
  /** Whether the writer is still to be given this job as it was when it was read. */
  default boolean holds(byte[] id) {
    return false;
  }

  /** Lets go; idempotent, from any thread. */
  @Override
  void close();
}
