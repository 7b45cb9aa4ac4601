package io.delaygate.schemas.directory;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.kafka.common.acl.AclOperation;
import org.apache.kafka.common.errors.InvalidTopicException;
import org.apache.kafka.common.errors.TimeoutException;
import org.apache.kafka.common.errors.TopicAuthorizationException;
import org.apache.kafka.common.errors.UnknownTopicOrPartitionException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** The cache in the foreground; its background refresh would come once an hour here. */
class KafkaTopicDirectoryTest {
  private static final int DEFAULT_SIZE = 1_000_000;
  private static final TopicStatus MISSING = new TopicStatus.Missing();
  private static final TopicStatus UNWRITABLE = new TopicStatus.Unwritable();
  private static final TopicStatus UNREADABLE = new TopicStatus.Unreadable();

  private final Brokers brokers = new Brokers();
  private final AtomicLong nanos = new AtomicLong(Long.MAX_VALUE - 5_000); // a ticker may wrap
  private final KafkaTopicDirectory directory =
      new KafkaTopicDirectory(
          brokers.admin(),
          new DirectorySettings(Duration.ofHours(1), Duration.ofSeconds(1), DEFAULT_SIZE),
          topic -> !topic.equals("looked-at"),
          nanos::get);

  KafkaTopicDirectoryTest() {
    passes(Duration.ofMillis(1));
  }

  @AfterEach
  void stop() {
    directory.close();
  }

  @Test
  void aTopicThatWeDoNotWriteToIsKnownWithoutTheRightTo() {
    brokers.topic("looked-at", 2, AclOperation.DESCRIBE);

    assertThat(directory.status("looked-at")).isEqualTo(new TopicStatus.Writable(2, DEFAULT_SIZE));
  }

  @Test
  void aTopicIsKnownByPartitionsAndSize() {
    // Given
    brokers.writable("orders", 3);
    brokers.takes("orders", "2000000");

    // When
    var status = directory.status("orders");

    // Then
    assertThat(status).isEqualTo(new TopicStatus.Writable(3, 2_000_000));
  }

  @Test
  void theDefaultSizeIsTakenWhereConfigurationsMayNotBeRead() {
    // Given
    brokers.writable("orders", 3);

    // When
    var status = directory.status("orders");

    // Then
    assertThat(status).isEqualTo(new TopicStatus.Writable(3, DEFAULT_SIZE));
  }

  @Test
  void failuresAreToldApart() {
    // Given
    brokers.topic("read-only", 1, AclOperation.DESCRIBE, AclOperation.READ);
    brokers.fails("gone", new UnknownTopicOrPartitionException("gone"));
    brokers.fails("illegal", new InvalidTopicException("illegal"));
    brokers.fails("hidden", new TopicAuthorizationException("hidden"));
    brokers.fails("slow", new TimeoutException("slow"));

    // Then
    assertThat(directory.status("read-only")).isEqualTo(UNWRITABLE);
    assertThat(directory.status("gone")).isEqualTo(MISSING);
    assertThat(directory.status("illegal")).isEqualTo(MISSING);
    assertThat(directory.status("hidden")).isEqualTo(UNWRITABLE);
    assertThat(directory.status("slow")).isEqualTo(UNREADABLE);
  }

  @Test
  void aWritableTopicIsAskedForOnceInFiveSeconds() {
    // Given
    brokers.writable("orders", 1);
    assertThat(directory.status("orders")).isEqualTo(writable(1));
    brokers.writable("orders", 2);

    // When
    passes(Duration.ofMillis(4_999));
    var within = directory.status("orders");
    passes(Duration.ofMillis(1));
    var after = directory.status("orders");

    // Then
    assertThat(within).isEqualTo(writable(1));
    assertThat(after).isEqualTo(writable(2));
    assertThat(brokers.timesAsked("orders")).isEqualTo(2);
  }

  @Test
  void aTopicCreatedJustNowIsFoundSoon() {
    // Given
    assertThat(directory.status("orders")).isEqualTo(MISSING);
    brokers.writable("orders", 1);

    // When
    passes(Duration.ofMillis(199));
    var within = directory.status("orders");
    passes(Duration.ofMillis(1));
    var after = directory.status("orders");

    // Then
    assertThat(within).isEqualTo(MISSING);
    assertThat(after).isEqualTo(writable(1));
  }

