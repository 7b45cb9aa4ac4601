package io.delaygate.schemas.command;

/** Due time of a job, absolute or relative, as the sender gave it. */
public sealed interface When {
  /**
   * The due time.
   *
   * @param baseMs what relative delays count from: the record's timestamp, epoch milliseconds
   * @return epoch milliseconds
   */
  long dueMs(long baseMs);

  /** An absolute time, epoch milliseconds, within {@link TimeBounds}. */
  record At(long epochMs) implements When {
    @Override
    public long dueMs(long baseMs) {
      return epochMs;
    }
  }

  /** A delay in milliseconds, not negative and at most the contract's limit. */
  record After(long delayMs) implements When {
    @Override
    public long dueMs(long baseMs) {
      return baseMs + delayMs;
    }
  }
}
