package io.delaygate.scheduler.store;

/**
 * Low watermark below which a time order of the index has no entry, so that scans skip the
 * tombstones there. Each new entry lowers it to its own time if need be; a scan that found nothing
 * below a later time raises it. One thread changes it at a time, any thread reads it.
 */
final class LowWatermark {
  /** The initial value: nothing was scanned. */
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
