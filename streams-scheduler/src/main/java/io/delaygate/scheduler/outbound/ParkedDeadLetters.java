package io.delaygate.scheduler.outbound;

import io.delaygate.schemas.contract.JobId;
import io.delaygate.schemas.contract.ReasonCode;
import io.delaygate.schemas.job.Job;
import io.delaygate.schemas.job.JobTimes;
import io.delaygate.schemas.job.ParkingReason;
import io.delaygate.schemas.job.Payload;
import io.delaygate.schemas.job.Policy;
import io.delaygate.schemas.job.Target;
import java.util.List;
import org.apache.kafka.streams.processor.api.Record;

/**
 * Factory of parked jobs that keep dead letters while their topic cannot take them: no letter is
 * lost, and no other job waits for one. Their ids have the form of generated ids, with offsets that
 * no partition reaches. For the task's thread only.
 */
final class ParkedDeadLetters {
  /** Above every offset, and still 19 digits: behind it come milliseconds and a number. */
  private static final long FIRST = 9_000_000_000_000_000_000L;

  private static final int PER_MS = 100_000;

  private final int partition;
  private int made;

  ParkedDeadLetters(int partition) {
    this.partition = partition;
  }

  Job of(Record<byte[], OutgoingRecord> letter, long nowMs) {
    made = (made + 1) % PER_MS;
    var topic = letter.value().topic();
    var job =
        Job.scheduled(
            JobId.generated(partition, FIRST + nowMs * PER_MS + made),
            JobTimes.due(nowMs, nowMs),
            new Target(topic, letter.key(), null),
            new Payload(letter.value().bytes(), List.of(letter.headers().toArray())),
            Policy.USUAL);
    var why = "topic '%s' takes no dead letters now".formatted(topic);
    return job.parked(
        Long.MAX_VALUE, new ParkingReason(ReasonCode.TARGET_UNCHECKED, why, nowMs, null));
  }
}
