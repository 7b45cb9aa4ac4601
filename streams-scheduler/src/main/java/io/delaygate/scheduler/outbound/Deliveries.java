package io.delaygate.scheduler.outbound;

import io.delaygate.schemas.contract.DelayHeader;
import io.delaygate.schemas.contract.TextHeader;
import io.delaygate.schemas.job.Job;
import org.apache.kafka.common.header.Headers;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.apache.kafka.streams.processor.api.Record;

/** Factory of the record that a target receives. */
public final class Deliveries {
  private Deliveries() {}

  /**
   * The delivered record of a job.
   *
   * @param partition the target's partition that takes it
   * @param nowMs stamped on it, epoch milliseconds: with the original time an old record could fall
   *     to the target's retention at once
   */
  public static Record<byte[], OutgoingRecord> of(Job job, int partition, long nowMs) {
    var target = job.target();
    var outgoing = new OutgoingRecord(target.topic(), partition, job.payload().value());
    return new Record<>(target.key(), outgoing, nowMs, headers(job));
  }

  private static Headers headers(Job job) {
    var headers = new RecordHeaders(job.payload().headers());
    headers.add(DelayHeader.JOB_ID, job.id().bytes());
    add(headers, DelayHeader.JOB_DUE_MS, Long.toString(job.times().dueMs()));
    if (job.isAcknowledged()) {
      var attempts = job.attempts();
      add(headers, DelayHeader.JOB_ATTEMPT, Integer.toString(attempts.number()));
      add(headers, DelayHeader.JOB_LEASE, job.lease());
      add(headers, DelayHeader.JOB_FIRST_DELIVERED_MS, Long.toString(attempts.firstDeliveredMs()));
      var failure = attempts.lastFailure();
      if (failure != null) {
        add(headers, DelayHeader.JOB_LAST_FAILURE, failure);
      }
    }
    return headers;
  }

  private static void add(Headers headers, String name, String value) {
    headers.add(TextHeader.of(name, value));
  }
}
