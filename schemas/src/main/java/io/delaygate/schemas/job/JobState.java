package io.delaygate.schemas.job;

/** State of a job in the store. */
public enum JobState {
  /** Waits for its due time, or for that of its next attempt. */
  SCHEDULED(1),
  /** Is due, and waits for its target to take it, or for its turn in its sequence. */
  PARKED(2),
  /** Was delivered, and waits for a worker to report. */
  READY(3),
  /** Was delivered, and one worker has reserved it. */
  RESERVED(4),
  /** Will not be delivered any more, and is kept as a dead letter. */
  DEAD(5);

  private final byte code;

  JobState(int code) {
    this.code = (byte) code;
  }

  /** The code in stored bytes; never reused. */
  public byte code() {
    return code;
  }

  /** Whether the job is not a dead letter. */
  public boolean isPending() {
    return this != DEAD;
  }

  /** Whether an attempt is in progress, which a worker may finish. */
  public boolean isUnderWay() {
    return this == READY || this == RESERVED;
  }

  /** The state of a stored code. */
  public static JobState byCode(byte code) {
    return switch (code) {
      case 1 -> SCHEDULED;
      case 2 -> PARKED;
      case 3 -> READY;
      case 4 -> RESERVED;
      case 5 -> DEAD;
      default -> throw new IllegalStateException("stored job has unknown state code " + code);
    };
  }
}
