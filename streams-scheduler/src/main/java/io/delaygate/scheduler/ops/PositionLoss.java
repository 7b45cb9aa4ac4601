package io.delaygate.scheduler.ops;

import java.util.Locale;

/**
 * Reason why reading of a command partition cannot continue at the last position and restarts at
 * the beginning, so that commands may be lost or repeated.
 */
enum PositionLoss {
  /** The next records were deleted. */
  DELETED,

  /** The log ends before that position: the topic was recreated, or brokers lost its end. */
  TRUNCATED,

  /** Kafka does not know the position any more. */
  FORGOTTEN;

  String label() {
    return name().toLowerCase(Locale.ROOT);
  }
}
