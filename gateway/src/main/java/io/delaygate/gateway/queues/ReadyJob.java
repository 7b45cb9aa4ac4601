package io.delaygate.gateway.queues;

import io.delaygate.gateway.schedulers.FoundJob;
import io.delaygate.schemas.contract.JobId;
import io.delaygate.schemas.job.JobState;
import java.util.Optional;
import org.apache.kafka.clients.consumer.ConsumerRecord;

/**
 * Job that is or was ready, with the record that would deliver it.
 *
 * @param lease of that attempt
 */
public record ReadyJob(JobId id, String lease, ConsumerRecord<byte[], byte[]> record) {
  /** A job as a scheduler shows it; empty if it is not ready. */
  static Optional<ReadyJob> of(FoundJob seen) {
    return seen.state().equals(JobState.READY.name())
        ? Optional.of(reserved(seen))
        : Optional.empty();
  }

  /** A job that was ready, and is reserved as that same attempt. */
  static ReadyJob reserved(FoundJob seen) {
    var id = seen.id();
    var record = new ConsumerRecord<byte[], byte[]>(seen.topic(), 0, 0, id.bytes(), seen.value());
    seen.headers().forEach(record.headers()::add);
    return new ReadyJob(id, seen.view().path("lease").asText(), record);
  }
}
