package io.delaygate.scheduler.deadletter;

import io.delaygate.scheduler.delivery.Outgoing;
import io.delaygate.scheduler.intake.Origin;
import io.delaygate.schemas.command.CommandRecord;
import io.delaygate.schemas.command.Refusal;
import io.delaygate.schemas.contract.DelayHeader;
import io.delaygate.schemas.contract.Limits;
import io.delaygate.schemas.job.Job;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.apache.kafka.common.header.Headers;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.apache.kafka.streams.processor.api.Record;
import org.jspecify.annotations.Nullable;

/** Makes dead letters. Thread-safe. */
public final class DeadLetters {
  private final String topic;

  /** Dead letters for the topic. */
  public DeadLetters(String topic) {
    this.topic = topic;
  }

  /** A rejected command: its bytes and headers, why, and where it lay. */
  public Record<byte[], Outgoing> rejected(
      CommandRecord command, Origin origin, Refusal why, long nowMs) {
    var oversize = command.bytes() > Limits.RECORD_BYTES;
    var headers = oversize ? new RecordHeaders() : new RecordHeaders(command.headers());
    addReason(headers, why);
    add(headers, "delay-source-topic", origin.topic());
    add(headers, "delay-source-partition", Integer.toString(origin.partition()));
    add(headers, "delay-source-offset", Long.toString(origin.offset()));
    add(headers, "delay-source-timestamp-ms", Long.toString(origin.timestampMs()));
    var kept = oversize ? Limits.OVERSIZE_KEPT_BYTES : Limits.RECORD_BYTES;
    return letter(head(command.key(), kept), head(command.value(), kept), headers, nowMs);
  }

  /**
   * A job that cannot be delivered. Its target stands in the headers of a schedule command, so that
   * the letter can be sent back to {@code delay-requests} with a time added and {@code
   * delay-reason*} removed.
   */
  public Record<byte[], Outgoing> undeliverable(Job job, Refusal why, long nowMs) {
    var headers = new RecordHeaders(job.payload().headers());
    add(headers, DelayHeader.TARGET_TOPIC.headerName(), job.target().topic());
    headers.add(DelayHeader.TARGET_KEY.headerName(), job.target().key());
    var partition = job.target().partition();
    if (partition != null) {
      add(headers, DelayHeader.TARGET_PARTITION.headerName(), partition.toString());
    }
    add(headers, DelayHeader.JOB_ID, job.id().text());
    add(headers, DelayHeader.JOB_DUE_MS, Long.toString(job.times().dueMs()));
    addReason(headers, why);
    return letter(job.id().bytes(), job.payload().value(), headers, nowMs);
  }

  private Record<byte[], Outgoing> letter(
      byte @Nullable [] key, byte @Nullable [] value, Headers headers, long nowMs) {
    return new Record<>(key, new Outgoing(topic, null, value), nowMs, headers);
  }

  private static void addReason(Headers headers, Refusal why) {
    add(headers, "delay-reason", why.reason().name());
    add(headers, "delay-reason-text", why.text());
  }

  private static void add(Headers headers, String name, String value) {
    headers.add(name, value.getBytes(StandardCharsets.UTF_8));
  }

  private static byte @Nullable [] head(byte @Nullable [] bytes, int most) {
    return bytes == null || bytes.length <= most ? bytes : Arrays.copyOf(bytes, most);
  }
}
