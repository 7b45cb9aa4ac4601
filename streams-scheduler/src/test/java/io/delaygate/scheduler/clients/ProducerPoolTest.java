package io.delaygate.scheduler.clients;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.delaygate.scheduler.clients.ProducersOnPaper.Made;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.RejectedExecutionException;
import java.util.stream.Stream;
import org.apache.kafka.clients.producer.MockProducer;
import org.apache.kafka.common.Metric;
import org.apache.kafka.common.MetricName;
import org.apache.kafka.common.errors.TimeoutException;
import org.junit.jupiter.api.Test;

class ProducerPoolTest {
  private static final Map<String, Object> CONFIG =
      Map.of("transactional.id", "delaygate", "client.id", "delaygate-producer");

  private static final long LATELY = TopicTimes.LATELY_NANOS;

  private final ProducersOnPaper producers = new ProducersOnPaper();
  private final Queue<Runnable> background = new ArrayDeque<>();
  private final ProducerPool pool = new ProducerPool(producers, CONFIG, background::add);

  @Test
  void twoProducersTakeTurns() {
    // Given
    ready();

    // When
    var ids = Stream.generate(pool::next).limit(6).map(ProducerPool.Member::id).toList();

    // Then
    assertThat(new HashSet<>(ids)).hasSize(2);
    for (var i = 2; i < ids.size(); i++) {
      assertThat(ids.get(i)).isEqualTo(ids.get(i - 2)).isNotEqualTo(ids.get(i - 1));
    }
    assertThat(ids).allMatch(id -> id.startsWith("delaygate-")).allMatch(pool::isOwn);
  }

  @Test
  void aClosedProducerKeepsTheTimesThatKafkaStreamsReads() {
    // Given
    var config = new HashMap<>(CONFIG);
    config.put("bootstrap.servers", "127.0.0.1:1");
    var member = new ProducerPool(ProducerFactory.OF_KAFKA, config, background::add).current();

    // When
    member.producer().close(Duration.ZERO);

    // Then
    assertThat(names(member.producer().metrics())).doesNotContain("flush-time-ns-total");
    assertThat(names(member.metrics())).contains("flush-time-ns-total");
  }

  private static Stream<String> names(Map<MetricName, ? extends Metric> metrics) {
    return metrics.keySet().stream().map(MetricName::name);
  }

  @Test
  void aTopicIsKnownOnceEachProducerAskedAboutItAndForFourSeconds() {
    // Given
    ready();
    pool.next();
    pool.written("orders", 0);
    pool.next();
    var questions = new ArrayList<Runnable>();
    var isUnknown = !pool.learn("orders", 0, questions::add);

    // When
    var isAskedAgain = !pool.learn("orders", 1, questions::add);
    questions.forEach(Runnable::run);
    var isKnown = pool.learn("orders", LATELY - 1, questions::add);
    var isForgotten = !pool.learn("orders", LATELY, questions::add);

    // Then
    assertThat(List.of(isUnknown, isAskedAgain, isKnown, isForgotten)).containsOnly(true);
    assertThat(questions).as("one by the producer that did not write, then both").hasSize(3);
  }

  @Test
  void aQuestionThatFindsNoThreadIsAskedTheNextTime() {
    // Given
    ready();
    pool.next();
    var questions = new ArrayList<Runnable>();

    // When
    pool.learn(
        "orders",
        0,
        question -> {
          throw new RejectedExecutionException();
        });
    pool.learn("orders", 1, questions::add);

    // Then
    assertThat(questions).hasSize(2);
  }

  @Test
  void whatWasGivenUpIsClosedAndItsIdsNeverComeAgain() {
    // Given
    ready();
    var before = List.of(pool.next().id(), pool.next().id());

    // When
    pool.giveUpAll();
    var owned = before.stream().filter(pool::isOwn).toList();
    runBackground();
    var after = Stream.generate(pool::next).limit(4).map(ProducerPool.Member::id).toList();

    // Then
    assertThat(owned).isEmpty();
    assertThat(before).allMatch(id -> producers.of(id).closed());
    assertThat(after).doesNotContainAnyElementsOf(before).allMatch(pool::isOwn);
  }

  @Test
  void theSpareIsInitialisedBeforeItIsNeeded() {
    // Given
    ready();
    pool.next();

    // When
    pool.giveUpAll();
    var made = producers.made().size();
    var next = pool.next();

    // Then
    assertThat(producers.made()).hasSize(made);
    assertThat(producers.of(next.id()).transactionInitialized()).isTrue();
  }

  @Test
  void whereNoSpareIsReadyOneIsMadeAtOnce() {
    // Given
    pool.initialise();
    pool.next();
    pool.giveUpAll();

    // When
    var next = pool.next();

    // Then
    assertThat(producers.of(next.id()).transactionInitialized()).isTrue();
    assertThat(pool.isOwn(next.id())).isTrue();
  }

