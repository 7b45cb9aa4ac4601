package io.delaygate.service.directory;

import static org.assertj.core.api.Assertions.assertThat;

import io.delaygate.schemas.command.Refusal;
import io.delaygate.schemas.contract.DelayHeader;
import io.delaygate.schemas.contract.JobId;
import io.delaygate.schemas.contract.ReasonCode;
import io.delaygate.schemas.job.Attempt;
import io.delaygate.schemas.job.Job;
import io.delaygate.schemas.job.JobTimes;
import io.delaygate.schemas.job.OnExpiry;
import io.delaygate.schemas.job.Payload;
import io.delaygate.schemas.job.Policy;
import io.delaygate.schemas.job.RetryPolicy;
import io.delaygate.schemas.job.Target;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Random;
import java.util.stream.Stream;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.compress.Compression;
import org.apache.kafka.common.header.Header;
import org.apache.kafka.common.header.internals.RecordHeader;
import org.apache.kafka.common.record.internal.AbstractRecords;
import org.apache.kafka.common.record.internal.CompressionType;
import org.apache.kafka.common.record.internal.MemoryRecords;
import org.apache.kafka.common.record.internal.RecordBatch;
import org.apache.kafka.common.record.internal.SimpleRecord;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class TargetCheckTest {
  private static final long SEED = 3;
  private static final int ENOUGH = 1_048_588;
  private static final JobId ID = new JobId("order-4711");
  private static final Target ANYWHERE = new Target("orders", null, null);
  private static final Payload SMALL = new Payload(new byte[10], List.of());

  @Test
  void aMissingTopicIsRefused() {
    // When
    var refusal = atIntake(ANYWHERE, new TopicStatus.Missing());

    // Then
    assertThat(refusal)
        .contains(
            new Refusal(
                ReasonCode.TARGET_UNKNOWN,
                DelayHeader.TARGET_TOPIC,
                "topic 'orders' does not exist"));
  }

  @Test
  void aDeniedTopicIsRefused() {
    assertThat(atIntake(ANYWHERE, new TopicStatus.Denied()))
        .contains(
            new Refusal(
                ReasonCode.TARGET_FORBIDDEN,
                DelayHeader.TARGET_TOPIC,
                "jobs may not name the topic 'orders'"));
  }

  @ParameterizedTest
  @MethodSource("topicsOfLetters")
  void soIsOneThatCannotTakeTheDeadLetter(TopicStatus letters, @Nullable ReasonCode reason) {
    // Given
    var policy = new Policy(0, OnExpiry.DROP, "letters", null);
    var job = Job.scheduled(ID, JobTimes.due(0, 0), ANYWHERE, SMALL, policy);
    var topics =
        new Topics(Map.of("orders", new TopicStatus.Writable(1, ENOUGH), "letters", letters));

    // When
    var refusal = TargetCheck.atIntake(job, topics);

    // Then
    assertThat(refusal.map(Refusal::reason)).isEqualTo(Optional.ofNullable(reason));
    assertThat(refusal.map(Refusal::header))
        .isEqualTo(refusal.map(refused -> DelayHeader.DEAD_LETTER_TOPIC));
  }

  static Stream<Arguments> topicsOfLetters() {
    return Stream.of(
        Arguments.of(new TopicStatus.Denied(), ReasonCode.TARGET_FORBIDDEN),
        Arguments.of(new TopicStatus.Missing(), ReasonCode.TARGET_UNKNOWN),
        Arguments.of(new TopicStatus.Unwritable(), null),
        Arguments.of(new TopicStatus.Writable(1, 1), null));
  }

  @Test
  void whatIsNotKnownNowIsDecidedWhenTheJobIsDue() {
    assertThat(atIntake(ANYWHERE, new TopicStatus.Unreadable())).isEmpty();
    assertThat(atIntake(ANYWHERE, new TopicStatus.Unwritable())).isEmpty();
    assertThat(atIntake(to(99), new TopicStatus.Unreadable())).isEmpty();
  }

  @Test
  void theLastPartitionIsAcceptedAndTheNextOneIsNot() {
    // Given
    var four = new TopicStatus.Writable(4, ENOUGH);

    // When
    var last = atIntake(to(3), four);
    var next = atIntake(to(4), four);

    // Then
    assertThat(last).isEmpty();
    assertThat(next)
        .contains(
            new Refusal(
                ReasonCode.TARGET_PARTITION_UNKNOWN,
                DelayHeader.TARGET_PARTITION,
                "topic 'orders' has 4 partitions; partition 4 does not exist"));
    assertThat(TargetCheck.lacksPartition(ANYWHERE, four)).isFalse();
    assertThat(TargetCheck.lacksPartition(to(3), four)).isFalse();
    assertThat(TargetCheck.lacksPartition(to(Integer.MAX_VALUE), four)).isTrue();
  }

  @Test
  void aCompactedTopicTakesNoRecordWithoutAKey() {
    // Given
    var compacted = new TopicStatus.Writable(4, ENOUGH, true, Long.MAX_VALUE, Map.of());
    var refusal =
        new Refusal(
            ReasonCode.TARGET_KEY_REQUIRED,
            DelayHeader.TARGET_KEY,
            "topic 'orders' is compacted; its records must have a key");

    // Then
    assertThat(atIntake(ANYWHERE, compacted)).contains(refusal);
    assertThat(TargetCheck.never(job(ID, ANYWHERE, SMALL), compacted)).contains(refusal);
    assertThat(atIntake(new Target("orders", new byte[0], null), compacted)).isEmpty();
    assertThat(atIntake(ANYWHERE, new TopicStatus.Writable(4, ENOUGH))).isEmpty();
  }

  @Test
  void aDeadLetterAlwaysHasAKey() {
    var policy = new Policy(0, OnExpiry.DROP, "letters", null);
    var compacted = new TopicStatus.Writable(1, ENOUGH, true, Long.MAX_VALUE, Map.of());
    var topics =
        new Topics(Map.of("orders", new TopicStatus.Writable(1, ENOUGH), "letters", compacted));
    var job = Job.scheduled(ID, JobTimes.due(0, 0), ANYWHERE, SMALL, policy);

    assertThat(TargetCheck.atIntake(job, topics)).isEmpty();
  }

  @Test
  void whatIsTooLargeIsNeverTaken() {
    var job = job(ID, ANYWHERE, SMALL);

    assertThat(TargetCheck.never(job, new TopicStatus.Writable(1, 1)).map(Refusal::reason))
        .contains(ReasonCode.RECORD_TOO_LARGE);
    assertThat(TargetCheck.never(job, new TopicStatus.Writable(1, ENOUGH))).isEmpty();
  }

  @Test
  void aPartitionIsClosedForItselfAndATopicWhenAllAre() {
    // Given
    var first = Map.of(0, ReasonCode.TARGET_NO_LEADER);
    var both = Map.of(0, ReasonCode.TARGET_REPLICAS_TOO_FEW, 1, ReasonCode.TARGET_NO_LEADER);
    var half = new TopicStatus.Writable(2, ENOUGH, false, Long.MAX_VALUE, first);
    var all = new TopicStatus.Writable(2, ENOUGH, false, Long.MAX_VALUE, both);

    // Then
    assertThat(TargetCheck.closed(half, 0)).contains(ReasonCode.TARGET_NO_LEADER);
    assertThat(TargetCheck.closed(half, 1)).isEmpty();
    assertThat(TargetCheck.closed(half, null)).isEmpty();
    assertThat(TargetCheck.closed(all, 0)).contains(ReasonCode.TARGET_REPLICAS_TOO_FEW);
    assertThat(TargetCheck.closed(all, null)).contains(ReasonCode.TARGET_NO_LEADER);
    assertThat(TargetCheck.closed(new TopicStatus.Writable(2, ENOUGH), null)).isEmpty();
  }

  @Test
  void aRecordOfExactlyTheTopicsSizeFitsAndAByteMoreDoesNot() {
    // Given
    var bytes = (int) TargetCheck.deliveredBytes(job(ID, ANYWHERE, SMALL));

    // When
    var fits = atIntake(ANYWHERE, new TopicStatus.Writable(1, bytes));
    var tooLarge = atIntake(ANYWHERE, new TopicStatus.Writable(1, bytes - 1));

    // Then
    assertThat(fits).isEmpty();
    assertThat(tooLarge)
        .contains(
            Refusal.of(
                ReasonCode.RECORD_TOO_LARGE,
                "the delivered record has up to %d bytes; topic 'orders' accepts at most %d"
                    .formatted(bytes, bytes - 1)));
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 1, 63, 64, 127, 128, 8191, 8192, 100_000, 1_048_576})
  void theBoundHoldsForTheBatchThatKafkaWrites(int size) {
    assertBound(ID, new Target("t", null, null), new Payload(new byte[size], List.of()));
    assertBound(ID, new Target("t", new byte[size], 0), new Payload(null, List.of()));
    assertBound(
        new JobId("x".repeat(255)),
        new Target("t", new byte[0], 0),
        new Payload(new byte[0], List.of(new RecordHeader("h".repeat(100), new byte[size]))));
  }

  @Test
  void theBoundHoldsForManyHeaders() {
    // Given
    var random = new Random(SEED);

    for (var i = 0; i < 200; i++) {
      var headers = new ArrayList<Header>();
      var count = random.nextInt(300);
      for (var n = 0; n < count; n++) {
        var name = "\u00fc".repeat(random.nextInt(100));
        headers.add(new RecordHeader(name, n % 5 == 0 ? null : new byte[random.nextInt(200)]));
      }

      // Then
      assertBound(ID, ANYWHERE, new Payload(new byte[random.nextInt(1000)], headers));
    }
  }

  @Test
  void anAcknowledgedJobHasRoomForWhatItsLaterAttemptsTell() {
    // Given
    var policy = new Policy(5, OnExpiry.DROP, null, RetryPolicy.USUAL);
    var plain = job(ID, ANYWHERE, SMALL);
    var acknowledged = Job.scheduled(ID, plain.times(), ANYWHERE, SMALL, policy);
    var told =
        DelayHeader.JOB_ATTEMPT.length()
            + DelayHeader.JOB_LEASE.length()
            + DelayHeader.JOB_FIRST_DELIVERED_MS.length()
            + DelayHeader.JOB_LAST_FAILURE.length()
            + Attempt.FAILURE_BYTES
            + 4 * 20;

    // Then
    assertThat(TargetCheck.deliveredBytes(acknowledged))
        .isGreaterThan(TargetCheck.deliveredBytes(plain) + told);
  }

  /** Asserts both bounds: the estimate of the producer, and the bytes that it writes. */
  private static void assertBound(JobId id, Target target, Payload payload) {
    var headers = new ArrayList<>(payload.headers());
    headers.add(new RecordHeader(DelayHeader.JOB_ID, id.bytes()));
    headers.add(
        new RecordHeader(
            DelayHeader.JOB_DUE_MS, ("" + Long.MAX_VALUE).getBytes(StandardCharsets.UTF_8)));
    var delivered = headers.toArray(Header[]::new);
    var bound = TargetCheck.deliveredBytes(job(id, target, payload));
    var written =
        MemoryRecords.withRecords(
            Compression.NONE,
            new SimpleRecord(1_767_225_600_000L, target.key(), payload.value(), delivered));
    assertThat((long) written.sizeInBytes())
        .isLessThanOrEqualTo(bound)
        .as("not much is given away")
        .isGreaterThan(bound - 50 - 10L * delivered.length);
    assertThat((long) estimate(target.key(), payload.value(), delivered))
        .isLessThanOrEqualTo(bound);
    var record = new ProducerRecord<>("t", null, target.key(), payload.value(), headers);
    assertThat(TargetCheck.bytes(record)).isBetween((long) written.sizeInBytes(), bound);
  }

  private static int estimate(byte @Nullable [] key, byte @Nullable [] value, Header[] headers) {
    return AbstractRecords.estimateSizeInBytesUpperBound(
        RecordBatch.CURRENT_MAGIC_VALUE, CompressionType.NONE, key, value, headers);
  }

  private static Optional<Refusal> atIntake(Target target, TopicStatus status) {
    return TargetCheck.atIntake(job(ID, target, SMALL), new Topics(Map.of(target.topic(), status)));
  }

  private static Job job(JobId id, Target target, Payload payload) {
    return Job.scheduled(id, JobTimes.due(1, 2), target, payload, Policy.USUAL);
  }

  private static Target to(int partition) {
    return new Target("orders", null, partition);
  }

  private record Topics(Map<String, TopicStatus> known) implements TopicDirectory {
    @Override
    public TopicStatus status(String topic) {
      return Objects.requireNonNull(known.get(topic), topic);
    }

    @Override
    public void doubt() {}
  }
}
