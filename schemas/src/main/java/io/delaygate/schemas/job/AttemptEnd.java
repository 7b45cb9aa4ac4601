package io.delaygate.schemas.job;

/** Way in which an attempt ended. */
public enum AttemptEnd {
  /** The job is done. */
  FINISHED(1),
  /** The worker reported a failure, and the job is delivered again. */
  RELEASED(2),
  /** The lease ended without a report of the worker. */
  TIMED_OUT(3),
  /** The worker gave the job up. */
  BURIED(4),
  /** A command took the job away from the worker, or it expired. */
  WITHDRAWN(5),
  /** The worker that reserved it never began; the next attempt has the same number. */
  HANDED_BACK(6);

  private final byte code;

  AttemptEnd(int code) {
    this.code = (byte) code;
  }

  /** The code in stored bytes; never reused. */
  public byte code() {
    return code;
  }

  /** The end of a stored code. */
  public static AttemptEnd byCode(byte code) {
    return switch (code) {
      case 1 -> FINISHED;
      case 2 -> RELEASED;
      case 3 -> TIMED_OUT;
      case 4 -> BURIED;
      case 5 -> WITHDRAWN;
      case 6 -> HANDED_BACK;
      default -> throw new IllegalStateException("attempt has unknown end code " + code);
    };
  }
}
