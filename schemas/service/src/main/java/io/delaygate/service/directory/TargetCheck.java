package io.delaygate.service.directory;

import io.delaygate.schemas.command.Refusal;
import io.delaygate.schemas.contract.DelayHeader;
import io.delaygate.schemas.contract.ReasonCode;
import io.delaygate.schemas.job.Attempt;
import io.delaygate.schemas.job.Job;
import io.delaygate.schemas.job.Target;
import io.delaygate.schemas.topics.EndpointName;
import java.util.Comparator;
import java.util.Optional;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.header.Header;
import org.apache.kafka.common.utils.Utils;
import org.jspecify.annotations.Nullable;

/** Check whether a target can take a record, based on the topic directory. Without side effects. */
public final class TargetCheck {
  /** A batch of one record: its header, and the longest prefix that a record can have. */
  private static final int BATCH_OVERHEAD = 61 + 21;

  /** Two varints of up to 5 bytes before the name and the value of a header. */
  private static final int HEADER_OVERHEAD = 10;

  /** Upper bound of a number's length as text. */
  private static final int NUMBER = Long.BYTES * 3;

  /** The headers of an acknowledged job's later attempts, which are larger than its first. */
  private static final int OF_ATTEMPTS =
      header(DelayHeader.JOB_ATTEMPT, NUMBER)
          + header(DelayHeader.JOB_LEASE, 2 * NUMBER)
          + header(DelayHeader.JOB_FIRST_DELIVERED_MS, NUMBER)
          + header(DelayHeader.JOB_LAST_FAILURE, Attempt.FAILURE_BYTES);

  private static final Optional<Refusal> NONE = Optional.empty();

  private TargetCheck() {}

  /**
   * The reason to refuse a job when it is scheduled, because of its target or the topic of its dead
   * letter. A topic that is unwritable or unreadable now is not a reason: that is decided when the
   * record is sent.
   */
  public static Optional<Refusal> atIntake(Job job, TopicDirectory directory) {
    var target = job.target();
    var status = directory.status(target.topic());
    var letters = job.policy().deadLetterTopic();
    return unusable(DelayHeader.TARGET_TOPIC, target.topic(), status)
        .or(() -> isUnfit(job, status) ? Optional.of(unfitForQueue(target.topic())) : NONE)
        .or(() -> status instanceof TopicStatus.Writable open ? misfit(job, open) : NONE)
        .or(() -> letters == null ? NONE : unusableForLetters(letters, directory.status(letters)));
  }

  /**
   * The refusal of a job for an endpoint that does not exist; empty for any other job. A scheduler
   * accepts such a job, as it may read the job before it reads that the endpoint was created.
   */
  public static Optional<Refusal> unknownEndpoint(Job job, TopicDirectory directory) {
    var topic = job.target().topic();
    return job.target().isEndpoint() && directory.status(topic) instanceof TopicStatus.NoEndpoint
        ? Optional.of(
            new Refusal(
                ReasonCode.ENDPOINT_UNKNOWN,
                DelayHeader.TARGET_ENDPOINT,
                "%s does not exist".formatted(EndpointName.inWords(topic))))
        : NONE;
  }

  private static Optional<Refusal> unusable(DelayHeader header, String topic, TopicStatus status) {
    if (status instanceof TopicStatus.Denied) {
      return refusal(
          ReasonCode.TARGET_FORBIDDEN, header, "jobs may not name the topic '%s'", topic);
    }
    return status instanceof TopicStatus.Missing
        ? refusal(ReasonCode.TARGET_UNKNOWN, header, "topic '%s' does not exist", topic)
        : NONE;
  }

  private static boolean isUnfit(Job job, TopicStatus status) {
    return status instanceof TopicStatus.Queue && !job.isAcknowledged();
  }

  /** The refusal of a job that is not acknowledged and so cannot be finished in a queue. */
  public static Refusal unfitForQueue(String queue) {
    return new Refusal(
        ReasonCode.HEADER_MISSING,
        DelayHeader.ACK,
        "'%s' is a queue; its jobs must be acknowledged".formatted(queue));
  }

