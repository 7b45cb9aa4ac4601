package io.delaygate.harness.chaos;

import static io.delaygate.harness.broker.Reader.header;

import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.jspecify.annotations.Nullable;

/**
 * Dead letter of a job.
 *
 * @param attempt last attempt before the death; 0 if there was none
 * @param cargo target and content of the job
 * @param topic topic of the letter
 * @param stampMs its timestamp: in {@link Rig#CLIENT_LETTERS} the time of the death by the
 *     scheduler's clock; in the general topic the real time of the write
 */
record Letter(String id, String reason, int attempt, Cargo cargo, String topic, long stampMs) {

  /** The letter in a record; null if it is not about a job. */
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
   * The letter with an upper bound for the time of death by the scheduler's clock.
   *
   * @param mostAheadMs greatest lead of that clock
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
