package io.delaygate.harness.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import io.delaygate.harness.broker.BrokerOptions;
import io.delaygate.harness.broker.EmbeddedKafka;
import io.delaygate.harness.broker.Topics;
import io.delaygate.harness.broker.WriteRight;
import io.delaygate.schemas.directory.DirectorySettings;
import io.delaygate.schemas.directory.KafkaTopicDirectory;
import io.delaygate.schemas.directory.TopicStatus;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.stream.IntStream;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.AdminClientConfig;
import org.apache.kafka.common.config.TopicConfig;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.Timeout;

/** The topic directory against a broker that can refuse writes. */
@Timeout(120)
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class DirectoryTest {
  private static final Duration LIMIT = Duration.ofSeconds(60);
  private static final DirectorySettings SETTINGS = DirectorySettings.DEFAULT;
  private static final TopicStatus MISSING = new TopicStatus.Missing();
  private static final TopicStatus UNWRITABLE = new TopicStatus.Unwritable();

  private final EmbeddedKafka kafka = start();
  private final Topics topics = new Topics(kafka);
  private final Admin admin = admin(kafka);
  private KafkaTopicDirectory directory;

  @BeforeEach
  void open() {
    directory = new KafkaTopicDirectory(admin, SETTINGS, any -> true, System::nanoTime);
  }

  @AfterEach
  void close() {
    directory.close();
  }

  @AfterAll
  void stop() {
    admin.close();
    topics.close();
    kafka.close();
  }

  @Test
  void knowsPartitionsAndSizeLimit() {
    topics.create("sized", 3, Map.of(TopicConfig.MAX_MESSAGE_BYTES_CONFIG, "12345"));

    assertThat(directory.status("sized")).isEqualTo(new TopicStatus.Writable(3, 12_345));
  }

  @Test
  void knowsTheBrokersOwnSizeLimit() {
    topics.create("plain", 1);

    assertThat(directory.status("plain")).isEqualTo(new TopicStatus.Writable(1, 1_048_588));
  }

  @Test
  void findsATopicThatWasCreatedJustNow() {
    // Given
    assertThat(directory.status("young")).isEqualTo(MISSING);

    // When
    topics.create("young", 1);

    // Then
    eventually("young", new TopicStatus.Writable(1, 1_048_588));
  }

  @Test
  void missesATopicThatWasDeleted() {
    // Given
    topics.create("doomed", 1);
    assertThat(directory.status("doomed")).isInstanceOf(TopicStatus.Writable.class);

    // When
    topics.delete("doomed");

    // Then
    eventually("doomed", MISSING);
  }

  @Test
  void missesADeletedTopicAtOnceWhenInDoubt() {
    // Given
    topics.create("doubted", 1);
    assertThat(directory.status("doubted")).isInstanceOf(TopicStatus.Writable.class);
    topics.delete("doubted");

    // When
    directory.doubt();

    // Then
    assertThat(directory.status("doubted")).isEqualTo(MISSING);
  }

  @Test
  void seesTheRightToWriteGoAndReturn() {
    // Given
    topics.create("guarded", 1);
    assertThat(directory.status("guarded")).isInstanceOf(TopicStatus.Writable.class);
    var right = new WriteRight(topics, "guarded");

    // When
    right.revoke();

    // Then
    eventually("guarded", UNWRITABLE);
    right.restore();
    eventually("guarded", new TopicStatus.Writable(1, 1_048_588));
  }

  @Test
  void anIllegalNameIsMissing() {
    assertThat(directory.status("not a topic")).isEqualTo(MISSING);
    assertThat(directory.status("x".repeat(300))).isEqualTo(MISSING);
  }

  /** A stream thread asks, so a thousand names may not cost a thousand questions. */
  @Test
  void answersAFloodOfUnknownNamesWithoutAskingForEach() {
    // Given
    topics.create("known", 1);
    directory.status("known");
    var answers = new HashMap<TopicStatus, Integer>();
    var startedAt = System.nanoTime();

    // When
    for (var i = 0; i < 5_000; i++) {
      answers.merge(directory.status("unknown-" + i), 1, Integer::sum);
    }

    // Then
    var seconds = Duration.ofNanos(System.nanoTime() - startedAt).toSeconds();
    assertThat(answers).containsOnlyKeys(MISSING, new TopicStatus.Unreadable());
    assertThat(answers.get(MISSING)).isBetween(1, 50 * ((int) seconds + 2));
    assertThat(directory.status("known")).isInstanceOf(TopicStatus.Writable.class);
    System.out.printf("5,000 unknown names in %d s, %s%n", seconds, answers);
  }

  /** Else 50 missing targets with parked jobs would hide every other topic for ever. */
  @Test
  void learnsOfATopicBehindALastingFlood() {
    // Given
    topics.create("behind", 1);

    // When
    var flood = IntStream.range(0, 60).mapToObj(i -> "missing-" + i).toList();

    // Then
    Awaitility.await()
        .atMost(LIMIT)
        .until(
            () -> {
              flood.forEach(directory::status);
              return directory.status("behind") instanceof TopicStatus.Writable;
            });
  }

  @Test
  void isUnreadableWithoutBrokersAndRemembersForAWhile() {
    try (var gone = EmbeddedKafka.start(BrokerOptions.singleNode());
        var goneTopics = new Topics(gone);
        var goneAdmin = admin(gone);
        var blind = new KafkaTopicDirectory(goneAdmin, SETTINGS, any -> true, System::nanoTime)) {
      // Given
      goneTopics.create("seen", 1);
      assertThat(blind.status("seen")).isInstanceOf(TopicStatus.Writable.class);

      // When
      gone.stopNode(1);

      // Then
      assertThat(blind.status("never-seen")).isEqualTo(new TopicStatus.Unreadable());
      Awaitility.await()
          .atMost(LIMIT)
          .until(() -> blind.status("seen"), new TopicStatus.Unreadable()::equals);
    }
  }

  private void eventually(String topic, TopicStatus expected) {
    var startedAt = System.nanoTime();
    Awaitility.await().atMost(LIMIT).until(() -> directory.status(topic), expected::equals);
    System.out.printf("%s after %d ms%n", topic, (System.nanoTime() - startedAt) / 1_000_000);
  }

  private static EmbeddedKafka start() {
    return EmbeddedKafka.start(BrokerOptions.singleNode().withAuthorizer());
  }

  private static Admin admin(EmbeddedKafka cluster) {
    return Admin.create(
        Map.of(AdminClientConfig.BOOTSTRAP_SERVERS_CONFIG, cluster.bootstrapServers()));
  }
}
