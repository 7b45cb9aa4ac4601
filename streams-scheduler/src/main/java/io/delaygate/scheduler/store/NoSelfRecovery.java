package io.delaygate.scheduler.store;

import org.rocksdb.AbstractEventListener;
import org.rocksdb.BackgroundErrorReason;
import org.rocksdb.Status;

/**
 * RocksDB listener that refuses RocksDB's own recovery from a full disk. That recovery looks for
 * free space each 5 s, however often retries are allowed, and a write that waits for a flush
 * meanwhile waits as long. Without it that write fails at once. Thread-safe.
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