  @Test
  void afterADoubtEachTopicIsAskedForAgain() {
    // Given
    brokers.writable("orders", 1);
    assertThat(directory.status("orders")).isEqualTo(writable(1));
    brokers.writable("orders", 2);

    // When
    passes(Duration.ofMillis(1));
    directory.doubt();
    passes(Duration.ofMillis(1));

    // Then
    assertThat(directory.status("orders")).isEqualTo(writable(2));
    assertThat(directory.status("orders")).isEqualTo(writable(2));
    assertThat(brokers.timesAsked("orders")).isEqualTo(2);
  }

  @Test
  void anAnswerReadInTheVeryMomentOfADoubtIsNotTrusted() {
    // Given
    brokers.writable("orders", 1);
    assertThat(directory.status("orders")).isEqualTo(writable(1));
    brokers.writable("orders", 2);

    // When
    directory.doubt();

    // Then
    assertThat(directory.status("orders")).isEqualTo(writable(2));
  }

  @Test
  void aFloodOfUnknownNamesIsCutOffForTheRestOfTheSecond() {
    // Given
    brokers.writable("orders", 1);
    assertThat(directory.status("orders")).isEqualTo(writable(1));
    for (var i = 1; i < 50; i++) {
      assertThat(directory.status("unknown-" + i)).isEqualTo(MISSING);
    }

    // When
    var flooded = directory.status("unknown-50");
    var known = directory.status("orders");
    passes(Duration.ofSeconds(1));
    var later = directory.status("unknown-50");

    // Then
    assertThat(flooded).isEqualTo(UNREADABLE);
    assertThat(brokers.timesAsked("unknown-50")).isEqualTo(1);
    assertThat(known).isEqualTo(writable(1));
    assertThat(later).isEqualTo(MISSING);
  }

  @Test
  void aRefusedSizeIsTakenForTheLimitFromThenOn() {
    // Given
    brokers.writable("orders", 1);
    assertThat(directory.status("orders")).isEqualTo(writable(1));

    // When
    directory.refused("orders", 50_000);
    directory.refused("orders", 40_000);
    directory.refused("orders", 60_000);

    // Then
    assertThat(directory.status("orders")).isEqualTo(new TopicStatus.Writable(1, 39_999));
  }

  /** The thread that a refusal ends leaves a doubt behind. */
  @Test
  void aRefusalOutlivesADoubt() {
    // Given
    brokers.writable("orders", 1);
    directory.status("orders");
    directory.refused("orders", 50_000);

    // When
    passes(Duration.ofMillis(1));
    directory.doubt();
    passes(Duration.ofMillis(1));

    // Then
    assertThat(directory.status("orders")).isEqualTo(new TopicStatus.Writable(1, 49_999));
    assertThat(brokers.timesAsked("orders")).isEqualTo(2);
  }

  @Test
  void aRefusalIsForgottenAfterAnHour() {
    // Given
    brokers.writable("orders", 1);
    directory.status("orders");
    directory.refused("orders", 50_000);

    // When
    passes(Duration.ofMinutes(59));
    var within = directory.status("orders");
    passes(Duration.ofMinutes(1));
    var after = directory.status("orders");

    // Then
    assertThat(within).isEqualTo(new TopicStatus.Writable(1, 49_999));
    assertThat(after).isEqualTo(writable(1));
  }

  @Test
  void aRefusalIsForgottenWhenAnotherLimitIsTold() {
    // Given
    brokers.writable("orders", 1);
    directory.status("orders");
    directory.refused("orders", 50_000);

    // When
    brokers.takes("orders", "2000000");
    passes(Duration.ofSeconds(5));

    // Then
    assertThat(directory.status("orders")).isEqualTo(new TopicStatus.Writable(1, 2_000_000));
  }

  /** What is refused of topics that nobody asks for, such as changelogs, is of no use. */
  @Test
  void aRefusalOfATopicThatWasNeverAskedForIsNotKept() {
    // Given
    brokers.writable("orders", 1);

    // When
    directory.refused("orders", 50_000);

    // Then
    assertThat(directory.status("orders")).isEqualTo(writable(1));
  }

  private void passes(Duration time) {
    nanos.addAndGet(time.toNanos());
  }

  private static TopicStatus writable(int partitions) {
    return new TopicStatus.Writable(partitions, DEFAULT_SIZE);
  }
}
