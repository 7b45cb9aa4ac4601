package io.delaygate.harness.chaos;

import static io.delaygate.harness.broker.Reader.header;

import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.jspecify.annotations.Nullable;

/**
 * The dead letter of a job.
 *
 * @param attempt the last one of its life; 0 if there was none
 * @param cargo what the job would deliver, and where to
 * @param topic where it lies
 * @param stampMs in {@link Rig#CLIENT_LETTERS} when the job died, by the clock of the scheduler; in
 *     the topic of all dead letters when it was written, in fact
 */
record Letter(String id, String reason, int attempt, Cargo cargo, String topic, long stampMs) {

  /** Null for a record that is no job's. */
  static @Nullable Letter of(ConsumerRecord<byte[], byte[]> record) {
    var id = header(record, "delay-job-id");
    var reason = header(record, "delay-reason");
    if (id == null || reason == null) {
      return null;
    }
    var attempt = header(record, "delay-job-attempt");
    return new Letter(
        id,
        reason,
        attempt == null ? 0 : Integer.parseInt(attempt),
        Cargo.of(record, String.valueOf(header(record, "delay-target-topic"))),
        record.topic(),
        record.timestamp());
  }

  /**
   * The same with a time before which the job died, by the clock that was read.
   *
   * @param mostAheadMs how far that was ahead at most
   */
  Letter stampedAfterDeath(long mostAheadMs) {
    return topic.equals(Rig.CLIENT_LETTERS)
        ? this
        : new Letter(id, reason, attempt, cargo, topic, stampMs + mostAheadMs);
  }

  @Override
  public String toString() {
    return "%s in attempt %d at %d".formatted(reason, attempt, stampMs);
  }
}
