package io.delaygate.scheduler.outbound;

import org.jspecify.annotations.Nullable;

/**
 * Value of a record with its topic and partition, for a sink whose topic is known only at run time:
 * a sink of Kafka Streams sees key and value, so the value carries the destination.
 *
 * @param topic the destination topic
 * @param partition null until it is chosen; it is not null when the record is sent
 * @param bytes the record's value
 */
public record OutgoingRecord(String topic, @Nullable Integer partition, byte @Nullable [] bytes) {
  /** The same value for a partition. */
  public OutgoingRecord in(int chosen) {
    return new OutgoingRecord(topic, chosen, bytes);
  }

  /** The same value for another topic, in any partition. */
  public OutgoingRecord to(String other) {
    return new OutgoingRecord(other, null, bytes);
  }
}
