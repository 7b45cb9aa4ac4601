package io.delaygate.scheduler.intake;

import io.delaygate.scheduler.outbound.OutgoingRecord;
import io.delaygate.scheduler.outbound.ReceivedCommand;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.apache.kafka.streams.processor.api.Record;

/**
 * Sends a command on to the partition that owns its id, through a topic of its own: not back into
 * {@code delay-requests}, since the scheduler reads {@code read_committed} and its own open
 * transactions there would hold back everybody's commands.
 */
final class Rerouting {
  private final String topic;

  Rerouting(String topic) {
    this.topic = topic;
  }

  /**
   * The same command, unchanged, as the owner may have to reject it to the dead letters; one header
   * of ours says where it lay and what its delay counts from, which makes its time absolute.
   */
  Record<byte[], OutgoingRecord> to(int partition, ReceivedCommand arrival, long nowMs) {
    var record = arrival.record();
    var sent = new ReceivedCommand.Sent(arrival.origin(), arrival.baseMs());
    var headers = new RecordHeaders(record.headers());
    headers.add(ReceivedCommand.Sent.HEADER, sent.toBytes());
    var outgoing = new OutgoingRecord(topic, partition, record.value());
    return new Record<>(record.key(), outgoing, nowMs, headers);
  }
}
