package io.delaygate.service.directory;

import static org.assertj.core.api.Assertions.assertThat;

import io.delaygate.service.background.BackgroundFailures;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.IntStream;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Tests with 100,000 names that do not exist: lookups of existing topics do not wait for them. */
@Timeout(120)
class UnknownNamesTest {
  private static final Duration LIMIT = Duration.ofSeconds(60);
  private static final int MANY = 100_000;
  private static final TopicStatus MISSING = new TopicStatus.Missing();

  private final Brokers brokers = new Brokers();
  private final AtomicLong nanos = new AtomicLong();
  private final BackgroundFailures failures = new BackgroundFailures(nanos::get);
  private final KafkaTopicDirectory directory =
      new KafkaTopicDirectory(
          brokers.admin(),
          new DirectorySettings(Duration.ofHours(1), Duration.ofSeconds(1), 1_000_000),
          any -> true,
          nanos::get,
          failures);

  @AfterEach
  void stop() {
    directory.close();
  }

  @Test
  void anExistingTopicOvertakesThem() {
    // Given
    brokers.writable("orders", 1);
    brokers.fallSilentAbout("name-0");
    flood(0, 1);
    Awaitility.await().atMost(LIMIT).until(() -> !brokers.requests().isEmpty());

    // When
    flood(1, MANY);
    directory.status("orders");

    // Then
    Awaitility.await()
        .atMost(LIMIT)
        .until(() -> directory.known("orders") instanceof TopicStatus.Writable);
    assertThat(brokers.requests().get(1)).containsExactly("orders");
    Awaitility.await().atMost(LIMIT).until(() -> directory.known("name-99999"), MISSING::equals);
    assertThat(brokers.requests().size()).isBetween(102, 110);
  }

  @Test
  void whatSomebodyWaitsForOvertakesThem() {
    // Given
    brokers.fallSilentAbout("name-0");
    flood(0, 1);
    Awaitility.await().atMost(LIMIT).until(() -> !brokers.requests().isEmpty());

    // When
    flood(1, MANY);
    var known = directory.await(List.of("nowhere"), LIMIT);

    // Then
    assertThat(known).isTrue();
    assertThat(brokers.requests().get(1)).containsExactly("nowhere");
  }

  @Test
  void existingTopicsAreReadAgainFirstAndInRequestsOfTheirOwn() {
    // Given
    brokers.writable("orders", 1);
    directory.await(List.of("orders"), LIMIT);
    directory.await(names(0, 900), LIMIT);
    brokers.requests().clear();
    nanos.addAndGet(1);

    // When
    directory.doubt();

    // Then
    Awaitility.await().atMost(LIMIT).until(() -> brokers.requests().size() == 2);
    assertThat(brokers.requests().get(0)).containsExactly("orders");
    assertThat(brokers.requests().get(1)).hasSize(900);
  }

  @Test
  void brokersThatAreSilentAboutUnknownNamesHoldUpNoRefresh() {
    // Given
    brokers.writable("orders", 1);
    directory.await(List.of("orders"), LIMIT);
    brokers.fallSilentAbout("name-0");
    flood(0, 1);

    // When
    brokers.writable("orders", 2);
    nanos.addAndGet(1);
    directory.doubt();

    // Then
    Awaitility.await()
        .atMost(Duration.ofMillis(900)) // an unanswered question holds its thread for longer
        .until(() -> directory.known("orders"), new TopicStatus.Writable(2, 1_000_000)::equals);
  }

  @Test
  void whenTooManyAreMissingAListTellsWhichOfThemCameIntoBeing() {
    // Given
    directory.await(names(0, 1_001), LIMIT);
    brokers.writable("name-500", 1);
    brokers.requests().clear();
    nanos.addAndGet(Duration.ofMillis(200).toNanos());
    flood(0, 1_001);

    // When
    directory.doubt();

    // Then
    Awaitility.await()
        .atMost(LIMIT)
        .until(() -> directory.known("name-500") instanceof TopicStatus.Writable);
    assertThat(brokers.lists()).isEqualTo(1);
    assertThat(brokers.requests()).hasSize(1);
    assertThat(brokers.requests().get(0)).containsExactly("name-500");
  }

  @Test
  void aListKeepsTheOthersKnown() {
    // Given
    directory.await(names(0, 1_001), LIMIT);
    brokers.writable("name-500", 1);
    nanos.addAndGet(Duration.ofSeconds(4).toNanos());
    directory.doubt();
    Awaitility.await()
        .atMost(LIMIT)
        .until(() -> directory.known("name-500") instanceof TopicStatus.Writable);

    // When
    nanos.addAndGet(Duration.ofSeconds(4).toNanos());

    // Then
    assertThat(directory.known("name-499")).isEqualTo(MISSING);
  }

  private void flood(int from, int to) {
    names(from, to).forEach(directory::status);
  }

  private static List<String> names(int from, int to) {
    return IntStream.range(from, to).mapToObj(i -> "name-" + i).toList();
  }
}
