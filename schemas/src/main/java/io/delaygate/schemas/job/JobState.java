package io.delaygate.schemas.job;

/** The states in which a job lies in the store. */
public enum JobState {
  /** Waits for its due time, or for that of its next attempt. */
  SCHEDULED(1),
  /** Is due, and waits for its target to exist and be writable. */
  PARKED(2),
  /** Was delivered, and waits for someone to say how that went. */
  READY(3),
  /** Was delivered, and one worker has it. */
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

  /** Whether something may still happen to the job by itself. */
  public boolean isPending() {
    return this != DEAD;
  }

  /** Whether an attempt is under way, which somebody may finish. */
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
