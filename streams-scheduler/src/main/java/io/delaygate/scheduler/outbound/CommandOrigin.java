package io.delaygate.scheduler.outbound;

/**
 * Position of a command's record as the client sent it; a rerouted command keeps it.
 *
 * @param timestampMs the record's timestamp, epoch milliseconds; 0 or less when it has none
 */
public record CommandOrigin(String topic, int partition, long offset, long timestampMs) {
  /** Start of relative delays: the record's time, but never later than now. */
  long baseMs(long nowMs) {
    return timestampMs <= 0 ? nowMs : Math.min(timestampMs, nowMs);
  }

  String text() {
    return String.join(" ", topic, "" + partition, "" + offset, "" + timestampMs);
  }

  /**
   * Reads what {@link #text} wrote.
   *
   * @throws IllegalArgumentException for anything else
   */
  static CommandOrigin fromText(String text) {
    var parts = text.split(" ", -1);
    if (parts.length != 4) {
      throw new IllegalArgumentException("the origin must have four parts");
    }
    return new CommandOrigin(
        parts[0], Integer.parseInt(parts[1]), Long.parseLong(parts[2]), Long.parseLong(parts[3]));
  }
}
