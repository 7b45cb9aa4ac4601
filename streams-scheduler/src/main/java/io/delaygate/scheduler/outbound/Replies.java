package io.delaygate.scheduler.outbound;

import io.delaygate.scheduler.ops.SchedulerMetrics;
import io.delaygate.schemas.command.Refusal;
import io.delaygate.schemas.command.ReplyTo;
import io.delaygate.schemas.contract.DelayHeader;
import io.delaygate.schemas.contract.ReasonCode;
import io.delaygate.service.directory.TopicDirectory;
import io.delaygate.service.directory.TopicStatus;
import java.util.Optional;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.apache.kafka.streams.processor.api.Record;

/** Sender of outcomes to the reply topics that commands name. Thread-safe if the directory is. */
public final class Replies {
  /** More than a batch with one reply needs beside the value and the correlation id. */
  private static final int OVERHEAD_BYTES = 512;

  private final TopicDirectory directory;
  private final SchedulerMetrics metrics;

  /** Replies to topics that the directory knows. */
  public Replies(TopicDirectory directory, SchedulerMetrics metrics) {
    this.directory = directory;
    this.metrics = metrics;
  }

  /** Reason to reject a command because its outcome cannot go to this reply topic. */
  public Optional<Refusal> refusal(ReplyTo to) {
    var status = directory.status(to.topic());
    if (status instanceof TopicStatus.Denied) {
      return Optional.of(
          new Refusal(
              ReasonCode.REPLY_FORBIDDEN,
              DelayHeader.REPLY_TOPIC,
              "outcomes must not be sent to topic '" + to.topic() + "'"));
    }
    if (status instanceof TopicStatus.Missing) {
      return Optional.of(
          unknown(DelayHeader.REPLY_TOPIC, "topic '" + to.topic() + "' does not exist"));
    }
    if (status instanceof TopicStatus.Writable writable && lacksPartition(to, writable)) {
      return Optional.of(
          unknown(
              DelayHeader.REPLY_PARTITION,
              "topic '%s' has %d partitions; partition %d does not exist"
                  .formatted(to.topic(), writable.partitions(), to.partition())));
    }
    return Optional.empty();
  }

  /** Answers a command, if its sender asked and the topic can take it now. */
  public void send(ReceivedCommand to, CommandReply reply, long nowMs, Sinks outlets) {
    var replyTo = to.replyTo();
    if (replyTo == null) {
      return;
    }
    var value = reply.json(to.origin(), nowMs);
    if (!isTaken(replyTo, value.length)) {
      metrics.replyDropped();
      return;
    }
    var outgoing = new OutgoingRecord(replyTo.topic(), replyTo.partition(), value);
    var key = reply.id() == null ? null : reply.id().bytes();
    var headers = new RecordHeaders();
    var correlationId = replyTo.correlationId();
    if (correlationId != null) {
      headers.add(DelayHeader.CORRELATION_ID.headerName(), correlationId);
    }
    if (!outlets.reply(new Record<>(key, outgoing, nowMs, headers))) {
      metrics.replyDropped();
    }
  }

  private boolean isTaken(ReplyTo to, int valueBytes) {
    var correlation = to.correlationId() == null ? 0 : to.correlationId().length;
    return directory.status(to.topic()) instanceof TopicStatus.Writable writable
        && !lacksPartition(to, writable)
        && valueBytes + correlation + OVERHEAD_BYTES <= writable.maxMessageBytes();
  }

  private static boolean lacksPartition(ReplyTo to, TopicStatus.Writable status) {
    var partition = to.partition();
    return partition != null && partition >= status.partitions();
  }

  private static Refusal unknown(DelayHeader header, String text) {
    return new Refusal(ReasonCode.REPLY_UNKNOWN, header, text);
  }
}
