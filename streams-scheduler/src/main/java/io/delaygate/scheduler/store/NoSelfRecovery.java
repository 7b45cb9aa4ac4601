package io.delaygate.scheduler.store;

import org.rocksdb.AbstractEventListener;
import org.rocksdb.BackgroundErrorReason;
import org.rocksdb.Status;

/**
 * RocksDB listener that refuses RocksDB's own recovery from a full disk. That recovery checks for
 * free space every 5 s, whatever number of retries is set, and a write that waits for a flush is
 * blocked until it ends. With this listener the write fails at once. Thread-safe.
 */
final class NoSelfRecovery extends AbstractEventListener {
  NoSelfRecovery() {
    super(EnabledEventCallback.ON_ERROR_RECOVERY_BEGIN);
  }

  @Override
  public boolean onErrorRecoveryBegin(BackgroundErrorReason reason, Status error) {
    return false;
  }
}
