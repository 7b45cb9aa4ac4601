package io.delaygate.scheduler.clients;

import io.delaygate.scheduler.outbound.FailFastProductionHandler.RefusedRecords;
import io.delaygate.scheduler.targets.RefusedSend;
import io.delaygate.scheduler.targets.SendError;
import io.delaygate.scheduler.targets.SendError.Blame;
import io.delaygate.schemas.contract.JobId;
import io.delaygate.service.directory.TargetCheck;
import java.util.Set;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.RecordTooLargeException;

/**
 * Listener of failed sends of an at-least-once scheduler, which reports them to the circuit
 * breaker. Thread-safe.
 */
public final class FailedSendListener implements RefusedRecords {
  private final SharedClients shared;

  /** Creates a listener for the circuit breaker of these clients. */
  public FailedSendListener(SharedClients shared) {
    this.shared = shared;
  }

  @Override
  public void add(ProducerRecord<byte[], byte[]> record, Exception failure) {
    var partition = record.partition();
    var error = SendError.of(failure);
    if (failure instanceof RecordTooLargeException) {
      shared.sizes().accept(record.topic(), TargetCheck.bytes(record));
    }
    var isAnybodys = error.blame() == Blame.PRODUCER || error.blame() == Blame.OWNERSHIP;
    if (partition != null && !isAnybodys && !shared.vital().test(record.topic())) {
      var job = DeliveredRecord.job(record.headers());
      var jobs = job == null ? Set.<JobId>of() : Set.of(job);
      var isRecord = error.blame() == Blame.RECORD && job != null;
      var words = String.valueOf(failure.getMessage());
      var at = Set.of(new TopicPartition(record.topic(), partition));
      shared
          .breaker()
          .refused(
              new RefusedSend(at, jobs, isRecord, error.reason(), words),
              shared.wall().getAsLong());
    }
  }
}
