package io.delaygate.service.directory;

import static io.delaygate.service.directory.DirectoryUnderTest.LIMIT;
import static io.delaygate.service.directory.DirectoryUnderTest.writable;
import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Tests of unexpected errors in the directory's tasks: queries and refreshes continue. */
@Timeout(60)
class UnforeseenFaultsTest {
  private final DirectoryUnderTest known = new DirectoryUnderTest();
  private final Brokers brokers = known.brokers();
  private final KafkaTopicDirectory directory = known.directory();

  @AfterEach
  void stop() {
    known.close();
  }

  @Test
  void aFaultOfARoundIsCountedAndLosesNoQuestion() {
    // Given
    brokers.writable("orders", 3);
    brokers.failsOnceBy(new NoClassDefFoundError("a part that is missing"));

    // When
    directory.status("orders");
    Awaitility.await().atMost(LIMIT).until(() -> known.failures("topic-questions") == 1);
    known.passes(Duration.ofSeconds(1));

    // Then
    Awaitility.await().atMost(LIMIT).until(() -> directory.status("orders"), writable(3)::equals);
  }

  @Test
  void aFaultOfTheRefreshIsCountedAndItComesAgain() {
    // Given
    brokers.writable("orders", 3);
    assertThat(known.told("orders")).isEqualTo(writable(3));
    brokers.failsOnceBy(new NoClassDefFoundError("a part that is missing"));

    // When
    known.passes(Duration.ofSeconds(1));
    directory.doubt();
    Awaitility.await().atMost(LIMIT).until(() -> known.failures("topic-refresh") == 1);
    brokers.drop("orders");

    // Then
    known.eventually("orders", new TopicStatus.Missing());
  }
}
