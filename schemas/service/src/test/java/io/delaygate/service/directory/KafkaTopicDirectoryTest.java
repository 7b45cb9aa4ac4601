package io.delaygate.service.directory;

import static io.delaygate.service.directory.DirectoryUnderTest.DEFAULT_SIZE;
import static io.delaygate.service.directory.DirectoryUnderTest.LIMIT;
import static io.delaygate.service.directory.DirectoryUnderTest.writable;
import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.IntStream;
import org.apache.kafka.common.acl.AclOperation;
import org.apache.kafka.common.errors.InvalidTopicException;
import org.apache.kafka.common.errors.TimeoutException;
import org.apache.kafka.common.errors.TopicAuthorizationException;
import org.apache.kafka.common.errors.UnknownTopicOrPartitionException;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Tests of the topic cache: lookups, how long entries are kept, and notices of changed topics. */
class KafkaTopicDirectoryTest {
  private static final TopicStatus MISSING = new TopicStatus.Missing();
  private static final TopicStatus UNWRITABLE = new TopicStatus.Unwritable();
  private static final TopicStatus UNREADABLE = new TopicStatus.Unreadable();

  private final DirectoryUnderTest known = new DirectoryUnderTest();
  private final Brokers brokers = known.brokers();
  private final KafkaTopicDirectory directory = known.directory();

  @AfterEach
  void stop() {
    known.close();
  }

  @Test
  void aTopicThatWeDoNotWriteToIsKnownWithoutTheRightTo() {
    brokers.topic("looked-at", 2, AclOperation.DESCRIBE);

    assertThat(known.told("looked-at")).isEqualTo(new TopicStatus.Writable(2, DEFAULT_SIZE));
  }

  @Test
  void aTopicIsKnownByPartitionsAndSize() {
    // Given
    brokers.writable("orders", 3);
    brokers.takes("orders", "2000000");

    // Then
    assertThat(known.told("orders")).isEqualTo(new TopicStatus.Writable(3, 2_000_000));
  }

  @Test
  void theDefaultSizeIsTakenWhereConfigurationsMayNotBeRead() {
    // Given
    brokers.writable("orders", 3);

    // Then
    assertThat(known.told("orders")).isEqualTo(new TopicStatus.Writable(3, DEFAULT_SIZE));
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
    assertThat(known.told("read-only")).isEqualTo(UNWRITABLE);
    assertThat(known.told("gone")).isEqualTo(MISSING);
    assertThat(known.told("illegal")).isEqualTo(MISSING);
    assertThat(known.told("hidden")).isEqualTo(UNWRITABLE);
    assertThat(directory.await(List.of("slow"), Duration.ofMillis(50))).isFalse();
    assertThat(directory.status("slow")).isEqualTo(UNREADABLE);
  }

  @Test
  void aNameThatNoTopicCanHaveIsMissingWithoutAQuestion() {
    assertThat(directory.status("not a topic")).isEqualTo(MISSING);
    assertThat(directory.known("x".repeat(250))).isEqualTo(MISSING);
    assertThat(directory.await(List.of("not a topic"), Duration.ZERO)).isTrue();
    assertThat(brokers.requests()).isEmpty();
  }

  @Test
  void theFirstAnswerIsUnreadableAndTheQuestionIsAskedInTheBackground() {
    // Given
    brokers.writable("orders", 1);

    // When
    var first = directory.status("orders");

    // Then
    assertThat(first).isIn(UNREADABLE, writable(1)); // brokers may answer at once
    known.eventually("orders", writable(1));
  }

  @Test
  void whatMayBeKnownOnlyWithoutAQuestionIsNotAsked() {
    // Given
    brokers.writable("orders", 1);

    // When
    var unknown = directory.known("orders");

    // Then
    assertThat(unknown).isEqualTo(UNREADABLE);
    assertThat(known.told("other")).isEqualTo(MISSING);
    assertThat(brokers.timesAsked("orders")).isZero();
  }

