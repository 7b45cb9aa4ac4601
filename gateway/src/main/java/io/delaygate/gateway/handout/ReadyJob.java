package io.delaygate.gateway.handout;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.delaygate.schemas.contract.DelayHeader;
import io.delaygate.schemas.contract.JobId;
import java.util.Optional;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.jspecify.annotations.Nullable;

/**
 * A job as its record in the queue shows it.
 *
 * @param lease of the attempt that is ready
 */
record ReadyJob(JobId id, String lease, ConsumerRecord<byte[], byte[]> record) {
  /** Reads a record; empty when it is not one of the scheduler's. */
  static Optional<ReadyJob> of(ConsumerRecord<byte[], byte[]> record) {
    var id = header(record, DelayHeader.JOB_ID);
    var lease = header(record, DelayHeader.JOB_LEASE);
    if (id == null || lease == null) {
      return Optional.empty();
    }
    return JobId.parse(id).map(job -> new ReadyJob(job, new String(lease, UTF_8), record));
  }

  private static byte @Nullable [] header(ConsumerRecord<byte[], byte[]> record, String name) {
    var header = record.headers().lastHeader(name);
    return header == null ? null : header.value();
  }
}
