package io.delaygate.gateway.app;

import static io.delaygate.gateway.app.MemoryPublisher.headers;
import static io.delaygate.gateway.app.ProblemAssert.assertProblem;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.delaygate.gateway.publish.PublishResult;
import io.delaygate.schemas.contract.ReasonCode;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalInt;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.KafkaException;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Tests of operators' decisions about targets: writing them, showing them, and their effect. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class ControlHttpTest {
  private static final String ORDERS = "/v1/topics/orders/";
  private static final String SINCE =
      "\"pausedSinceMs\":1700000000123,\"pausedSince\":\"2023-11-14T22:13:20.123Z\",\"pausedBy\":\"anonymous\"";
  private static final String USUAL_ALARM = "{\"deadLetters\":%d,\"failures\":%d,\"windowMs\":%d}";

  private final TestGateway gateway = TestGateway.start();

  @BeforeEach
  void forget() {
    gateway.publisher.partitions = OptionalInt.of(MemoryPublisher.PARTITIONS);
    for (var key : List.of("pause/orders", "rate/orders", "defaults/orders", "alarm/orders")) {
      gateway.topics.decide(new ProducerRecord<>("delay-control", 0, key.getBytes(UTF_8), null));
    }
    gateway.topics.awaitDecided();
    gateway.publisher.records.clear();
  }

  @AfterAll
  void stop() {
    gateway.close();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      nullValues = "null",
      textBlock =
          """
          POST pause      |                                | pause/orders    | paused | ''
          POST pause      | {"for":"30s"}                  | pause/orders    | paused | until-ms=1767225630000
          POST pause      | {"forMs":1}                    | pause/orders    | paused | until-ms=1767225600001
          POST resume     |                                | pause/orders    | null   | ''
          PUT rate        | {"perSecond":100}              | rate/orders     | 100    | ''
          DELETE rate     |                                | rate/orders     | null   | ''
          PUT defaults    | {"priority":3,"ack":false}     | defaults/orders | ''     | delay-priority=3,delay-ack=false
          PUT defaults    | {}                             | defaults/orders | ''     | ''
          DELETE defaults |                                | defaults/orders | null   | ''
          PUT alarm       | {"failures":5,"window":"90s"}  | alarm/orders    | ''     | dead-letters=0,failures=5,window-ms=90000
          DELETE alarm    |                                | alarm/orders    | null   | ''
          """)
  void aDecisionIsARecord(String call, String body, String key, String value, String headers) {
    var words = call.split(" +", -1);

    var response = send(words[0], ORDERS + words[1], body);

    assertThat(response.statusCode()).as(response.body()).isEqualTo(200);
    var record = gateway.publisher.last();
    assertThat(record.topic()).isEqualTo("delay-control");
    assertThat(record.partition()).isZero();
    assertThat(new String(record.key(), UTF_8)).isEqualTo(key);
    assertThat(record.value()).isEqualTo(value == null ? null : value.getBytes(UTF_8));
    var all = new ArrayList<>(headers(record));
    assertThat(all.remove(all.size() - 1)).isEqualTo("decided-by=anonymous");
    assertThat(String.join(",", all)).isEqualTo(headers);
  }

  @Test
  void isAnsweredWithAllThatIsDecidedThen() {
    // Given
    decide("PUT", "rate", "{\"perSecond\":7}");

    // When
    var paused = decide("POST", "pause", "");

    // Then
    var all = "{\"topic\":\"orders\",\"paused\":true," + SINCE + ",\"perSecond\":7}";
    assertThat(paused).isEqualTo(all);
    assertThat(get(ORDERS + "control")).isEqualTo(all);
    assertThat(decide("DELETE", "rate", ""))
        .isEqualTo("{\"topic\":\"orders\",\"paused\":true," + SINCE + "}");
    assertThat(decide("POST", "resume", "")).isEqualTo("{\"topic\":\"orders\",\"paused\":false}");
  }

  @Test
  void showsThePauseUntilItsEnd() {
    // Given
    var nowMs = TestGateway.CLOCK.millis();
    var paused = decide("POST", "pause", "{\"for\":\"1ms\"}".replace("1ms", "PT0.001S"));

    // When
    var record =
        new ProducerRecord<>("delay-control", 0, "pause/orders".getBytes(UTF_8), new byte[0]);
    record.headers().add("until-ms", Long.toString(nowMs).getBytes(UTF_8));
    gateway.topics.decide(record);
    gateway.topics.awaitDecided();

    // Then
    assertThat(paused)
        .contains("\"paused\":true," + SINCE)
        .contains("\"pausedUntilMs\":%d,\"pausedUntil\":".formatted(nowMs + 1));
    assertThat(get(ORDERS + "control")).isEqualTo("{\"topic\":\"orders\",\"paused\":false}");
  }

  @Test
  void showsEveryTargetByName() {
    decide("PUT", "alarm", "{\"deadLetters\":10}");
    gateway.send("POST", "/v1/topics/a.b/pause");
    gateway.topics.awaitDecided();

    assertThat(get("/v1/control"))
        .isEqualTo(
            "{\"targets\":[{\"topic\":\"a.b\",\"paused\":true,%s},".formatted(SINCE)
                + "{\"topic\":\"orders\",\"paused\":false,\"alarm\":%s}]}"
                    .formatted(USUAL_ALARM.formatted(10, 0, 60_000)));
    assertThat(get("/v1/topics/nowhere/control"))
        .isEqualTo("{\"topic\":\"nowhere\",\"paused\":false}");
    gateway.send("POST", "/v1/topics/a.b/resume");
    gateway.topics.awaitDecided();
    assertThat(get("/v1/control")).doesNotContain("a.b");
  }

  @Test
  void showsDefaultsAsAJobWouldSayThem() {
    var body =
        """
        {"priority":1,"onExpiry":"dead-letter","deadLetterTopic":"orders-dead","ack":
         {"maxAttempts":3,"lease":"2m","leaseStart":"reserve",
          "backoff":{"kind":"exponential","initial":"5s","maxMs":60000,"jitter":0.5}}}
        """;

    var shown = decide("PUT", "defaults", body);

    var defaults = TestGateway.json(shown).get("defaults");
    assertThat(defaults)
        .isEqualTo(
            TestGateway.json(
                body.replace("\"lease\":\"2m\"", "\"leaseMs\":120000")
                    .replace("\"initial\":\"5s\"", "\"initialMs\":5000")));
    // the shown form is accepted as input
    assertThat(decide("PUT", "defaults", defaults.toString())).isEqualTo(shown);
  }

  @Test
  void showsAFixedWaitAsOne() {
    var fixed = "{\"kind\":\"fixed\",\"initialMs\":5000,\"jitter\":0.2}";

    var shown = decide("PUT", "defaults", "{\"ack\":{\"backoff\":" + fixed + "}}");

    assertThat(TestGateway.json(shown).at("/defaults/ack/backoff"))
        .isEqualTo(TestGateway.json(fixed));
  }

  @Test
  void isNotDecidedUnlessKafkaHasIt() throws Exception {
    // Given
    gateway.publisher.holds = true;
    var answer = gateway.sendAsync(gateway.request(ORDERS + "pause").POST(BodyPublishers.noBody()));

    // When
    gateway.publisher.nextWaiting().complete(new PublishResult.NotStored());

    // Then
    gateway.publisher.holds = false;
    assertProblem(answer.get(), 503, ReasonCode.UNAVAILABLE, null);
    assertThat(get(ORDERS + "control")).isEqualTo("{\"topic\":\"orders\",\"paused\":false}");
    assertThat(gateway.send("GET", "/metrics").body())
        .contains("delaygate_gateway_commands_total{op=\"control\",outcome=\"not_stored\",} 1.0");
  }

  @Test
  void jobsAreJudgedByTheDefaultsOfTheirTarget() {
    // Given
    var body = job(",\"ack\":{\"backoff\":{\"max\":\"5s\"}}");
    assertThat(gateway.post(body).statusCode()).isEqualTo(201);

    // When
    decide("PUT", "defaults", "{\"ack\":{\"backoff\":{\"kind\":\"fixed\",\"initial\":\"9s\"}}}");

    // Then
    assertProblem(gateway.post(body), 400, ReasonCode.HEADER_MISPLACED, "ack.backoff.maxMs");
    var own = job(",\"ack\":{\"backoff\":{\"kind\":\"exponential\",\"max\":\"5s\"}}");
    assertThat(gateway.post(own).statusCode()).isEqualTo(201);
    decide("DELETE", "defaults", "");
    assertThat(gateway.post(body).statusCode()).isEqualTo(201);
  }

  @Test
  void aJobMayRefuseToBeAcknowledged() {
    decide("PUT", "defaults", "{\"ack\":{}}");

    var response = gateway.post(job(",\"ack\":false"));

    assertThat(response.statusCode()).as(response.body()).isEqualTo(201);
    assertThat(headers(gateway.publisher.last())).contains("delay-ack=false");
    assertProblem(gateway.post(job(",\"ack\":true")), 400, ReasonCode.FIELD_INVALID, "ack");
  }

  @Test
  void beforeTheFirstReadingNothingIsJudgedDecidedOrShown() {
    // Given
    var topics = new MemoryTopics(4);
    topics.setWithoutControl(true);
    try (var early = TestGateway.reading(topics)) {
      // Then
      for (var call : List.of("POST /v1/topics/orders/pause", "GET /v1/control")) {
        var words = call.split(" ", -1);
        assertProblem(early.send(words[0], words[1]), 503, ReasonCode.UNAVAILABLE, null);
      }
      var refused = early.post(job(""));
      assertProblem(refused, 503, ReasonCode.UNAVAILABLE, null);
      assertThat(refused.body()).contains("nothing was stored");
      assertProblem(early.post("{}"), 400, ReasonCode.TIME_MISSING, null);
      assertThat(early.send("DELETE", "/v1/jobs/x").statusCode()).isEqualTo(200);
      assertThat(early.send("GET", "/readyz").body()).contains("topic 'delay-control': ");
      assertThat(early.send("GET", "/readyz").statusCode()).isEqualTo(503);
      assertThat(early.publisher.records).hasSize(1);

      // When
      topics.setWithoutControl(false);
      topics.awaitFollower();

      // Then
      assertThat(early.send("GET", "/readyz").statusCode()).isEqualTo(200);
      assertThat(early.post(job("")).statusCode()).isEqualTo(201);
    }
  }

  @Test
  void aReaderThatFailsLeavesWhatItHasReadInForce() {
    // Given
    try (var stays = TestGateway.start()) {
      stays.send("POST", ORDERS + "pause");
      stays.topics.awaitDecided();
      stays.topics.setWithoutControl(true);
      var failed = stays.topics.lastFollower();

      // When
      failed.fail(new KafkaException("the reader's end"));
      while (!failed.closed()) {
        // each loop waits for the network, so it neither sleeps nor spins
        assertThat(stays.send("GET", "/healthz").statusCode()).isEqualTo(200);
      }

      // Then
      assertThat(stays.send("GET", ORDERS + "control").body()).contains("\"paused\":true");
      var ready = stays.send("GET", "/readyz");
      assertThat(ready.statusCode()).isEqualTo(200);
      assertThat(TestGateway.json(ready).get("control").textValue()).contains("'delay-control'");
      assertThat(stays.post(job("")).statusCode()).isEqualTo(201);
    }
  }

  @Test
  void readsWhatOthersDecided() {
    gateway.topics.decide(
        new ProducerRecord<>(
            "delay-control", 0, "rate/orders".getBytes(UTF_8), "12".getBytes(UTF_8)));
    gateway.topics.awaitDecided();

    assertThat(get(ORDERS + "control"))
        .isEqualTo("{\"topic\":\"orders\",\"paused\":false,\"perSecond\":12}");
  }

  @Test
  void aPrefixNamesTheTopicOfDecisions() {
    try (var prefixed = TestGateway.start("topic.prefix", "eu-")) {
      assertThat(prefixed.send("POST", ORDERS + "pause").statusCode()).isEqualTo(200);

      assertThat(prefixed.publisher.last().topic()).isEqualTo("eu-delay-control");
    }
  }

  /** Sends a decision about orders; returns the answer after this gateway has read the decision. */
  private String decide(String method, String what, String body) {
    var response = send(method, ORDERS + what, body);
    assertThat(response.statusCode()).as(response.body()).isEqualTo(200);
    gateway.topics.awaitDecided();
    return response.body();
  }

  private HttpResponse<String> send(String method, String path, String body) {
    return body == null || body.isEmpty()
        ? gateway.send(method, path)
        : gateway.send(method, path, body);
  }

  private String get(String path) {
    var response = gateway.send("GET", path);
    assertThat(response.statusCode()).as(response.body()).isEqualTo(200);
    return response.body();
  }

  private static String job(String more) {
    return "{\"target\":{\"topic\":\"orders\"},\"delay\":\"1s\"%s}".formatted(more);
  }
}
