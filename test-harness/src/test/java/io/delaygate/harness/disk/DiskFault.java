package io.delaygate.harness.disk;

import java.util.ArrayList;
import java.util.List;

/**
 * A fault of a disk: what happens to which calls on which files. The numbers of the constants are
 * those of {@code diskfaults.c}.
 */
public record DiskFault(How how, Call call, Files files) {
  /** What happens. */
  public enum How {
    /** Input/output error. */
    BROKEN(1, 5),
    /** No space left on the device. */
    FULL(1, 28),
    /** Half is read or written. */
    SHORT(2, 0),
    /** One bit is another one. */
    FLIPPED(3, 0);

    private final int number;
    private final int error;

    How(int number, int error) {
      this.number = number;
      this.error = error;
    }
  }

  /** Calls. */
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

  /** Files of a store. */
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

  /** All that can happen. */
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

  /** The first numbers of a plan. */
  int[] numbers() {
    return new int[] {how.number, call.number, files.number, how.error};
  }

  @Override
  public String toString() {
    return how + " " + call + " " + files;
  }
}
