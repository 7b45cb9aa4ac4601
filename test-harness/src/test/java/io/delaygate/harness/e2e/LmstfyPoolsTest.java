package io.delaygate.harness.e2e;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.delaygate.gateway.access.TokenHasher;
import io.delaygate.harness.broker.FreePorts;
import io.delaygate.harness.broker.KafkaCluster;
import io.delaygate.harness.broker.KafkaTest;
import io.delaygate.harness.process.Service;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Base64;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * Tests of one gateway with three pools: its own installation, another one with its own schedulers,
 * and one without topics.
 */
@KafkaTest
@Timeout(180)
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class LmstfyPoolsTest {
  private static final HttpClient HTTP = HttpClient.newHttpClient();
  private static final String ROOT = "the-password-of-administrators";
  private static final String CONSUME = "?timeout=30&ttr=60&count=1";

  private final Installation own;
  private final Installation fast;
  private final Map<String, String> fastSettings =
      Map.of("query.port", "" + FreePorts.chooseRow(1));
  private final Door door;
  private final int port;

  LmstfyPoolsTest(KafkaCluster cluster, @TempDir Path state) throws IOException {
    own = new Installation(cluster, state.resolve("own"));
    fast = new Installation(cluster, state.resolve("fast"));
    Files.createDirectories(state.resolve("own"));
    Files.createDirectories(state.resolve("fast"));
    own.allowQueues();
    fast.allowQueues();
    var urls = Service.urls(own.startSchedulers(Map.of()));
    var fastUrls = Service.urls(List.of(fast.startScheduler("scheduler", fastSettings)));
    port = FreePorts.chooseRow(2);
    var hash = HexFormat.of().formatHex(TokenHasher.of(ROOT));
    var tokens = Files.writeString(state.resolve("tokens"), "root admin " + hash);
    door =
        new Door(
            own,
            1,
            Map.of(
                "scheduler.urls",
                urls,
                "auth.tokens.file",
                tokens.toString(),
                "lmstfy.port",
                "" + port,
                "lmstfy.admin.port",
                "" + (port + 1),
                "lmstfy.pools",
                "fast=%s,gone=%sgone-".formatted(fast.prefix(), own.prefix()),
                "lmstfy.pools.scheduler.urls",
                "fast=%s,gone=http://127.0.0.1:1".formatted(fastUrls)));
    // the first probe after the start may run before the reader of the pool's topics is ready
    Awaitility.await().atMost(Installation.LIMIT).until(() -> !ready().at("/pools").has("fast"));
  }

  @AfterAll
  void stop() {
    door.close();
    fast.close();
    own.close();
  }

  @Test
  void jobsOfOnePoolAreNotSeenInAnother() {
    // Given
    var slowToken = token("apart", "");
    var fastToken = token("apart", "fast");

    // When
    var ownId = publish("apart/q", slowToken, "own");
    var fastId = publish("apart/q", fastToken, "fast");

    // Then
    assertThat(call("GET", "apart/q/job/" + ownId, fastToken).statusCode()).isEqualTo(404);
    assertThat(call("GET", "apart/q/job/" + fastId, slowToken).statusCode()).isEqualTo(404);
    assertThat(call("GET", "apart/q/job/" + fastId, fastToken).statusCode()).isEqualTo(200);
    assertConsumed("apart/q", fastToken, fastId, "fast");
    assertConsumed("apart/q", slowToken, ownId, "own");
    for (var token : List.of(slowToken, fastToken)) {
      assertThat(call("GET", "apart/q?ttr=60", token).statusCode()).isEqualTo(404);
    }
  }

  @Test
  void aTokenIsGoodInItsPoolAlone() {
    var fastToken = token("strict", "fast");
    var defaultToken = token("strict", "");
    var bare = fastToken.substring("fast:".length());

    assertError(call("PUT", "strict/q", bare, "x"), 401, "invalid token");
    assertError(call("PUT", "strict/q", "default:" + bare, "x"), 401, "invalid token");
    assertError(call("PUT", "strict/q", "slow:" + bare, "x"), 404, "pool not found");
    assertError(call("GET", "strict/q/size", "slow:" + bare), 404, "pool not found");
    assertThat(call("PUT", "strict/q?token=" + fastToken, "", "x").statusCode()).isEqualTo(201);
    assertThat(json(call("GET", "strict/q/size", fastToken)).get("size").intValue()).isOne();
    assertThat(json(call("GET", "strict/q/size", defaultToken)).get("size").intValue()).isZero();
  }

  @Test
  void administratorsMakeListLimitAndRevokeTokensOfAPool() {
    // Given
    var made = token("managed", "fast");
    var chosen = admin("POST", "token/managed?description=d&token=fast:" + "c".repeat(20), "");
    assertThat(json(chosen).get("token").textValue()).isEqualTo("fast:" + "c".repeat(20));

    // Then: its namespace exists in this pool only
    assertThat(json(admin("GET", "token/managed?pool=fast", "")).get("tokens")).hasSize(2);
    assertThat(json(admin("GET", "token/managed", "")).get("tokens")).isEmpty();
    assertThat(json(admin("GET", "pools", "")))
        .extracting(JsonNode::textValue)
        .containsExactly("default", "fast", "gone");
    assertError(
        admin("POST", "token/managed?description=d&pool=slow", ""), 400, "the pool was not exists");

    // When
    var limit = "{\"read\":5,\"write\":6,\"interval\":7}";
    assertThat(admin("POST", "token/managed/" + made + "/limit", limit).statusCode())
        .isEqualTo(201);

    // Then
    assertThat(json(admin("GET", "token/managed/" + made + "/limit", "")).get("write").intValue())
        .isEqualTo(6);
    assertThat(json(admin("GET", "limits?pool=fast", "")))
        .anyMatch(one -> one.get("token").textValue().startsWith("fast:"));
    assertThat(json(admin("GET", "limits?pool=default", ""))).isEmpty();

    // When
    assertThat(admin("DELETE", "token/managed/" + made, "").statusCode()).isEqualTo(204);

    // Then
    assertError(call("PUT", "managed/q", made, "x"), 401, "invalid token");
  }

  @Test
  void aPoolWithoutTopicsFailsAloneAndIsNamed() {
    var token = token("steady", "");

    var refused = call("PUT", "steady/q", "gone:" + "g".repeat(20), "x");
    var notMade = admin("POST", "token/steady?description=d&pool=gone", "");

    assertThat(refused.statusCode()).as(refused.body()).isEqualTo(503);
    assertThat(notMade.statusCode()).as(notMade.body()).isEqualTo(503);
    publish("steady/q", token, "x");
    assertThat(ready().get("status").textValue()).isEqualTo("ready");
    assertThat(ready().at("/pools/gone").textValue())
        .isEqualTo("the topic '%sgone-delay-requests' does not exist".formatted(own.prefix()));
    assertThat(metrics())
        .contains(
            "delaygate_gateway_pool_ready{pool=\"fast\",} 1.0",
            "delaygate_gateway_pool_ready{pool=\"gone\",} 0.0");
  }

  @Test
  void aPoolWithoutSchedulersFailsAlone() {
    // Given
    var slowToken = token("single", "");
    var fastToken = token("single", "fast");
    publish("single/q", fastToken, "fast");

    // When
    fast.stopSchedulers();

    // Then
    var asked = System.nanoTime();
    assertThat(call("GET", "single/q?ttr=60", fastToken).statusCode()).isEqualTo(503);
    assertThat(Duration.ofNanos(System.nanoTime() - asked)).isLessThan(Duration.ofSeconds(10));
    assertThat(call("GET", "single/q/peek", fastToken).statusCode()).isEqualTo(503);
    assertConsumed("single/q", slowToken, publish("single/q", slowToken, "own"), "own");
    assertThat(ready().get("status").textValue()).isEqualTo("ready");

    // When
    fast.startScheduler("scheduler", fastSettings);

    // Then
    Awaitility.await()
        .atMost(Installation.LIMIT)
        .pollInterval(100, TimeUnit.MILLISECONDS)
        .until(() -> call("GET", "single/q?ttr=60", fastToken).statusCode() == 200);
  }

  private void assertConsumed(String queue, String token, String id, String body) {
    var answer = call("GET", queue + CONSUME, token);
    assertThat(answer.statusCode()).as(answer.body()).isEqualTo(200);
    assertThat(json(answer).get("job_id").textValue()).isEqualTo(id);
    assertThat(LmstfyCalls.data(json(answer))).isEqualTo(body);
    assertThat(call("DELETE", queue + "/job/" + id, token).statusCode()).isEqualTo(204);
  }

  private static void assertError(HttpResponse<String> answer, int status, String words) {
    assertThat(answer.statusCode()).as(answer.body()).isEqualTo(status);
    assertThat(json(answer).get("error").textValue()).isEqualTo(words);
  }

  /** Makes a token of this pool. */
  private String token(String namespace, String pool) {
    var made = admin("POST", "token/%s?description=d&pool=%s".formatted(namespace, pool), "");
    assertThat(made.statusCode()).as(made.body()).isEqualTo(201);
    return json(made).get("token").textValue();
  }

  private String publish(String queue, String token, String body) {
    var answer = call("PUT", queue + "?tries=2", token, body);
    assertThat(answer.statusCode()).as(answer.body()).isEqualTo(201);
    return json(answer).get("job_id").textValue();
  }

  private HttpResponse<String> call(String method, String path, String token) {
    return call(method, path, token, "");
  }

  private HttpResponse<String> call(String method, String path, String token, String body) {
    return send(method, port, "api/" + path, body, List.of("X-Token", token));
  }

  private HttpResponse<String> admin(String method, String path, String body) {
    var account = Base64.getEncoder().encodeToString(("any:" + ROOT).getBytes(UTF_8));
    return send(method, port + 1, path, body, List.of("Authorization", "Basic " + account));
  }

  private JsonNode ready() {
    return door.call("GET", "/readyz", null).json();
  }

  private List<String> metrics() {
    var answer = door.call("GET", "/metrics", null, "Authorization", "Bearer " + ROOT);
    return answer.response().body().lines().toList();
  }

  private static HttpResponse<String> send(
      String method, int port, String path, String body, List<String> header) {
    var all = new ArrayList<>(header);
    var request =
        HttpRequest.newBuilder(URI.create("http://127.0.0.1:%d/%s".formatted(port, path)))
            .headers(all.toArray(String[]::new))
            .method(method, BodyPublishers.ofString(body));
    return HTTP.sendAsync(request.build(), BodyHandlers.ofString()).join();
  }

  private static JsonNode json(HttpResponse<String> answer) {
    return LmstfyCalls.json(answer);
  }
}
