package io.delaygate.gateway.handout;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.delaygate.gateway.query.SeenJob;
import io.delaygate.schemas.contract.DelayHeader;
import io.delaygate.schemas.contract.JobId;
import io.delaygate.schemas.job.JobState;
import java.util.Optional;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.jspecify.annotations.Nullable;

/**
 * A job as its record in the queue shows it.
 *
 * @param lease of the attempt that is ready
 */
public record ReadyJob(JobId id, String lease, ConsumerRecord<byte[], byte[]> record) {
  /** Reads a record; empty when it is not one of the scheduler's. */
  static Optional<ReadyJob> of(ConsumerRecord<byte[], byte[]> record) {
    var id = header(record, DelayHeader.JOB_ID);
    var lease = header(record, DelayHeader.JOB_LEASE);
    if (id == null || lease == null) {
      return Optional.empty();
    }
    return JobId.parse(id).map(job -> new ReadyJob(job, new String(lease, UTF_8), record));
  }

  /** The same of one that a scheduler shows; empty when it does not wait for a worker. */
  static Optional<ReadyJob> of(SeenJob seen) {
    if (!seen.state().equals(JobState.READY.name())) {
      return Optional.empty();
    }
    var id = seen.id();
    var record = new ConsumerRecord<byte[], byte[]>(seen.topic(), 0, 0, id.bytes(), seen.value());
    seen.headers().forEach(record.headers()::add);
    return Optional.of(new ReadyJob(id, seen.view().path("lease").asText(), record));
  }

  private static byte @Nullable [] header(ConsumerRecord<byte[], byte[]> record, String name) {
    var header = record.headers().lastHeader(name);
    return header == null ? null : header.value();
  }
}
