package io.delaygate.scheduler.store;

/** Read that needs the database open. The store closes it before the database. */
interface ReadGuard extends AutoCloseable {
  /** Whether the writer is still to be given this job as it was when it was read. */
  default boolean holds(byte[] id) {
    return false;
  }

  /** Ends the read; idempotent, from any thread. */
  @Override
  void close();
}
