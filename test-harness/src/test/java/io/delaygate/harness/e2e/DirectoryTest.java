package io.delaygate.harness.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import io.delaygate.harness.broker.BrokerOptions;
import io.delaygate.harness.broker.EmbeddedKafka;
import io.delaygate.harness.broker.Topics;
import io.delaygate.harness.broker.WriteRight;
import io.delaygate.service.background.BackgroundFailures;
import io.delaygate.service.directory.DirectorySettings;
import io.delaygate.service.directory.KafkaTopicDirectory;
import io.delaygate.service.directory.TopicListener;
import io.delaygate.service.directory.TopicStatus;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.AdminClientConfig;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.config.TopicConfig;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.Timeout;

/** Tests of the topic directory with a real broker that can refuse writes. */
@Timeout(120)
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class DirectoryTest {
  private static final BackgroundFailures FAILURES = new BackgroundFailures(System::nanoTime);
  private static final Duration LIMIT = Duration.ofSeconds(60);
  private static final DirectorySettings SETTINGS = DirectorySettings.DEFAULT;
  private static final int MANY = 100_000;
  private static final TopicStatus MISSING = new TopicStatus.Missing();
  private static final TopicStatus UNWRITABLE = new TopicStatus.Unwritable();

  private final EmbeddedKafka kafka = start();
  private final Topics topics = new Topics(kafka);
  private final Admin admin = admin(kafka);
  private KafkaTopicDirectory directory;

  @BeforeEach
  void open() {
    directory = new KafkaTopicDirectory(admin, SETTINGS, any -> true, System::nanoTime, FAILURES);
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

    assertThat(told("sized")).isEqualTo(writable(3).withMaxMessageBytes(12_345));
  }

  @Test
  void knowsTheBrokersOwnSizeLimit() {
    topics.create("plain", 1);

    assertThat(told("plain")).isEqualTo(writable(1));
  }

  @Test
  void knowsWhatNeedsAKey() {
    topics.create("compacted", 1, Map.of(TopicConfig.CLEANUP_POLICY_CONFIG, "compact"));
    topics.create("both", 1, Map.of(TopicConfig.CLEANUP_POLICY_CONFIG, "compact,delete"));

    assertThat(((TopicStatus.Writable) told("compacted")).needsKey()).isTrue();
    assertThat(((TopicStatus.Writable) told("both")).needsKey()).isTrue();
  }

  @Test
  void knowsHowFarTimesMayBeOff() {
    topics.create(
        "punctual",
        1,
        Map.of(
            TopicConfig.MESSAGE_TIMESTAMP_BEFORE_MAX_MS_CONFIG, "1",
            TopicConfig.MESSAGE_TIMESTAMP_AFTER_MAX_MS_CONFIG, "1000"));
    topics.create(
        "stamped",
        1,
        Map.of(
            TopicConfig.MESSAGE_TIMESTAMP_TYPE_CONFIG, "LogAppendTime",
            TopicConfig.MESSAGE_TIMESTAMP_BEFORE_MAX_MS_CONFIG, "1"));

    assertThat(((TopicStatus.Writable) told("punctual")).timestampToleranceMs()).isEqualTo(1);
    assertThat(((TopicStatus.Writable) told("stamped")).timestampToleranceMs())
        .isEqualTo(Long.MAX_VALUE);
  }

  /** A broker requires no more replicas in sync than there are, so the topic takes records. */
  @Test
  void aTopicWithFewerReplicasThanAskedForIsOpen() throws Exception {
    // Given
    topics.create("lonely", 1, Map.of(TopicConfig.MIN_IN_SYNC_REPLICAS_CONFIG, "2"));

    // When
    var status = told("lonely");

    // Then
    try (var producer = producer()) {
      var sent = producer.send(new ProducerRecord<>("lonely", new byte[1]));
      assertThat(sent.get(20, TimeUnit.SECONDS).offset()).isZero();
    }
    assertThat(((TopicStatus.Writable) status).closed()).isEmpty();
  }

  @Test
  void findsATopicThatWasCreatedJustNow() {
    // Given
    assertThat(told("young")).isEqualTo(MISSING);

    // When
    topics.create("young", 1);

    // Then
    eventually("young", writable(1));
  }

  @Test
  void missesATopicThatWasDeleted() {
    // Given
    topics.create("doomed", 1);
    assertThat(told("doomed")).isInstanceOf(TopicStatus.Writable.class);

    // When
    topics.delete("doomed");

    // Then
    eventually("doomed", MISSING);
  }

  @Test
  void missesADeletedTopicSoonWhenInDoubt() {
    // Given
    topics.create("doubted", 1);
    assertThat(told("doubted")).isInstanceOf(TopicStatus.Writable.class);
    topics.delete("doubted");

    // When
    directory.doubt("doubted");

    // Then
    eventually("doubted", MISSING);
  }

  @Test
  void tellsOfATopicThatIsDeletedAndMadeAgain() {
    // Given
    var news = new CopyOnWriteArrayList<String>();
    directory.listen(new Noting(news));
    topics.create("cycled", 1);
    assertThat(told("cycled")).isEqualTo(writable(1));

    // When
    topics.delete("cycled");
    eventually("cycled", MISSING);
    topics.create("cycled", 2);
    eventually("cycled", writable(2));

    // Then
    Awaitility.await().atMost(LIMIT).until(() -> news, List.of("gone", "remade")::equals);
  }

  @Test
  void seesTheRightToWriteGoAndReturn() {
    // Given
    topics.create("guarded", 1);
    assertThat(told("guarded")).isInstanceOf(TopicStatus.Writable.class);
    var right = new WriteRight(topics, "guarded");

    // When
    right.revoke();

    // Then
    eventually("guarded", UNWRITABLE);
    right.restore();
    eventually("guarded", writable(1));
  }

  @Test
  void anIllegalNameIsMissing() {
    assertThat(directory.status("not a topic")).isEqualTo(MISSING);
    assertThat(directory.status("x".repeat(300))).isEqualTo(MISSING);
  }

  @Test
  void learnsOfATopicBehindAHundredThousandUnknownNames() {
    // Given
    topics.create("known", 1);
    topics.create("behind", 1);
    told("known");
    var startedAt = System.nanoTime();

    // When
    for (var i = 0; i < MANY; i++) {
      directory.status("unknown-" + i);
    }
    var flooded = millisSince(startedAt);
    eventually("behind", writable(1));
    told("waited-for");
    var waited = millisSince(startedAt);

    // Then
    assertThat(directory.status("known")).isEqualTo(writable(1));
    Awaitility.await()
        .atMost(LIMIT)
        .until(() -> directory.known("unknown-" + (MANY - 1)), MISSING::equals);
    System.out.printf(
        "%,d unknown names: %d ms to name them, %d ms until others are told, %d ms until all are%n",
        MANY, flooded, waited, millisSince(startedAt));
  }

  @Test
  void aTopicThatSomebodyMissesIsFoundThoughTooManyAreMissingToAskAboutEach() {
    // Given
    var names = IntStream.range(0, 5_000).mapToObj(i -> "missing-" + i).toList();
    assertThat(directory.await(names, LIMIT)).isTrue();

    // When
    topics.create("missing-4999", 1);

    // Then
    eventually("missing-4999", writable(1));
    assertThat(directory.known("missing-0")).isEqualTo(MISSING);
  }

  @Test
  void isUnreadableWithoutBrokersAndRemembersForAWhile() {
    try (var gone = EmbeddedKafka.start(BrokerOptions.singleNode());
        var goneTopics = new Topics(gone);
        var goneAdmin = admin(gone);
        var blind =
            new KafkaTopicDirectory(goneAdmin, SETTINGS, any -> true, System::nanoTime, FAILURES)) {
      // Given
      goneTopics.create("seen", 1);
      assertThat(blind.await(List.of("seen"), LIMIT)).isTrue();

      // When
      gone.stopNode(1);

      // Then
      assertThat(blind.status("seen")).isInstanceOf(TopicStatus.Writable.class);
      assertThat(blind.await(List.of("never-seen"), Duration.ofMillis(100))).isFalse();
      assertThat(blind.status("never-seen")).isEqualTo(new TopicStatus.Unreadable());
      Awaitility.await()
          .atMost(LIMIT)
          .until(() -> blind.status("seen"), new TopicStatus.Unreadable()::equals);
    }
  }

  private TopicStatus told(String topic) {
    assertThat(directory.await(List.of(topic), LIMIT)).isTrue();
    return directory.known(topic);
  }

  private void eventually(String topic, TopicStatus expected) {
    var startedAt = System.nanoTime();
    Awaitility.await().atMost(LIMIT).until(() -> directory.status(topic), expected::equals);
    System.out.printf("%s after %d ms%n", topic, (System.nanoTime() - startedAt) / 1_000_000);
  }

  private static long millisSince(long startedAt) {
    return (System.nanoTime() - startedAt) / 1_000_000;
  }

  /** Status with the broker's own settings. */
  private static TopicStatus.Writable writable(int partitions) {
    return new TopicStatus.Writable(partitions, 1_048_588, false, 3_600_000, Map.of());
  }

  private KafkaProducer<byte[], byte[]> producer() {
    return new KafkaProducer<>(
        Map.of(ProducerConfig.BOOTSTRAP_SERVERS_CONFIG, kafka.bootstrapServers()),
        new ByteArraySerializer(),
        new ByteArraySerializer());
  }

  private static EmbeddedKafka start() {
    return EmbeddedKafka.start(BrokerOptions.singleNode().withAuthorizer());
  }

  private static Admin admin(EmbeddedKafka cluster) {
    return Admin.create(
        Map.of(AdminClientConfig.BOOTSTRAP_SERVERS_CONFIG, cluster.bootstrapServers()));
  }

  private record Noting(List<String> news) implements TopicListener {
    @Override
    public void gone(String topic) {
      news.add("gone");
    }

    @Override
    public void remade(String topic) {
      news.add("remade");
    }
  }
}
