package io.delaygate.scheduler.store;

/**
 * A time below which an order has no entry, so that nobody need walk the tombstones there. Each new
 * entry lowers it to its own time if need be; who has looked, and found nothing below a later time,
 * raises it. One thread changes it at a time, any reads.
 */
final class LowWatermark {
  /** Where it begins. */
  static final long NOT_LOOKED = 0;

  private volatile long ms = NOT_LOOKED;
  private long admittedMs = Long.MAX_VALUE;

  /** Epoch milliseconds; {@link Long#MAX_VALUE} where there is no entry at all. */
  long ms() {
    return ms;
  }

  /** There is an entry now. */
  void admit(long entryMs) {
    admittedMs = Math.min(admittedMs, entryMs);
    if (entryMs < ms) {
      ms = entryMs;
    }
  }

  /** Somebody begins to look, and does not see what is admitted from now on. */
  void beginScan() {
    admittedMs = Long.MAX_VALUE;
  }

  /** There was none below this when the scan began. */
  void endScan(long nothingBelowMs) {
    ms = Math.min(nothingBelowMs, admittedMs);
  }
}
