package io.delaygate.scheduler.ops;

import java.util.Locale;

/** Why a partition of commands does not go on where reading had stopped. */
enum PositionLoss {
  /** What came next was deleted. */
  DELETED,

  /** The topic ends before that place: it was made anew, or brokers lost its end. */
  TRUNCATED,

  /** Kafka does not know the place any more. */
  FORGOTTEN;

  String label() {
    return name().toLowerCase(Locale.ROOT);
  }
}
