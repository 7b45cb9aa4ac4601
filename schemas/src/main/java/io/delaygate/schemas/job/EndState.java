package io.delaygate.schemas.job;

/** How a job can end. */
public enum EndState {
  /** Was handed to its target. */
  DELIVERED(1),
  /** Was dropped by a command. */
  CANCELLED(2),
  /** Was not delivered before its expiry. */
  EXPIRED(3),
  /** Could not be delivered and lies in the dead letters. */
  DEAD(4);

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
      default -> throw new IllegalStateException("ended job has unknown state code " + code);
    };
  }
}
