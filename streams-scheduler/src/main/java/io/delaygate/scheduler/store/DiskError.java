package io.delaygate.scheduler.store;

import java.nio.file.FileSystemException;
import org.jspecify.annotations.Nullable;
import org.rocksdb.RocksDBException;
import org.rocksdb.Status;

/** Classification of store failures: damage, full disk, or another error of the database. Pure. */
final class DiskError {
  /** The word of the operating system, which has no code in Java. */
  private static final String DISK_FULL = "No space left";

  private DiskError() {}

  /** Whether what lies in the directory is damaged. A full disk is not damage. */
  static boolean isDamage(Throwable failure) {
    var failed = ofRocks(failure);
    if (failed == null || failed.getStatus() == null) {
      return false;
    }
    var status = failed.getStatus();
    var message = String.valueOf(failed.getMessage());
    return status.getCode() == Status.Code.Corruption
        || (status.getCode() == Status.Code.IOError
            && (message.contains("No such file") || message.contains("too short")));
  }

  /** Whether the disk was full. */
  static boolean isDiskFull(Throwable failure) {
    for (var cause = failure; cause != null; cause = cause.getCause()) {
      if (cause instanceof FileSystemException file
          && String.valueOf(file.getReason()).contains(DISK_FULL)) {
        return true;
      }
    }
    var failed = ofRocks(failure);
    return failed != null && String.valueOf(failed.getMessage()).contains(DISK_FULL);
  }

  /** Whether the database could not do something, for another reason than a full disk. */
  static boolean isOfDatabase(Throwable failure) {
    return ofRocks(failure) != null && !isDiskFull(failure);
  }

  private static @Nullable RocksDBException ofRocks(Throwable failure) {
    for (var cause = failure; cause != null; cause = cause.getCause()) {
      if (cause instanceof RocksDBException failed) {
        return failed;
      }
    }
    return null;
  }
}
