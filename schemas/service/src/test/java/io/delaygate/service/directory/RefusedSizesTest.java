package io.delaygate.service.directory;

import static io.delaygate.service.directory.DirectoryUnderTest.writable;
import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Tests of size limits that are learnt from refused records. */
class RefusedSizesTest {
  private final DirectoryUnderTest known = new DirectoryUnderTest();
  private final Brokers brokers = known.brokers();
  private final KafkaTopicDirectory directory = known.directory();

  @AfterEach
  void stop() {
    known.close();
  }

  @Test
  void aRefusedSizeIsTakenForTheLimitFromThenOn() {
    // Given
    brokers.writable("orders", 1);
    assertThat(known.told("orders")).isEqualTo(writable(1));

    // When
    directory.refused("orders", 50_000);
    directory.refused("orders", 40_000);
    directory.refused("orders", 60_000);

    // Then
    assertThat(directory.status("orders")).isEqualTo(new TopicStatus.Writable(1, 39_999));
  }

  /** The thread that ends with a refusal also marks the topic as doubtful. */
  @Test
  void aRefusalOutlivesADoubt() {
    // Given
    brokers.writable("orders", 1);
    known.told("orders");
    directory.refused("orders", 50_000);

    // When
    known.passes(Duration.ofMillis(1));
    known.askedAgain("orders");

    // Then
    assertThat(directory.status("orders")).isEqualTo(new TopicStatus.Writable(1, 49_999));
  }

  @Test
  void aRefusalIsForgottenAfterAnHour() {
    // Given
    brokers.writable("orders", 1);
    known.told("orders");
    directory.refused("orders", 50_000);

    // When
    known.passes(Duration.ofMinutes(59));
    var within = known.told("orders");
    known.passes(Duration.ofMinutes(1));
    var after = known.told("orders");

    // Then
    assertThat(within).isEqualTo(new TopicStatus.Writable(1, 49_999));
    assertThat(after).isEqualTo(writable(1));
  }

  @Test
  void aRefusalIsForgottenWhenAnotherLimitIsTold() {
    // Given
    brokers.writable("orders", 1);
    known.told("orders");
    directory.refused("orders", 50_000);

    // When
    brokers.takes("orders", "2000000");
    known.passes(Duration.ofSeconds(5));

    // Then
    assertThat(known.told("orders")).isEqualTo(new TopicStatus.Writable(1, 2_000_000));
  }

  /** A refusal for a topic that the directory does not know, such as a changelog, is ignored. */
  @Test
  void aRefusalOfATopicThatWasNeverAskedForIsNotKept() {
    // Given
    brokers.writable("orders", 1);

    // When
    directory.refused("orders", 50_000);

    // Then
    assertThat(known.told("orders")).isEqualTo(writable(1));
  }
}