  private static Optional<Refusal> unusableForLetters(String topic, TopicStatus status) {
    return status instanceof TopicStatus.Queue
        ? refusal(
            ReasonCode.TARGET_FORBIDDEN,
            DelayHeader.DEAD_LETTER_TOPIC,
            "'%s' is a queue; dead letters cannot be sent to a queue",
            topic)
        : unusable(DelayHeader.DEAD_LETTER_TOPIC, topic, status);
  }

  private static Optional<Refusal> refusal(
      ReasonCode reason, DelayHeader header, String text, String topic) {
    return Optional.of(new Refusal(reason, header, text.formatted(topic)));
  }

  private static Optional<Refusal> misfit(Job job, TopicStatus.Writable status) {
    return lacksPartition(job.target(), status)
        ? Optional.of(noSuchPartition(job.target(), status))
        : never(job, status);
  }

  /**
   * The refusal of a record that its target cannot take with its present settings: without a key
   * for a compacted topic, or too large. Empty otherwise.
   */
  public static Optional<Refusal> never(Job job, TopicStatus.Writable status) {
    return status.needsKey() && job.target().key() == null
        ? refusal(
            ReasonCode.TARGET_KEY_REQUIRED,
            DelayHeader.TARGET_KEY,
            "topic '%s' is compacted; its records must have a key",
            job.target().topic())
        : tooLarge(job, status);
  }

  /**
   * The reason why a topic can take no record now; empty when it can.
   *
   * @param partition partition of the record; null for any, which is closed when all are closed
   */
  public static Optional<ReasonCode> closed(
      TopicStatus.Writable status, @Nullable Integer partition) {
    var closed = status.closed();
    if (partition != null) {
      return Optional.ofNullable(closed.get(partition));
    }
    return closed.size() < status.partitions()
        ? Optional.empty()
        : closed.values().stream().min(Comparator.naturalOrder());
  }

  /** Whether a job names a partition that its target does not have. */
  public static boolean lacksPartition(Target target, TopicStatus.Writable status) {
    var partition = target.partition();
    return partition != null && partition >= status.partitions();
  }

  /** The refusal of a record that is larger than its target takes; empty when it fits. */
  public static Optional<Refusal> tooLarge(Job job, TopicStatus.Writable status) {
    var bytes = deliveredBytes(job);
    if (bytes <= status.maxMessageBytes()) {
      return Optional.empty();
    }
    return Optional.of(
        Refusal.of(
            ReasonCode.RECORD_TOO_LARGE,
            "the delivered record has up to %d bytes; topic '%s' accepts at most %d"
                .formatted(bytes, job.target().topic(), status.maxMessageBytes())));
  }

  /** Upper bound of the batch that delivers the job, with the headers that delivery adds. */
  public static long deliveredBytes(Job job) {
    var bytes = bytes(job.target().key(), job.payload().value(), job.payload().headers());
    bytes += header(DelayHeader.JOB_ID, job.id().bytes().length);
    bytes += header(DelayHeader.JOB_DUE_MS, NUMBER);
    return job.isAcknowledged() ? bytes + OF_ATTEMPTS : bytes;
  }

  private static int header(String name, int valueBytes) {
    return HEADER_OVERHEAD + name.length() + valueBytes;
  }

  /**
   * Upper bound of the batch that holds the record alone. Never more than {@link #deliveredBytes}
   * of its job, which counts more digits for each number.
   */
  public static long bytes(ProducerRecord<byte[], byte[]> record) {
    return bytes(record.key(), record.value(), record.headers());
  }

  private static long bytes(
      byte @Nullable [] key, byte @Nullable [] value, Iterable<Header> headers) {
    var bytes = BATCH_OVERHEAD + length(key) + length(value);
    for (Header header : headers) {
      bytes += HEADER_OVERHEAD + Utils.utf8Length(header.key()) + length(header.value());
    }
    return bytes;
  }

  private static Refusal noSuchPartition(Target target, TopicStatus.Writable status) {
    return new Refusal(
        ReasonCode.TARGET_PARTITION_UNKNOWN,
        DelayHeader.TARGET_PARTITION,
        "topic '%s' has %d partitions; partition %d does not exist"
            .formatted(target.topic(), status.partitions(), target.partition()));
  }

  private static long length(byte @Nullable [] bytes) {
    return bytes == null ? 0 : bytes.length;
  }
}
