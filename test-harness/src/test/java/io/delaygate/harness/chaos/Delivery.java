package io.delaygate.harness.chaos;

import static io.delaygate.harness.broker.Reader.header;
import static io.delaygate.harness.broker.Reader.text;

import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.jspecify.annotations.Nullable;

/**
 * A record that a target has.
 *
 * @param where topic, partition and offset, for messages
 * @param dueMs as its header says
 * @param stampMs its timestamp: of {@link Rig#STAMPED_BY_SCHEDULER} when it was emitted, by the
 *     clock of the scheduler; of {@link Rig#STAMPED_BY_BROKER} when it was written, in fact
 */
record Delivery(String id, String where, Cargo cargo, long dueMs, long stampMs) {

  /** Null for a record that no scheduler has made. */
  static @Nullable Delivery of(ConsumerRecord<byte[], byte[]> record) {
    var id = header(record, "delay-job-id");
    var due = header(record, "delay-job-due-ms");
    if (id == null || due == null || !id.equals(text(record.key()))) {
      return null;
    }
    var where = "%s-%d/%d".formatted(record.topic(), record.partition(), record.offset());
    var cargo = Cargo.of(record, record.topic());
    return new Delivery(id, where, cargo, Long.parseLong(due), record.timestamp());
  }

  boolean isStampedByBroker() {
    return cargo.topic().equals(Rig.STAMPED_BY_BROKER);
  }

  @Override
  public String toString() {
    var value = String.valueOf(cargo.value());
    return "%s %s due %d stamped %d"
        .formatted(where, value.substring(0, Math.min(12, value.length())), dueMs, stampMs);
  }
}
