package io.delaygate.scheduler.outbound;

import io.delaygate.schemas.contract.JobId;
import org.apache.kafka.streams.processor.api.Record;
import org.jspecify.annotations.Nullable;

/**
 * Trials of refused records: each is sent in a transaction of its own that is always aborted, so
 * that a refusal costs no other record. Implementations are thread-safe and never block.
 */
public interface Trials {
  /**
   * Begins to try a record, if the breaker says that a trial is due. The verdict goes to the
   * breaker.
   *
   * @param record with the partition that it is for
   * @param job whose delivery it is; null for a reply, an event or a dead letter
   * @return false if it is not tried now
   */
  boolean begin(Record<byte[], OutgoingRecord> record, @Nullable JobId job, long nowMs);

  /** The job is dead, and its record not tried any more. */
  void ended(JobId job);
}
