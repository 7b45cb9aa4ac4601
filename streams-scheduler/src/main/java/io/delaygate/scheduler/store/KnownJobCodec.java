package io.delaygate.scheduler.store;

import io.delaygate.schemas.contract.JobId;
import io.delaygate.schemas.job.KnownJob;

/** Decoder of the stored bytes of any job, pending or ended. */
final class KnownJobCodec {
  private KnownJobCodec() {}

  /**
   * Reads the bytes of any job in the store.
   *
   * @throws IllegalStateException if they were written by a later version or are damaged
   */
  static KnownJob decode(JobId id, byte[] stored) {
    return EndedJobCodec.isEnded(stored)
        ? EndedJobCodec.decode(id, stored)
        : JobCodec.decode(id, stored);
  }
}
