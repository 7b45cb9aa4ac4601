package io.delaygate.harness.chaos;

import static io.delaygate.harness.broker.Reader.header;
import static io.delaygate.harness.broker.Reader.text;

import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.jspecify.annotations.Nullable;

/**
 * Delivered record in a target.
 *
 * @param where topic, partition and offset, for messages
 * @param dueMs due time in its header
 * @param stampMs its timestamp: in {@link Rig#STAMPED_BY_SCHEDULER} the time of the emission by the
 *     scheduler's clock; in {@link Rig#STAMPED_BY_BROKER} the real time of the write
 * @param attempt number of the attempt of an acknowledged job; 0 otherwise
 * @param lease lease of an acknowledged job; null otherwise
 */
record Delivery(
    String id,
    String where,
    Cargo cargo,
    long dueMs,
    long stampMs,
    int attempt,
    @Nullable String lease) {

  /** The delivery in a record; null if no scheduler has written it. */
  static @Nullable Delivery of(ConsumerRecord<byte[], byte[]> record) {
    var id = header(record, "delay-job-id");
    var due = header(record, "delay-job-due-ms");
    var key = text(record.key());
    var mayLackKey = record.topic().equals(Rig.FRAGILE);
    if (id == null || due == null || !(key == null ? mayLackKey : id.equals(key))) {
      return null;
    }
    var where = "%s-%d/%d".formatted(record.topic(), record.partition(), record.offset());
    var cargo = Cargo.of(record, record.topic());
    var lease = header(record, "delay-job-lease");
    var attempt = header(record, "delay-job-attempt");
    return new Delivery(
        id,
        where,
        cargo,
        Long.parseLong(due),
        record.timestamp(),
        lease == null || attempt == null ? 0 : Integer.parseInt(attempt),
        attempt == null ? null : lease);
  }

  boolean isStampedByBroker() {
    return cargo.topic().equals(Rig.STAMPED_BY_BROKER);
  }

  /** Whether it is an attempt of an acknowledged job. */
  boolean isAttempt() {
    return lease != null;
  }

  @Override
  public String toString() {
    var value = String.valueOf(cargo.value());
    var head = value.substring(0, Math.min(12, value.length()));
    return "%s %s due %d stamped %d%s"
        .formatted(
            where, head, dueMs, stampMs, isAttempt() ? " attempt " + attempt + " " + lease : "");
  }
}
