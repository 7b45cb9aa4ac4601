package io.delaygate.scheduler.outbound;

import io.delaygate.schemas.command.CommandRecord;
import io.delaygate.schemas.command.Refusal;
import io.delaygate.schemas.contract.DelayHeader;
import io.delaygate.schemas.contract.Limits;
import io.delaygate.schemas.contract.TextHeader;
import io.delaygate.schemas.job.Actor;
import io.delaygate.schemas.job.Attempts;
import io.delaygate.schemas.job.Job;
import io.delaygate.schemas.job.Target;
import io.delaygate.schemas.topics.EndpointName;
import io.delaygate.service.directory.TargetCheck;
import io.delaygate.service.directory.TopicDirectory;
import io.delaygate.service.directory.TopicStatus;
import java.util.Arrays;
import java.util.List;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.header.Header;
import org.apache.kafka.common.header.Headers;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.apache.kafka.streams.processor.api.Record;
import org.jspecify.annotations.Nullable;

/**
 * Factory of dead letter records, from rejected commands and dead jobs. Thread-safe if the
 * directory is.
 */
public final class DeadLetters {
  private static final String SOURCE = DelayHeader.SOURCE_PREFIX;

  private final String topic;
  private final TopicDirectory directory;

  /**
   * Dead letters for a topic.
   *
   * @param directory knows the topics that jobs name for their dead letters
   */
  public DeadLetters(String topic, TopicDirectory directory) {
    this.topic = topic;
    this.directory = directory;
  }

  /** Topic of all dead letters for which no job names another. */
  public String topic() {
    return topic;
  }

  /**
   * Record of a rejected command: its bytes and headers, the reason, and its position. It can be
   * sent back to {@code delay-requests} as it is. It says which caller of a gateway sent it, but
   * has not the gateway's claim, which is for one record only. The reason and position of an
   * earlier rejection are replaced, so that letters do not grow.
   */
  public Record<byte[], OutgoingRecord> rejected(ReceivedCommand arrival, Refusal why, long nowMs) {
    var command = arrival.record();
    var origin = arrival.origin();
    var oversize = command.bytes() > Limits.RECORD_BYTES;
    var headers = oversize ? new RecordHeaders() : new RecordHeaders(withoutReason(command));
    addReason(headers, why);
    add(headers, SOURCE + "topic", origin.topic());
    add(headers, SOURCE + "partition", Integer.toString(origin.partition()));
    add(headers, SOURCE + "offset", Long.toString(origin.offset()));
    add(headers, SOURCE + "timestamp-ms", Long.toString(origin.timestampMs()));
    if (!arrival.author().equals(Actor.KAFKA)) {
      add(headers, DelayHeader.SOURCE_ACTOR, arrival.author().name());
    }
    var kept = oversize ? Limits.OVERSIZE_KEPT_BYTES : Limits.RECORD_BYTES;
    return letter(head(command.key(), kept), head(command.value(), kept), headers, nowMs);
  }

  /**
   * Record of a dead job. Its target stands in the headers of a schedule command, so that the
   * letter can be sent back to {@code delay-requests} with a time added. Goes to the job's own
   * topic, if that can take it now.
   */
  public Record<byte[], OutgoingRecord> of(Job dead, long nowMs) {
    var headers = new RecordHeaders(dead.payload().headers());
    addTarget(headers, dead.target());
    add(headers, DelayHeader.JOB_ID, dead.id().text());
    add(headers, DelayHeader.JOB_DUE_MS, Long.toString(dead.times().dueMs()));
    addAttempts(headers, dead.attempts());
    addReason(headers, Refusal.of(dead.died().reason(), dead.died().text()));
    var to = topicFor(dead, headers);
    var outgoing = new OutgoingRecord(to, null, dead.payload().value());
    return new Record<>(dead.id().bytes(), outgoing, nowMs, headers);
  }

  /** The record of a dead letter that was kept as a job while its topic could not take it. */
  public static Record<byte[], OutgoingRecord> kept(Job letter, int partition, long nowMs) {
    var outgoing = new OutgoingRecord(letter.target().topic(), partition, letter.payload().value());
    var headers = new RecordHeaders(letter.payload().headers());
    return new Record<>(letter.target().key(), outgoing, nowMs, headers);
  }

  private static void addTarget(Headers headers, Target target) {
    var endpoint = EndpointName.ofTarget(target.topic());
    if (endpoint == null) {
      add(headers, DelayHeader.TARGET_TOPIC.headerName(), target.topic());
      headers.add(DelayHeader.TARGET_KEY.headerName(), target.key());
    } else {
      add(headers, DelayHeader.TARGET_ENDPOINT.headerName(), endpoint);
    }
    if (target.path() != null) {
      add(headers, DelayHeader.TARGET_PATH.headerName(), target.path());
    }
    if (target.partition() != null) {
      add(headers, DelayHeader.TARGET_PARTITION.headerName(), target.partition().toString());
    }
  }

  /** The job's own topic if that can take the record now; else the topic of all dead letters. */
  private String topicFor(Job dead, Headers headers) {
    var own = dead.policy().deadLetterTopic();
    if (own != null && directory.status(own) instanceof TopicStatus.Writable writable) {
      var record =
          new ProducerRecord<>(own, null, dead.id().bytes(), dead.payload().value(), headers);
      return TargetCheck.bytes(record) <= writable.maxMessageBytes() ? own : topic;
    }
    return topic;
  }

  private static void addAttempts(Headers headers, Attempts attempts) {
    if (attempts.number() > 0) {
      add(headers, DelayHeader.JOB_ATTEMPT, Integer.toString(attempts.number()));
      add(headers, DelayHeader.JOB_FIRST_DELIVERED_MS, Long.toString(attempts.firstDeliveredMs()));
    }
    var failure = attempts.lastFailure();
    if (failure != null) {
      add(headers, DelayHeader.JOB_LAST_FAILURE, failure);
    }
  }

  private Record<byte[], OutgoingRecord> letter(
      byte @Nullable [] key, byte @Nullable [] value, Headers headers, long nowMs) {
    return new Record<>(key, new OutgoingRecord(topic, null, value), nowMs, headers);
  }

  private static List<Header> withoutReason(CommandRecord command) {
    return command.headers().stream()
        .filter(header -> !DelayHeader.isOfLetter(header.key()))
        .toList();
  }

  private static void addReason(Headers headers, Refusal why) {
    add(headers, DelayHeader.REASON, why.reason().name());
    add(headers, DelayHeader.REASON_TEXT, why.textWithHeader());
  }

  private static void add(Headers headers, String name, String value) {
    headers.add(TextHeader.of(name, value));
  }

  private static byte @Nullable [] head(byte @Nullable [] bytes, int most) {
    return bytes == null || bytes.length <= most ? bytes : Arrays.copyOf(bytes, most);
  }
}
