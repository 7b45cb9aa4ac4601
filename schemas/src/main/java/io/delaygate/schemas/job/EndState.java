package io.delaygate.schemas.job;

/** Final state of a job. */
public enum EndState {
  /** Was handed to its target. */
  DELIVERED(1),
  /** Was dropped by a command. */
  CANCELLED(2),
  /** Was not delivered, or not finished, before its expiry. */
  EXPIRED(3),
  /** Could not be delivered. Only for jobs of an earlier format, which kept no dead letters. */
  DEAD(4),
  /** Was finished by a worker. */
  DONE(5),
  /** Was a dead letter, and dropped by a command or at the end of its retention. */
  DISCARDED(6);

  private final byte code;

  EndState(int code) {
    this.code = (byte) code;
  }

  /** The code in stored bytes; never reused. */
  public byte code() {
    return code;
  }

  /** The state of a stored code. */
  public static EndState byCode(byte code) {
    return switch (code) {
      case 1 -> DELIVERED;
      case 2 -> CANCELLED;
      case 3 -> EXPIRED;
      case 4 -> DEAD;
      case 5 -> DONE;
      case 6 -> DISCARDED;
      default -> throw new IllegalStateException("ended job has unknown state code " + code);
    };
  }
}
