package io.delaygate.scheduler.store;

import io.delaygate.schemas.contract.JobId;
import io.delaygate.schemas.job.KnownJob;
import org.jspecify.annotations.Nullable;

/**
 * The jobs of one task, for readers of any thread. Once the store is closed, each call and what it
 * returned before throws {@link org.apache.kafka.streams.errors.InvalidStateStoreException}.
 */
public interface JobReader {
  /** The job of that id, pending or ended, null when there is none. */
  @Nullable KnownJob find(JobId id);

  /** Counts and cursor of this moment. */
  LedgerView ledger();

  /** All jobs of this moment. Must be closed, and soon: it keeps files that could be dropped. */
  JobSnapshot snapshot();
}