  @Test
  void nobodyWaitsForBrokersThatDoNotAnswer() {
    // Given
    brokers.fallSilent();

    // When
    var startedAt = System.nanoTime();
    for (var i = 0; i < 10_000; i++) {
      assertThat(directory.status("topic-" + i % 5_000)).isEqualTo(UNREADABLE);
    }
    directory.doubt();
    directory.doubt("topic-1");
    directory.status("topic-1");

    // Then
    assertThat(Duration.ofNanos(System.nanoTime() - startedAt)).isLessThan(ofOneAnswer());
  }

  @Test
  void whoeverWaitsGivesUpInTime() {
    // Given
    brokers.fallSilent();

    // When
    var known = directory.await(List.of("orders"), Duration.ofMillis(100));

    // Then
    assertThat(known).isFalse();
  }

  @Test
  void manyNamesAreOneQuestion() {
    // Given
    brokers.writable("name-7", 1);
    var names = IntStream.range(0, 500).mapToObj(i -> "name-" + i).toList();

    // When
    var known = directory.await(names, LIMIT);

    // Then
    assertThat(known).isTrue();
    assertThat(directory.status("name-7")).isEqualTo(writable(1));
    assertThat(directory.status("name-8")).isEqualTo(MISSING);
    assertThat(brokers.requests()).hasSize(1);
  }

  @Test
  void aRequestHoldsAThousandNamesAtMost() {
    // When
    directory.await(IntStream.range(0, 2_001).mapToObj(i -> "name-" + i).toList(), LIMIT);

    // Then
    assertThat(brokers.requests())
        .extracting(names -> names.size())
        .containsExactly(1_000, 1_000, 1);
  }

  @Test
  void whatIsMissingIsRemembered() {
    // Given
    assertThat(known.told("orders")).isEqualTo(MISSING);

    // When
    for (var i = 0; i < 1_000; i++) {
      assertThat(directory.status("orders")).isEqualTo(MISSING);
    }

    // Then
    assertThat(known.told("other")).isEqualTo(MISSING);
    assertThat(brokers.timesAsked("orders")).isEqualTo(1);
  }

  @Test
  void whatIsKnownStandsForFiveSeconds() {
    // Given
    brokers.writable("orders", 1);
    assertThat(known.told("orders")).isEqualTo(writable(1));
    brokers.fallSilent();

    // When
    known.passes(Duration.ofMillis(4_999));
    var within = directory.status("orders");
    known.passes(Duration.ofMillis(1));
    var after = directory.status("orders");

    // Then
    assertThat(within).isEqualTo(writable(1));
    assertThat(after).isEqualTo(UNREADABLE);
  }

  @Test
  void aTopicCreatedJustNowIsFoundSoon() {
    // Given
    assertThat(known.told("orders")).isEqualTo(MISSING);
    brokers.writable("orders", 1);

    // When
    known.passes(Duration.ofMillis(199));
    var within = known.told("orders");
    known.passes(Duration.ofMillis(1));
    var after = known.told("orders");

    // Then
    assertThat(within).isEqualTo(MISSING);
    assertThat(after).isEqualTo(writable(1));
  }

  @Test
  void aMissingTopicThatIsLookedAtIsAskedForAgainInTheBackground() {
    // Given
    assertThat(known.told("orders")).isEqualTo(MISSING);
    brokers.writable("orders", 1);

    // When
    known.passes(Duration.ofMillis(200));
    var meanwhile = directory.status("orders");

    // Then
    assertThat(meanwhile).isIn(MISSING, writable(1)); // brokers may answer at once
    known.eventually("orders", writable(1));
  }

  @Test
  void aMissingTopicIsJudgedAsLongAsTheAnswerIsFresh() {
    // Given
    var age = Duration.ofMillis(200).toNanos();
    assertThat(known.told("orders")).isEqualTo(MISSING);

    // When
    brokers.fallSilent();
    known.passes(Duration.ofNanos(age - 1));
    var within = directory.isJudged("orders", age);
    known.passes(Duration.ofNanos(1));
    var after = directory.isJudged("orders", age);
    var longer = directory.isJudged("orders", age + 1);

    // Then
    assertThat(within).isTrue();
    assertThat(after).isFalse();
    assertThat(longer).isTrue();
  }