  @Test
  void aForgottenTopicReplacesOnlyTheProducersThatKnowIt() {
    // Given
    ready();
    var knows = pool.next();
    pool.written("gone", 0);
    var other = pool.next();
    pool.written("orders", 0);

    // When
    pool.forget("gone");
    var untilItsNextTurn = pool.isOwn(knows.id());
    var after = List.of(pool.next().id(), pool.next().id(), pool.next().id());
    runBackground();

    // Then
    assertThat(untilItsNextTurn).isTrue();
    assertThat(after).contains(other.id()).doesNotContain(knows.id());
    assertThat(pool.isOwn(knows.id())).isFalse();
    assertThat(producers.of(knows.id()).closed()).isTrue();
    assertThat(producers.of(other.id()).closed()).isFalse();
  }

  @Test
  void aProducerThatAskedInVainIsReplacedToo() {
    // Given
    ready();
    var asked = pool.next();
    producers.of(asked.id()).partitionsForException = new TimeoutException("no answer");

    // When
    pool.learn("gone", 0, Runnable::run);
    var isKnown = pool.learn("gone", 1, Runnable::run);
    pool.forget("gone");

    // Then
    assertThat(isKnown).isFalse();
    assertThat(Stream.generate(pool::next).limit(3).map(ProducerPool.Member::id))
        .doesNotContain(asked.id());
  }

  @Test
  void aSpareThatCannotBeInitialisedIsClosedAndAnotherOneIsMade() {
    // Given
    ready();
    producers.prepare(one -> one.initTransactionException = new TimeoutException("no coordinator"));
    pool.next();
    pool.giveUpAll();
    pool.next();

    // When
    var before = producers.made().size();
    runBackground();
    var failed = List.copyOf(producers.made().subList(before, producers.made().size()));
    producers.prepare(one -> {});
    pool.next();
    runBackground();

    // Then
    assertThat(failed).isNotEmpty().allMatch(one -> one.producer().closed());
    assertThat(failed).extracting(Made::id).noneMatch(pool::isOwn);
    assertThat(pool.next().id()).isNotEqualTo(pool.next().id());
  }

  @Test
  void aProducerThatIsNeededAndCannotBeInitialisedIsClosed() {
    // Given
    pool.initialise();
    pool.next();
    pool.giveUpAll();
    producers.prepare(one -> one.initTransactionException = new TimeoutException("no coordinator"));

    // When
    assertThatThrownBy(pool::next).isInstanceOf(TimeoutException.class);

    // Then
    var failed = producers.made().get(producers.made().size() - 1);
    assertThat(pool.isOwn(failed.id())).isFalse();
    runBackground();
    assertThat(failed.producer().closed()).isTrue();
  }

  @Test
  void closingClosesAllThatTakeTurnsAndAllSpares() {
    // Given
    ready();
    pool.next();

    // When
    pool.closeAll(Duration.ofSeconds(1));

    // Then
    assertThat(producers.made()).hasSize(3).allMatch(one -> one.producer().closed());
    assertThat(producers.made()).extracting(Made::id).noneMatch(pool::isOwn);
  }

  @Test
  void idsOfTheProcessBeforeBeginAsItsOwn() {
    // When
    ready();

    // Then
    assertThat(pool.isOfPredecessor("delaygate-1a2b-3")).isTrue();
    assertThat(pool.isOfPredecessor("delaygate2-1a2b-3")).isFalse();
    assertThat(pool.isOfPredecessor(pool.next().id())).isFalse();
  }

  @Test
  void aSpareThatIsReadyTooLateIsClosed() {
    // Given
    pool.initialise();

    // When
    pool.closeAll(Duration.ofSeconds(1));
    runBackground();

    // Then
    assertThat(producers.made()).allMatch(one -> one.producer().closed());
  }

  @Test
  void brokersThatDelayRequestsAreToldByTheProducersMetric() {
    // Given
    var throttledMs = new double[] {0};
    producers.prepare(one -> one.setMockMetrics(THROTTLE, metric(throttledMs)));
    pool.giveUpAll();
    var member = pool.next();

    // When
    var before = member.isThrottled();
    throttledMs[0] = 12;

    // Then
    assertThat(before).isFalse();
    assertThat(member.isThrottled()).isTrue();
  }

  private static final MetricName THROTTLE =
      new MetricName("produce-throttle-time-max", "producer-metrics", "", Map.of());

  private static Metric metric(double[] value) {
    return new Metric() {
      @Override
      public MetricName metricName() {
        return THROTTLE;
      }

      @Override
      public Object metricValue() {
        return value[0];
      }
    };
  }

  private void ready() {
    pool.initialise();
    runBackground();
    assertThat(producers.made())
        .extracting(Made::producer)
        .hasSize(3)
        .allMatch(MockProducer::transactionInitialized);
  }

  private void runBackground() {
    for (var work = background.poll(); work != null; work = background.poll()) {
      work.run();
    }
  }
}
