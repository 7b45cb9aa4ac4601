package io.delaygate.scheduler.intake;

import io.delaygate.scheduler.outbound.OutgoingRecord;
import io.delaygate.scheduler.outbound.ReceivedCommand;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.apache.kafka.streams.processor.api.Record;

/**
 * Rerouting of commands to the partition that owns their id, through a topic of its own. Not
 * through {@code delay-requests}, since the scheduler reads {@code read_committed} and its own open
 * transactions there would hold up the commands of all clients.
 */
final class Rerouting {
  private final String topic;

  Rerouting(String topic) {
    this.topic = topic;
  }

  /**
   * Creates a copy of the command. It is unchanged, since the owner may have to reject it to the
   * dead letters. One added header holds its origin and the base time of its delay, which makes its
   * time absolute.
   */
  Record<byte[], OutgoingRecord> to(int partition, ReceivedCommand arrival, long nowMs) {
    var record = arrival.record();
    var sent = new ReceivedCommand.Sent(arrival.origin(), arrival.baseMs());
    var headers = new RecordHeaders(record.headers());
    headers.add(ReceivedCommand.Sent.HEADER, sent.toBytes());
    if (arrival.claim() != null) {
      headers.add(arrival.claim());
    }
    var outgoing = new OutgoingRecord(topic, partition, record.value());
    return new Record<>(record.key(), outgoing, nowMs, headers);
  }
}
