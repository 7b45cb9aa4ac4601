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
import java.util.function.BooleanSupplier;
import java.util.stream.IntStream;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Limits hold for all gateways together. */
@KafkaTest
class LimitsTest {
  private static final int GATEWAYS = 3;
  private static final int PER_SECOND = 60;
  private static final int CALLS = 900;
  private static final Duration LIMIT = Duration.ofSeconds(60);

  private final Installation delaygate;
  private final Door door;

  LimitsTest(KafkaCluster cluster, @TempDir Path folder) throws Exception {
    delaygate = new Installation(cluster, folder);
    var hash = MessageDigest.getInstance("SHA-256").digest("root".getBytes(UTF_8));
    var tokens =
        Files.writeString(folder.resolve("tokens"), "root admin " + HexFormat.of().formatHex(hash));
    door = new Door(delaygate, GATEWAYS, Map.of("auth.tokens.file", tokens.toString()));
  }

  @AfterEach
  void stop() {
    door.close();
    delaygate.close();
  }

  /** A bucket of a second's worth may be full at first, and calls take the gateways in turn. */
  @Test
  void evenlySpreadCallsAreBoundTogether() {
    // Given
    var limits = "{\"limits\": {\"requestsPerSecond\": %d}}".formatted(PER_SECOND);
    assertThat(call("root", "PUT", "/v1/admin/namespaces/shop", limits).status()).isEqualTo(201);
    var made =
        call(
            "root",
            "POST",
            "/v1/admin/namespaces/shop/tokens",
            "{\"name\": \"a\", \"role\": \"read\"}");
    var token = made.json().get("token").asText();
    Awaitility.await().atMost(LIMIT).until(() -> eachGateway(this::everyoneIsCounted));
    Awaitility.await().atMost(LIMIT).until(() -> eachGateway(() -> status(token) != 401));

    // When
    var startedAt = System.nanoTime();
    var served =
        IntStream.range(0, CALLS).map(i -> status(token)).filter(status -> status != 429).count();
    var seconds = (System.nanoTime() - startedAt) / 1e9;

    // Then
    var allowed = PER_SECOND * seconds;
    assertThat((double) served)
        .isLessThanOrEqualTo(1.2 * (allowed + PER_SECOND))
        .isGreaterThanOrEqualTo(Math.min(CALLS, 0.8 * allowed));
  }

  /** Calls take the gateways in turn. */
  private static boolean eachGateway(BooleanSupplier asked) {
    return IntStream.range(0, GATEWAYS).allMatch(i -> asked.getAsBoolean());
  }

  private boolean everyoneIsCounted() {
    return call("root", "GET", "/metrics", null)
        .response()
        .body()
        .contains("delaygate_gateway_live_gateways " + GATEWAYS + ".0");
  }

  private int status(String token) {
    return call(token, "GET", "/v1/jobs/none", null).status();
  }

  private Door.Called call(String token, String method, String path, String body) {
    return door.call(method, path, body, "Authorization", "Bearer " + token);
  }
}
