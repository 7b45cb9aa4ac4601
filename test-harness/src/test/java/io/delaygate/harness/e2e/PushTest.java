package io.delaygate.harness.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.delaygate.harness.broker.KafkaCluster;
import io.delaygate.harness.broker.KafkaTest;
import io.delaygate.harness.process.Service;
import io.delaygate.harness.push.PlannedServer;
import io.delaygate.harness.push.Reaction;
import io.delaygate.harness.push.ReceivedCall;
import io.delaygate.harness.push.SignatureCheck;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Tests of jobs that call an HTTP endpoint when they are due. */
@KafkaTest
@Timeout(180)
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class PushTest {
  private static final String KEY = Base64.getEncoder().encodeToString(new byte[32]);

  private static final String RETRY =
      "\"ack\": {\"maxAttempts\": 4, \"backoff\": {\"kind\": \"exponential\", \"initialMs\": 200}}";

  private final Installation delaygate;
  private final Door door;
  private final AtomicInteger names = new AtomicInteger();

  PushTest(KafkaCluster cluster, @TempDir Path folder) throws IOException {
    delaygate = new Installation(cluster, folder);
    delaygate.allowQueues();
    var urls = Service.urls(delaygate.startSchedulers(Map.of()));
    var keys = Files.writeString(folder.resolve("endpoint.keys"), KEY);
    door =
        new Door(
            delaygate,
            Map.of(
                "scheduler.urls",
                urls,
                "endpoints.key.file",
                keys.toString(),
                "endpoints.http.loopback",
                "true"));
  }

  @AfterAll
  void stop() {
    door.close();
    delaygate.close();
  }

  @Test
  void aDueJobCallsItsEndpointWithWhatItWasGiven() throws IOException {
    try (var server = PlannedServer.start(call -> Reaction.text(200, "thanks"))) {
      // Given
      var endpoint = endpoint(server.url() + "/base", RETRY);

      // When
      var stored =
          door.call(
              "PUT",
              Door.job(endpoint.name() + "-1") + "?wait=true",
              """
              {"delayMs": 700, "target": {"endpoint": "%s", "path": "/timeouts?of=4711"},
               "value": "{\\"a\\": \\u00e4}", "headers": [{"name": "content-type", "value":
               "application/json"}, {"name": "x-order", "value": "4711"}]}"""
                  .formatted(endpoint.name()));
      assertThat(stored.text()).startsWith("201 SCHEDULED");
      var dueMs = stored.json().at("/job/dueMs").longValue();
      var call = await(server, 1).get(0);

      // Then
      assertThat(call.atMs()).isGreaterThanOrEqualTo(dueMs);
      assertThat(call.method()).isEqualTo("POST");
      assertThat(call.path()).isEqualTo("/base/timeouts?of=4711");
      assertThat(call.body()).isEqualTo("{\"a\": ä}".getBytes(StandardCharsets.UTF_8));
      assertThat(call.header("content-type")).isEqualTo("application/json");
      assertThat(call.header("x-order")).isEqualTo("4711");
      assertThat(call.messageId()).isNotEmpty();
      assertThat(SignatureCheck.isSigned(call, endpoint.secret())).isTrue();
      assertThat(SignatureCheck.isSigned(call, "whsec_" + KEY)).isFalse();
      var done = awaitState(endpoint.name() + "-1", "DONE");
      assertThat(Base64.getDecoder().decode(done.path("resultBase64").asText("dGhhbmtz")))
          .isEqualTo("thanks".getBytes(StandardCharsets.UTF_8));
      assertThat(server.count()).isEqualTo(1);
    }
  }

  @Test
  void failedCallsAreMadeAgainByTheBackoffAndAreOneMessage() throws IOException {
    var left = new AtomicInteger(3);
    try (var server =
        PlannedServer.start(call -> Reaction.status(left.getAndDecrement() > 0 ? 500 : 204))) {
      // Given
      var endpoint = endpoint(server.url(), RETRY);

      // When
      schedule(endpoint.name(), "again-1", 0);
      awaitState("again-1", "DONE");

      // Then
      var calls = server.calls();
      assertThat(calls).hasSize(4);
      assertAtLeast(gaps(calls), 200, 400, 800);
      assertThat(calls.stream().map(ReceivedCall::messageId).distinct()).hasSize(1);
      assertThat(calls).allMatch(call -> SignatureCheck.isSigned(call, endpoint.secret()));
      var attempts = attempts("again-1");
      assertThat(attempts).hasSize(4);
      assertThat(attempts.get(0).path("failure").asText()).startsWith("500");
      assertThat(attempts.get(3).path("outcome").asText()).isEqualTo("FINISHED");
      assertThat(attempts.get(3).path("note").asText()).startsWith("204");
    }
  }

  @Test
  void anEndpointThatIsGoneKillsTheJobAtOnce() throws IOException {
    try (var server = PlannedServer.start(call -> Reaction.text(410, "moved away"))) {
      var endpoint = endpoint(server.url(), RETRY);

      schedule(endpoint.name(), "gone-1", 0);

      var dead = awaitState("gone-1", "DEAD");
      assertThat(server.count()).isEqualTo(1);
      assertThat(dead.path("reason").asText()).isEqualTo("BURIED");
      assertThat(attempts("gone-1").get(0).path("failure").asText()).startsWith("410");
    }
  }

  static Stream<Arguments> waits() {
    Function<Instant, String> seconds = now -> "2";
    Function<Instant, String> date =
        now ->
            DateTimeFormatter.RFC_1123_DATE_TIME.format(
                now.plusSeconds(3).atOffset(ZoneOffset.UTC));
    return Stream.of(
        Arguments.of(429, seconds), Arguments.of(503, seconds), Arguments.of(503, date));
  }

  @ParameterizedTest
  @MethodSource("waits")
  void anEndpointSaysWhenToComeAgain(int status, Function<Instant, String> when)
      throws IOException {
    var calls = new AtomicInteger();
    try (var server =
        PlannedServer.start(
            call ->
                calls.getAndIncrement() == 0
                    ? Reaction.with(status, "Retry-After", when.apply(Instant.now()))
                    : Reaction.status(200))) {
      var endpoint = endpoint(server.url(), RETRY);
      var id = endpoint.name() + "-later";

      schedule(endpoint.name(), id, 0);
      awaitState(id, "DONE");

      assertAtLeast(gaps(server.calls()), 1_900);
    }
  }

  static Stream<Reaction> misbehaviours() {
    return Stream.of(
        new Reaction.Late(Duration.ofSeconds(30), Reaction.status(200)),
        new Reaction.SlowBody(200, Duration.ofMillis(100), 100),
        new Reaction.Reset(),
        Reaction.with(302, "Location", "http://127.0.0.1:1/"),
        Reaction.status(404),
        Reaction.status(500));
  }

  @ParameterizedTest
  @MethodSource("misbehaviours")
  void whatIsNoSuccessIsTriedAgainAndThenDeadWithItsHistory(Reaction reaction) throws IOException {
    try (var server = PlannedServer.start(call -> reaction)) {
      var endpoint =
          endpoint(
              server.url(),
              "\"timeoutMs\": 500, \"ack\": {\"maxAttempts\": 2, \"backoff\": {\"kind\": \"fixed\","
                  + " \"initialMs\": 100}}");
      var id = endpoint.name() + "-bad";

      schedule(endpoint.name(), id, 0);

      var dead = awaitState(id, "DEAD");
      assertThat(dead.path("reason").asText()).isEqualTo("ATTEMPTS_EXHAUSTED");
      assertThat(server.count()).isEqualTo(2);
      assertThat(attempts(id)).hasSize(2).allMatch(one -> !one.path("failure").asText().isEmpty());
    }
  }

  @Test
  void aTestCallThatWorksHasJobsCalledAgain() throws IOException {
    var isBroken = new AtomicBoolean(true);
    try (var server = PlannedServer.start(call -> Reaction.status(isBroken.get() ? 503 : 200))) {
      // Given: calls after pauses of 1, 2 and 4 s have failed too, so the next pause is of 8 s
      var endpoint = endpoint(server.url(), RETRY.replace("4,", "50,").replace("200", "1"));
      schedule(endpoint.name(), "broken-1", 0);
      await(server, 5 + 3);
      isBroken.set(false);

      // When
      door.call("POST", path(endpoint.name()) + "/test", null);

      // Then
      Awaitility.await().atMost(Duration.ofSeconds(4)).until(() -> server.count() >= 5 + 3 + 2);
    }
  }

  @Test
  void aHugeAnswerIsCutOffAndItsStatusCounts() throws IOException {
    try (var server = PlannedServer.start(call -> new Reaction.HugeBody(200, 1L << 30))) {
      var endpoint = endpoint(server.url(), RETRY);

      schedule(endpoint.name(), "huge-1", 0);

      awaitState("huge-1", "DONE");
      assertThat(server.count()).isEqualTo(1);
    }
  }

  @Test
  void aHangingEndpointDelaysNoOther() throws IOException {
    try (var hanging =
            PlannedServer.start(
                call -> new Reaction.Late(Duration.ofSeconds(60), Reaction.status(200)));
        var quick = PlannedServer.start(call -> Reaction.status(200))) {
      // Given
      var stuck = endpoint(hanging.url(), "\"timeoutMs\": 60000, \"parallelism\": 8");
      var fine = endpoint(quick.url(), RETRY);
      IntStream.range(0, 30).forEach(i -> schedule(stuck.name(), "stuck-" + i, 0));
      Awaitility.await().atMost(Duration.ofSeconds(20)).until(() -> hanging.count() >= 8);

      // When
      IntStream.range(0, 30).forEach(i -> schedule(fine.name(), "fine-" + i, 0));

      // Then
      await(quick, 30);
      assertThat(hanging.count()).isBetween(8, 9);
    }
  }

  @Test
  void aUrlOfAJobIsCalledByTheEndpointThatTakesIt() throws IOException {
    try (var server = PlannedServer.start(call -> Reaction.status(200))) {
      // Given
      var endpoint = endpoint(server.url(), "\"jobUrls\": true");
      var url = server.url().replace("http:", "HTTP:") + "/a/b?x=1";

      // When
      var job = "{\"delayMs\": 1, \"target\": {\"url\": \"%s\"}}".formatted(url);
      var stored = door.call("PUT", Door.job("by-url") + "?wait=true", job);

      // Then
      assertThat(stored.text()).startsWith("201 SCHEDULED");
      assertThat(stored.json().at("/job/target"))
          .hasToString("{\"endpoint\":\"%s\",\"path\":\"/a/b?x=1\"}".formatted(endpoint.name()));
      var call = await(server, 1).get(0);
      assertThat(call.path()).isEqualTo("/a/b?x=1");
      assertThat(SignatureCheck.isSigned(call, endpoint.secret())).isTrue();
    }
  }

  @Test
  void aPausedEndpointIsNotCalled() throws IOException {
    try (var server = PlannedServer.start(call -> Reaction.status(200))) {
      // Given
      var endpoint = endpoint(server.url(), RETRY);
      assertThat(door.call("POST", path(endpoint.name()) + "/pause", null).status()).isEqualTo(200);

      // When
      schedule(endpoint.name(), "paused-1", 0);
      // ready if its scheduler has not read of the pause yet; the gateway has
      awaitState("paused-1", "PARKED", "READY");
      assertThat(server.count()).isZero();
      assertThat(door.call("POST", path(endpoint.name()) + "/resume", null).status())
          .isEqualTo(200);

      // Then
      await(server, 1);
    }
  }

  @Test
  void aProducerNamesTheEndpointInHeaders() throws IOException {
    try (var server = PlannedServer.start(call -> Reaction.status(200))) {
      var endpoint = endpoint(server.url(), RETRY);

      delaygate
          .client()
          .send(
              "by-kafka",
              "payload",
              "delay-ms",
              "300",
              "delay-target-endpoint",
              endpoint.name(),
              "delay-target-path",
              "/p");

      var call = await(server, 1).get(0);
      assertThat(call.path()).isEqualTo("/p");
      assertThat(call.text()).isEqualTo("payload");
    }
  }

  @Test
  void anEndpointThatDoesNotExistIsRefused() {
    var refused =
        door.call("POST", "/v1/jobs", "{\"delayMs\": 1, \"target\": {\"endpoint\": \"nobody\"}}");

    assertThat(refused.text()).isEqualTo("422 ENDPOINT_UNKNOWN");
  }

  private record Made(String name, String secret) {}

  private Made endpoint(String url, String more) {
    var name = "endpoint-" + names.incrementAndGet();
    var made = door.call("PUT", path(name), "{\"url\": \"%s\", %s}".formatted(url, more));
    assertThat(made.status()).as("%s", made.json()).isIn(200, 201);
    return new Made(name, made.json().path("signingSecret").asText());
  }

  private static String path(String endpoint) {
    return "/v1/endpoints/" + endpoint;
  }

  private void schedule(String endpoint, String id, long delayMs) {
    var body = "{\"delayMs\": %d, \"target\": {\"endpoint\": \"%s\"}, \"value\": \"of %s\"}";
    var stored = door.call("PUT", Door.job(id), body.formatted(delayMs, endpoint, id));
    assertThat(stored.status()).as("%s", stored.json()).isBetween(200, 202);
  }

  private static List<ReceivedCall> await(PlannedServer server, int calls) {
    Awaitility.await().atMost(Duration.ofSeconds(30)).until(() -> server.count() >= calls);
    return server.calls();
  }

  private JsonNode awaitState(String id, String... states) {
    return Awaitility.await()
        .atMost(Duration.ofSeconds(60))
        .until(
            () -> door.call("GET", Door.job(id), null).json(),
            job -> List.of(states).contains(job.path("state").asText()));
  }

  private List<JsonNode> attempts(String id) {
    var all = door.call("GET", Door.job(id) + "/attempts", null).json().path("attempts");
    return IntStream.range(0, all.size()).mapToObj(all::get).toList();
  }

  private static List<Long> gaps(List<ReceivedCall> calls) {
    return IntStream.range(1, calls.size())
        .mapToObj(i -> calls.get(i).atMs() - calls.get(i - 1).atMs())
        .toList();
  }

  private static void assertAtLeast(List<Long> gaps, long... least) {
    assertThat(gaps).hasSize(least.length);
    for (var i = 0; i < least.length; i++) {
      assertThat(gaps.get(i)).isGreaterThanOrEqualTo(least[i]);
    }
  }
}
