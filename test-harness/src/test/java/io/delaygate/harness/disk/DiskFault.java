package io.delaygate.harness.disk;

import java.util.ArrayList;
import java.util.List;

/**
 * Fault of a disk: its effect, the affected calls, and the affected files. The numbers of the
 * constants are those of {@code diskfaults.c}.
 */
public record DiskFault(How how, Call call, Files files) {
  /** Effect of a fault. */
  public enum How {
    /** Input/output error. */
    BROKEN(1, 5),
    /** No space left on the device. */
    FULL(1, 28),
    /** Half of the bytes are read or written. */
    SHORT(2, 0),
    /** One bit is flipped. */
    FLIPPED(3, 0);

    private final int number;
    private final int error;

    How(int number, int error) {
      this.number = number;
      this.error = error;
    }
  }

  /** Affected calls. */
  public enum Call {
    OPEN(1),
    READ(2),
    WRITE(4),
    SYNC(8),
    /** Resize, reserve, rename, delete. */
    CHANGE(16);

    private final int number;

    Call(int number) {
      this.number = number;
    }
  }

  /** Affected files of a store. */
  public enum Files {
    TABLES(1),
    MANIFEST(2),
    CURRENT(4),
    OPTIONS(8),
    OTHERS(16),
    ALL(31);

    private final int number;

    Files(int number) {
      this.number = number;
    }
  }

  /** All possible faults. */
  public static List<DiskFault> all() {
    var all = new ArrayList<DiskFault>();
    for (var how : How.values()) {
      for (var call : Call.values()) {
        if (canHappen(how, call)) {
          for (var files : Files.values()) {
            all.add(new DiskFault(how, call, files));
          }
        }
      }
    }
    return all;
  }

  private static boolean canHappen(How how, Call call) {
    return switch (how) {
      case BROKEN -> true;
      case FULL -> call != Call.READ;
      case SHORT, FLIPPED -> call == Call.READ || call == Call.WRITE;
    };
  }

  /** The first numbers of a fault in its file. */
  int[] numbers() {
    return new int[] {how.number, call.number, files.number, how.error};
  }

  @Override
  public String toString() {
    return how + " " + call + " " + files;
  }
}
