package io.delaygate.schemas.job;

/** The states in which a job lies in the store. */
public enum JobState {
  /** Waits for its due time. */
  SCHEDULED(1),
  /** Is due, and waits for its target to exist and be writable. */
  PARKED(2);

  private final byte code;

  JobState(int code) {
    this.code = (byte) code;
  }

  /** The code in stored bytes; never reused. */
  public byte code() {
    return code;
  }

  /** The state of a stored code. */
  public static JobState byCode(byte code) {
    return switch (code) {
      case 1 -> SCHEDULED;
      case 2 -> PARKED;
      default -> throw new IllegalStateException("stored job has unknown state code " + code);
    };
  }
}
