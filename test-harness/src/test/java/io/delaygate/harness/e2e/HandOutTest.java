package io.delaygate.harness.e2e;

import static io.delaygate.harness.e2e.QueueCalls.claim;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.delaygate.harness.broker.KafkaCluster;
import io.delaygate.harness.broker.KafkaTest;
import io.delaygate.harness.process.Service;
import io.delaygate.schemas.contract.Limits;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.awaitility.Awaitility;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInfo;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests of reservations: jobs of a queue go to the callers of a gateway. */
@KafkaTest
@Timeout(180)
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class HandOutTest {
  private static final int MOST_BYTES = Limits.PAYLOAD_BYTES;

  private static final int LEASE_MS = 20_000;

  private static final int JOBS = 200;
  private static final int NAMES = 200;
  private static final int ROUNDS = 10;
  private static final int CALLERS = 8;

  private final Installation delaygate;
  private final Door door;
  private QueueCalls queue;

  HandOutTest(KafkaCluster cluster, @TempDir Path state) {
    delaygate = new Installation(cluster, state);
    delaygate.allowQueues();
    var asked = Service.urls(delaygate.startSchedulers(Map.of()));
    door = new Door(delaygate, Map.of("scheduler.urls", asked, "queue.lease.ms", "" + LEASE_MS));
  }

  @BeforeEach
  void nameQueue(TestInfo test) {
    queue = new QueueCalls(door, test.getTestMethod().orElseThrow().getName());
  }

  @AfterAll
  void stop() {
    door.close();
    delaygate.close();
  }

  @Test
  void aReservationThatNamesNoLeaseIsAsLongAsTheJobSays() {
    // Given
    queue.publish("{\"value\": \"short\", \"ack\": {\"lease\": \"5s\"}}");

    // When
    var reservedFrom = System.currentTimeMillis();
    var job = queue.reserveOne();

    // Then: at most 10 s are added for its way, and the default lease is longer than both
    assertThat(job.get("leaseEndsMs").longValue())
        .isBetween(reservedFrom + 5_000, reservedFrom + LEASE_MS - 1);
  }

  @Test
  void aJobIsHandedOutOnceAndFinished() {
    // Given
    queue.publish("{\"id\": \"once\", \"value\": \"of once\"}");

    // When
    var reservedFrom = System.currentTimeMillis();
    var job = queue.reserveOne();

    // Then
    assertThat(job.get("id").textValue()).isEqualTo("once");
    assertThat(job.get("value").textValue()).isEqualTo("of once");
    assertThat(job.get("queue").textValue()).isEqualTo(queue.name());
    assertThat(job.get("attempt").intValue()).isEqualTo(1);
    assertThat(job.get("leaseEndsMs").longValue())
        .isBetween(reservedFrom + LEASE_MS, System.currentTimeMillis() + 2 * LEASE_MS);
    assertThat(queue.reserve("{}")).isEmpty();
    assertThat(queue.post("/finish?wait=true", claim(job)).text()).startsWith("200 DONE");
    assertThat(queue.post("/finish?wait=true", claim(job)).text()).startsWith("200 DONE");
  }

  @ParameterizedTest
  @ValueSource(ints = {-1, 0, 1, MOST_BYTES})
  void payloadsComeByteForByte(int length) {
    // Given
    var bytes = new byte[Math.max(0, length)];
    new Random(length).nextBytes(bytes);
    var text = Base64.getEncoder().encodeToString(bytes);

    // When
    queue.publish(length < 0 ? "{}" : "{\"valueBase64\": \"%s\"}".formatted(text));
    var job = queue.reserveOne();

    // Then
    assertThat(value(job)).isEqualTo(length < 0 ? null : bytes);
  }

  @Test
  void whatNoRecordHoldsIsRefusedAndMakesNoQueue() {
    var body = "{\"value\": \"%s\"}".formatted("x".repeat(Limits.RECORD_BYTES));

    assertThat(queue.post("/jobs", body).status()).isEqualTo(413);
    assertThat(delaygate.topics().describe(topic())).isEmpty();
  }

  private static byte @Nullable [] value(JsonNode job) {
    var text = job.path("value");
    if (text.isNull()) {
      return null;
    }
    return text.isTextual()
        ? text.textValue().getBytes(StandardCharsets.UTF_8)
        : Base64.getDecoder().decode(job.get("valueBase64").textValue());
  }

  @Test
  void aCallerWhoWaitsGetsWhatBecomesDue() {
    // Given
    var waiting = queue.postLater("/reserve", QueueCalls.PATIENT);

    // When
    queue.publish("{\"id\": \"due\", \"delayMs\": 100}");

    // Then
    assertThat(waiting.join().json().at("/jobs/0/id").asText()).isEqualTo("due");
  }

  @Test
  void whoWaitsInVainIsAnsweredAndMakesNoTopic() {
    assertThat(queue.reserve("{\"waitMs\": 10}")).isEmpty();
    assertThat(delaygate.topics().describe(topic())).isEmpty();
  }

  @Test
  void whoWaitsForLessThanTheFirstLookTakesIsNotSentAwayBefore() {
    // Given
    queue.publishReady("{\"id\": \"there\"}");

    // When
    var jobs = queue.reserve("{\"waitMs\": 100}");

    // Then
    assertThat(QueueCalls.ids(jobs)).containsExactly("there");
  }

  /** One missing queue does not delay the next one. */
  @Test
  void namesOfQueuesThatAreNotThereTakeNoThread() {
    // Given
    var before = door.metric("jvm_threads_current");

    // When
    for (var i = 0; i < NAMES; i += 20) {
      var names = IntStream.range(i, i + 20).mapToObj(name -> "none-" + name);
      var many = new QueueCalls(door, names.collect(Collectors.joining(",")));
      assertThat(many.reserve("{}")).isEmpty();
    }

    // Then
    assertThat(before).isPositive();
    assertThat(door.metric("jvm_threads_current")).isLessThan(before + NAMES / 2);
  }

  @Test
  void whoWaitsIsAnsweredWhenTheGatewayStops() {
    // Given
    var other = new Door(delaygate, 1, Map.of());
    var there = new QueueCalls(other, queue.name());
    queue.publish("{\"delay\": \"1h\"}");
    var waiting =
        List.of(
            there.postLater("/reserve", QueueCalls.PATIENT),
            new QueueCalls(other, "none").postLater("/reserve", QueueCalls.PATIENT));
    Awaitility.await()
        .until(() -> other.metric("delaygate_gateway_queue_waiting_callers") == waiting.size());

    // When
    other.close();

    // Then
    assertThat(waiting)
        .allSatisfy(call -> assertThat(call.join().response().body()).isEqualTo("{\"jobs\":[]}"));
  }

  @Test
  void manyJobsGoToManyCallersEachOnce() {
    // Given
    IntStream.range(0, JOBS).forEach(i -> queue.publish("{\"id\": \"many-%d\"}".formatted(i)));

    // When
    var given = new ArrayList<String>();
    while (given.size() < JOBS) {
      var calls =
          Stream.generate(() -> queue.postLater("/reserve", "{\"count\": 7, \"wait\": \"1s\"}"))
              .limit(CALLERS)
              .toList();
      calls.forEach(call -> given.addAll(call.join().json().findValuesAsText("id")));
    }

    // Then
    assertThat(given).doesNotHaveDuplicates();
  }

  /** Repeated, so that the second queue could answer first. */
  @Test
  void theFirstQueueComesFirst() {
    // Given
    var second = new QueueCalls(door, "second");
    var both = new QueueCalls(door, queue.name() + "," + second.name());
    for (var i = 0; i < ROUNDS; i++) {
      second.publishReady("{\"id\": \"of-second-%d\"}".formatted(i));
      queue.publishReady("{\"id\": \"of-first-%d\"}".formatted(i));

      // When
      var reserved = List.of(both.reserveOne(), both.reserveOne());

      // Then
      assertThat(reserved.stream().map(job -> job.get("id").asText()))
          .containsExactly("of-first-" + i, "of-second-" + i);
    }
  }

  @Test
  void aPausedQueueHoldsUpNoneBehindIt() {
    // Given
    var behind = new QueueCalls(door, "behind");
    var both = new QueueCalls(door, queue.name() + "," + behind.name());
    queue.publishReady("{\"id\": \"of-paused\"}");
    behind.publishReady("{\"id\": \"of-behind\"}");

    // When
    assertThat(queue.post("/pause", "").status()).isEqualTo(200);
    ContractBench.await().until(this::isPausedAtAll);
    var first = both.reserveOne();
    assertThat(queue.post("/resume", "").status()).isEqualTo(200);
    var second = both.reserveOne();

    // Then
    assertThat(QueueCalls.ids(List.of(first, second))).containsExactly("of-behind", "of-paused");
  }

  /** Whether both gateways say that the queue is paused; calls go to them in turn. */
  private boolean isPausedAtAll() {
    return Stream.of(1, 2).allMatch(turn -> queue.get("/stats").json().path("paused").asBoolean());
  }

  @Test
  void aCancelledJobIsNotHandedOut() {
    // Given
    queue.publishReady("{\"id\": \"cancelled\"}");

    // When
    assertThat(door.call("DELETE", "/v1/jobs/cancelled", null).status()).isEqualTo(200);
    queue.publish("{\"id\": \"other\"}");

    // Then
    assertThat(queue.reserveOne().get("id").asText()).isEqualTo("other");
  }

  private String topic() {
    return delaygate.names().queue("default", queue.name()).orElseThrow();
  }
}
