package io.delaygate.harness.e2e;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.delaygate.harness.broker.KafkaCluster;
import io.delaygate.harness.broker.KafkaTest;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.time.Duration;
import java.util.HexFormat;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.awaitility.Awaitility;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;

/** Tests of limits, which hold for all gateways together; calls go to them in turn. */
@KafkaTest
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class LimitsTest {
  private static final int GATEWAYS = 3;
  private static final int PER_SECOND = 15;
  private static final int CALLS = 600;

  /** Parallel calls, because a slow machine would stay below the limits with fewer. */
  private static final int CROWD = 30;

  private static final int PENDING = 150;
  private static final Duration LIMIT = Duration.ofSeconds(60);

  private final Installation delaygate;
  private final Door door;
  private final String job;

  LimitsTest(KafkaCluster cluster, @TempDir Path folder) throws Exception {
    delaygate = new Installation(cluster, folder);
    job =
        "{\"target\": {\"topic\": \"%s\"}, \"delay\": \"1h\"}"
            .formatted(delaygate.target("orders", 1));
    var hash = MessageDigest.getInstance("SHA-256").digest("root".getBytes(UTF_8));
    var tokens =
        Files.writeString(folder.resolve("tokens"), "root admin " + HexFormat.of().formatHex(hash));
    door = new Door(delaygate, GATEWAYS, Map.of("auth.tokens.file", tokens.toString()));
  }

  @BeforeAll
  void awaitEachOther() {
    Awaitility.await().atMost(LIMIT).until(() -> eachGateway(this::everyoneIsCounted));
  }

  @AfterAll
  void stop() {
    door.close();
    delaygate.close();
  }

  @Test
  void callsAreBoundTogether() {
    // Given
    var token = token("calls", "requestsPerSecond", PER_SECOND);

    // Then
    assertThatTheRateHolds(() -> look(token));
  }

  @Test
  void scheduledJobsAreBoundTogether() {
    // Given
    var token = token("jobs", "jobsPerSecond", PER_SECOND);

    // Then
    assertThatTheRateHolds(() -> schedule(token));
  }

  /** Counts accepted calls only, because no scheduler reports outcomes here. */
  @Test
  void pendingJobsAreBoundTogether() {
    // Given
    var token = token("pending", "pendingJobs", PENDING);

    // When
    var taken = answers(3 * PENDING, () -> schedule(token)).filter(status -> status == 201).count();

    // Then
    assertThat((double) taken).isBetween(0.8 * PENDING, 1.2 * PENDING);
  }

  /** Asserts the rate; the first second may pass a full bucket in addition. */
  private static void assertThatTheRateHolds(Supplier<CompletableFuture<Door.Called>> call) {
    // When
    var startedAt = System.nanoTime();
    var served = answers(CALLS, call).filter(status -> status != 429).count();
    var seconds = (System.nanoTime() - startedAt) / 1e9;

    // Then
    var allowed = PER_SECOND * seconds;
    assertThat((double) served)
        .isLessThanOrEqualTo(1.2 * (allowed + PER_SECOND))
        .isGreaterThanOrEqualTo(Math.min(CALLS, 0.8 * allowed));
  }

  private static IntStream answers(int count, Supplier<CompletableFuture<Door.Called>> call) {
    return IntStream.range(0, count / CROWD)
        .mapToObj(round -> Stream.generate(call).limit(CROWD).toList())
        .flatMapToInt(calls -> calls.stream().mapToInt(one -> one.join().status()));
  }

  /** Makes a token of a namespace with this limit; waits until every gateway knows both. */
  private String token(String namespace, String limit, int value) {
    var path = "/v1/admin/namespaces/" + namespace;
    var limits = "{\"limits\": {\"%s\": %d}}".formatted(limit, value);
    assertThat(call("root", "PUT", path, limits).status()).isEqualTo(201);
    var made = call("root", "POST", path + "/tokens", "{\"name\": \"a\", \"role\": \"write\"}");
    var token = made.json().get("token").asText();
    Awaitility.await()
        .atMost(LIMIT)
        .until(() -> eachGateway(() -> look(token).join().status() != 401));
    return token;
  }

  private static boolean eachGateway(BooleanSupplier asked) {
    return IntStream.range(0, GATEWAYS).allMatch(i -> asked.getAsBoolean());
  }

  private boolean everyoneIsCounted() {
    return call("root", "GET", "/metrics", null)
        .response()
        .body()
        .contains("delaygate_gateway_live_gateways " + GATEWAYS + ".0");
  }

  private CompletableFuture<Door.Called> look(String token) {
    return callLater(token, "GET", "/v1/jobs/none", null);
  }

  private CompletableFuture<Door.Called> schedule(String token) {
    return callLater(token, "POST", "/v1/jobs", job);
  }

  private Door.Called call(String token, String method, String path, @Nullable String body) {
    return callLater(token, method, path, body).join();
  }

  private CompletableFuture<Door.Called> callLater(
      String token, String method, String path, @Nullable String body) {
    return door.callLater(method, path, body, "Authorization", "Bearer " + token);
  }
}