  @Test
  void aTopicThatWasMadeMeanwhileIsJudgedOnceTheBrokersHaveTold() {
    // Given
    var age = Duration.ofMillis(200).toNanos();
    assertThat(known.told("orders")).isEqualTo(MISSING);
    brokers.writable("orders", 1);

    // When
    known.passes(Duration.ofMillis(200));

    // Then
    Awaitility.await().atMost(LIMIT).until(() -> directory.isJudged("orders", age));
    assertThat(directory.status("orders")).isEqualTo(writable(1));
  }

  @Test
  void aTopicThatTakesRecordsIsJudgedAndSoIsANameThatNoneCanHave() {
    // Given
    brokers.writable("orders", 1);
    assertThat(known.told("orders")).isEqualTo(writable(1));
    brokers.fallSilentAbout("new");

    // When
    known.passes(Duration.ofSeconds(4));

    // Then
    assertThat(directory.isJudged("orders", 1)).isTrue();
    assertThat(directory.isJudged("no topic", 1)).isTrue();
    assertThat(directory.isJudged("new", 1)).isFalse();
  }

  @Test
  void afterADoubtTopicsInUseAreAskedForAgainAndStandMeanwhile() {
    // Given
    brokers.writable("orders", 1);
    assertThat(known.told("orders")).isEqualTo(writable(1));
    brokers.writable("orders", 2);

    // When
    known.passes(Duration.ofMillis(1));
    var before = directory.status("orders");
    directory.doubt();

    // Then
    assertThat(before).isEqualTo(writable(1));
    known.eventually("orders", writable(2));
  }

  @Test
  void aDoubtAboutOneTopicAsksForThatOne() {
    // Given
    brokers.writable("orders", 1);
    brokers.writable("mails", 1);
    directory.await(List.of("orders", "mails"), LIMIT);
    brokers.drop("orders");

    // When
    directory.doubt("orders");

    // Then
    known.eventually("orders", MISSING);
    assertThat(brokers.timesAsked("mails")).isEqualTo(1);
  }

  @Test
  void aTopicThatNobodyUsedForAMinuteIsForgotten() {
    // Given
    brokers.writable("orders", 1);
    brokers.writable("mails", 1);
    directory.await(List.of("orders", "mails"), LIMIT);

    // When
    known.passes(Duration.ofSeconds(59));
    directory.status("mails");
    known.passes(Duration.ofSeconds(2));
    directory.doubt();

    // Then
    Awaitility.await().atMost(LIMIT).until(() -> brokers.timesAsked("mails") >= 2);
    assertThat(brokers.timesAsked("orders")).isEqualTo(1);
  }

  @Test
  void listenersHearOfTopicsThatAreDeletedOrMadeAgain() {
    // Given
    var news = new CopyOnWriteArrayList<String>();
    directory.listen(new Noting(news));
    brokers.writable("orders", 1);
    brokers.writable("mails", 1);
    directory.await(List.of("orders", "mails", "never"), LIMIT);

    // When
    brokers.writable("mails", 1);
    known.askedAgain("mails");
    brokers.drop("orders");
    known.askedAgain("orders");
    known.askedAgain("orders");
    brokers.writable("orders", 1);
    known.askedAgain("orders");
    known.askedAgain("orders");

    // Then
    assertThat(news).containsExactly("remade mails", "gone orders", "remade orders");
  }

  /** Limit for calls that must not wait for the brokers. */
  private static Duration ofOneAnswer() {
    return Duration.ofSeconds(1);
  }

  private record Noting(List<String> news) implements TopicListener {
    @Override
    public void gone(String topic) {
      news.add("gone " + topic);
    }

    @Override
    public void remade(String topic) {
      news.add("remade " + topic);
    }
  }
}
