package io.delaygate.harness.e2e;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import io.delaygate.harness.broker.KafkaCluster;
import io.delaygate.harness.process.Service;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.time.Duration;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.awaitility.Awaitility;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Tests of operations on many jobs, with two gateways that get calls in turn. */
@EndToEnd
@Timeout(180)
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class OperationsTest {
  private static final int MANY = 5_000;
  private static final Duration LIMIT = Duration.ofSeconds(60);

  private final Installation delaygate;
  private final Door door;

  OperationsTest(KafkaCluster cluster, @TempDir Path folder) throws Exception {
    delaygate = new Installation(cluster, folder);
    delaygate.allowQueues();
    var schedulers = delaygate.startSchedulers(Map.of());
    var hash = MessageDigest.getInstance("SHA-256").digest("root".getBytes(UTF_8));
    var tokens =
        Files.writeString(folder.resolve("tokens"), "root admin " + HexFormat.of().formatHex(hash));
    door =
        new Door(
            delaygate,
            2,
            Map.of(
                "scheduler.urls", Service.urls(schedulers), "auth.tokens.file", tokens.toString()));
  }

  @AfterAll
  void stop() {
    door.close();
    delaygate.close();
  }

  @Test
  void anAbortStopsWithinASecondAndCountsAreRight() {
    // Given
    var target = delaygate.target("aborted", 1);
    schedule("root", target, MANY);
    var id = begin("root", "/v1/jobs/cancel", filter(target));
    await("root", id, it -> it.path("handled").longValue() > 0);

    // When
    var calledAt = System.nanoTime();
    var aborted = call("root", "POST", "/v1/operations/" + id + "/abort", "").json();
    var tookMs = (System.nanoTime() - calledAt) / 1_000_000;

    // Then
    assertThat(aborted.path("state").asText()).isEqualTo("ABORTED");
    assertThat(tookMs).isLessThan(1_000);
    var cancelled = aborted.at("/counts/cancelled").longValue();
    assertThat(cancelled).isBetween(1L, MANY - 1L);
    // an abort does not wait for outcomes that take long: these jobs may be changed or not
    var handled = cancelled + aborted.at("/counts/unanswered").asLong(0);
    assertThat(aborted.path("handled").longValue()).isEqualTo(handled);
    Awaitility.await()
        .atMost(LIMIT)
        .during(Duration.ofSeconds(1))
        .until(() -> MANY - pending(target) >= cancelled && MANY - pending(target) <= handled);
    assertThat(get("root", id).at("/counts/cancelled").longValue()).isEqualTo(cancelled);
  }

  @Test
  void aPauseKeepsWhatWasDoneAndAResumeGoesOn() {
    // Given
    var target = delaygate.target("paused", 1);
    schedule("root", target, MANY);
    var id = begin("root", "/v1/jobs/cancel", filter(target));
    await("root", id, it -> it.path("handled").longValue() > 0);

    // When
    call("root", "POST", "/v1/operations/" + id + "/pause", "");
    var paused = await("root", id, it -> it.path("state").asText().equals("PAUSED"));
    var handled = paused.path("handled").longValue();

    // Then
    assertThat(handled).isLessThan(MANY);
    Awaitility.await().atMost(LIMIT).until(() -> pending(target) == MANY - handled);
    assertThat(get("root", id).path("handled").longValue()).isEqualTo(handled);
    call("root", "POST", "/v1/operations/" + id + "/resume", "");
    var done = await("root", id, it -> it.path("state").asText().equals("DONE"));
    assertThat(done.path("counts").toString()).isEqualTo("{\"cancelled\":" + MANY + "}");
  }

  @Test
  void namespacesSeeTheirOwnOnly() {
    // Given
    assertThat(call("root", "PUT", "/v1/admin/namespaces/shop", "{}").status()).isEqualTo(201);
    var token =
        call(
                "root",
                "POST",
                "/v1/admin/namespaces/shop/tokens",
                "{\"name\": \"app\", \"role\": \"write\"}")
            .json()
            .path("token")
            .asText();
    Awaitility.await()
        .atMost(LIMIT)
        .untilAsserted(
            () -> {
              for (var gateway = 0; gateway < 2; gateway++) {
                assertThat(call(token, "GET", "/v1/operations", null).status()).isEqualTo(200);
              }
            });
    var target = delaygate.target("shared", 1);
    schedule("root", target, 20);
    schedule(token, target, 30);

    // When
    var id = begin(token, "/v1/jobs/cancel", filter(target));
    var done = await(token, id, it -> it.path("state").asText().equals("DONE"));

    // Then
    assertThat(done.at("/counts/cancelled").longValue()).isEqualTo(30);
    assertThat(done.path("actor").asText()).isEqualTo("app@shop");
    assertThat(pending(target)).isEqualTo(20);
    for (var path : List.of("", "/pause", "/resume", "/abort")) {
      var method = path.isEmpty() ? "GET" : "POST";
      assertThat(call("root", method, "/v1/operations/" + id + path, "").text())
          .startsWith("404 OPERATION_NOT_FOUND");
    }
    assertThat(ids("root")).doesNotContain(id);
    assertThat(ids(token)).containsExactly(id);
  }

  @Test
  void aQueueIsPurgedAndItsDeadLettersAreKickedAndDiscarded() {
    // Given
    for (var i = 0; i < 6; i++) {
      var job = "{\"id\": \"q-%d\", \"delay\": \"1h\"}".formatted(i);
      assertThat(call("root", "POST", "/v1/queues/mails/jobs?wait=true", job).status())
          .isEqualTo(201);
    }

    // When
    var purged = ended("/v1/queues/mails/purge", "{\"state\": \"delayed\", \"limit\": 4}");

    // Then
    assertThat(purged.at("/request/queue").asText()).isEqualTo("mails");
    assertThat(purged.at("/counts/cancelled").longValue()).isEqualTo(4);
    assertThat(purged.path("total").longValue()).isEqualTo(4);
    assertThat(ended("/v1/queues/mails/purge", "{\"all\": true}").at("/counts/cancelled").asInt())
        .isEqualTo(2);
    assertThat(ended("/v1/dead-letters/kick", "{\"all\": true}").path("handled").asInt()).isZero();
    assertThat(ended("/v1/dead-letters/discard", "{\"all\": true}").path("handled").asInt())
        .isZero();
  }

  @Test
  void rejectedCommandsAreSentAgain() {
    // Given
    for (var i = 0; i < 3; i++) {
      delaygate
          .client()
          .send(
              "r-" + i,
              "v",
              "delay-op",
              "schedule",
              "delay",
              "1h",
              "delay-target-topic",
              delaygate.unique("later"));
    }
    Awaitility.await()
        .atMost(LIMIT)
        .until(
            () ->
                call("root", "GET", "/v1/dead-letters?kind=rejected", null)
                        .json()
                        .path("rejected")
                        .size()
                    == 3);
    delaygate.target("later", 1);

    // When
    var sent = ended("/v1/dead-letters/redrive", "{\"filter\": {\"idPrefix\": \"r-\"}}");

    // Then
    assertThat(sent.path("kind").asText()).isEqualTo("redrive");
    assertThat(sent.at("/counts/sent").longValue() + sent.at("/counts/refused").longValue())
        .isEqualTo(3);
  }

  private JsonNode ended(String path, String body) {
    var id = begin("root", path, body);
    return await("root", id, it -> it.path("state").asText().equals("DONE"));
  }

  private void schedule(String token, String target, int jobs) {
    var batch =
        IntStream.range(0, jobs)
            .mapToObj(
                i ->
                    "{\"id\": \"%s-%d\", \"target\": {\"topic\": \"%s\"}, \"delay\": \"1h\"}"
                        .formatted(target, i, target))
            .collect(Collectors.joining(",", "[", "]"));
    var before = pending(target);
    assertThat(call(token, "POST", "/v1/jobs/batch", batch).json().path("scheduled").intValue())
        .isEqualTo(jobs);
    Awaitility.await().atMost(LIMIT).until(() -> pending(target) == before + jobs);
  }

  private long pending(String target) {
    return call("root", "GET", "/v1/topics/" + target + "/stats", null)
        .json()
        .path("jobs")
        .longValue();
  }

  private static String filter(String target) {
    return "{\"filter\": {\"topic\": \"" + target + "\"}}";
  }

  private String begin(String token, String path, String body) {
    var begun =
        door.call(
            "POST", path, body, "Authorization", "Bearer " + token, "Prefer", "respond-async");
    assertThat(begun.status()).as("%s", begun.json()).isEqualTo(202);
    return begun.json().path("id").asText();
  }

  private JsonNode get(String token, String id) {
    return call(token, "GET", "/v1/operations/" + id, null).json();
  }

  private JsonNode await(String token, String id, Predicate<JsonNode> until) {
    var last = new AtomicReference<JsonNode>(MissingNode.getInstance());
    Awaitility.await()
        .atMost(LIMIT)
        .pollInterval(Duration.ofMillis(20))
        .until(
            () -> {
              last.set(get(token, id));
              return until.test(last.get());
            });
    return last.get();
  }

  private List<String> ids(String token) {
    return call(token, "GET", "/v1/operations", null).json().findValuesAsText("id");
  }

  private Door.Called call(String token, String method, String path, @Nullable String body) {
    return door.call(method, path, body, "Authorization", "Bearer " + token);
  }
}
