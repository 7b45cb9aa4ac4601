package io.delaygate.gateway.app;

import static io.delaygate.gateway.app.LmstfyDoorTest.assertError;
import static io.delaygate.gateway.app.MemoryPublisher.headers;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.delaygate.gateway.access.TokenHasher;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.net.http.HttpRequest.BodyPublishers;
import java.nio.file.Path;
import java.util.HexFormat;
import java.util.regex.Pattern;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Isolated;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests of the calls of lmstfy's administrators: tokens, limits and what is shown. */
@Isolated("reads what the whole process logs")
class LmstfyAdminTest {
  private static final String CHOSEN = "01F4CKPFY8XYVH6WVEQB3747CW";
  private static final String LIMIT = "/token/shop/" + LmstfyClient.TOKEN + "/limit";

  private final QueryServers schedulers = QueryServers.of(1);
  private LmstfyClient lmstfy;

  @BeforeEach
  void start(@TempDir Path folder) {
    lmstfy =
        LmstfyClient.start(
            folder, "lmstfy.pools", "default,second", "scheduler.urls", schedulers.urls());
  }

  @AfterEach
  void stop() {
    lmstfy.close();
    schedulers.close();
  }

  @Test
  void aTokenIsMadeWithItsNamespace() {
    // When
    var form = "description=two+words&token=" + CHOSEN;
    var made =
        lmstfy.admin(
            "POST", "/token/test-ns", form, "Content-Type", "application/x-www-form-urlencoded");

    // Then
    assertThat(made.statusCode()).as(made.body()).isEqualTo(201);
    assertThat(made.body()).isEqualTo("{\n    \"token\": \"" + CHOSEN + "\"\n}");
    assertThat(made.headers().firstValue("Content-Type")).hasValue(LmstfyClient.JSON);
    assertThat(headers(lmstfy.gateway.publisher.last()))
        .containsExactly("name=two-words", "namespace=test-ns", "role=write", "decided-by=root");
    assertThat(lmstfy.put("/api/test-ns/q", "x", "X-Token", CHOSEN).statusCode()).isEqualTo(201);
    assertThat(lmstfy.admin("GET", "/token/test-ns").body())
        .isEqualTo(
            "{\n    \"tokens\": {\n        \"%s\": \"two-words\"\n    }\n}".formatted(id(CHOSEN)));
    assertThat(lmstfy.admin("GET", "/token/nowhere").body()).isEqualTo("{\n    \"tokens\": {}\n}");
  }

  @Test
  void aTokenThatNobodyChoseIsDrawn() {
    var made = lmstfy.admin("POST", "/token/shop?description=ci&pool=second");

    var token = TestGateway.json(made).get("token").textValue();
    assertThat(token).startsWith("second:").hasSizeGreaterThan(40);
    assertThat(lmstfy.put("/api/shop/q", "x", "X-Token", token).statusCode()).isEqualTo(201);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          shop      |                                              | invalid description
          shop      | description=d&token=nineteen-characters      | the user token was too short
          sh.op     | description=d                                | namespace name contains forbidden characters
          shop      | description=d&pool=third                     | the pool was not exists
          shop      | description=d&token=third:01F4CKPFY8XYVH6WVEQB3747CW | the pool was not exists
          shop      | description=d&token=a-token-of-the-namespace-shop | the token has already existed
          """)
  void whatIsNoTokenIsRefused(String namespace, String query, String words) {
    var answer = lmstfy.admin("POST", "/token/" + namespace + (query == null ? "" : "?" + query));

    assertError(answer, 400, words);
  }

  @Test
  void aNamespaceHasSixtyFourCharactersAtMost() {
    var longest = "n".repeat(64);

    assertThat(lmstfy.admin("POST", "/token/" + longest + "?description=d").statusCode())
        .isEqualTo(201);
    assertError(
        lmstfy.admin("POST", "/token/" + longest + "n?description=d"),
        400,
        "the namespace name was too long");
    assertError(lmstfy.admin("GET", "/token/shop?pool=third"), 400, "the pool was not exists");
  }

  @ParameterizedTest
  @ValueSource(strings = {"token", "pool", "id"})
  void aTokenIsRevokedByItselfOrByWhatItIsKnownBy(String by) {
    var named =
        switch (by) {
          case "token" -> LmstfyClient.TOKEN;
          case "pool" -> "default:" + LmstfyClient.TOKEN;
          default -> id(LmstfyClient.TOKEN);
        };

    assertThat(lmstfy.admin("DELETE", "/token/shop/" + named).statusCode()).isEqualTo(204);
    assertThat(lmstfy.admin("DELETE", "/token/shop/" + named).statusCode()).isEqualTo(204);
    assertError(lmstfy.put("/api/shop/q", "x"), 401, "invalid token");
  }

  @Test
  void limitsAreSetShownAndTakenBack() {
    assertThat(lmstfy.admin("GET", "/limits").body()).isEqualTo("[]");
    var none = lmstfy.admin("GET", LIMIT);
    assertThat(none.statusCode() + none.body()).isEqualTo("404null");

    var limit = "{\"read\":101,\"write\":0,\"interval\":10}";
    var set = lmstfy.admin("POST", LIMIT, limit);
    assertThat(set.statusCode()).as(set.body()).isEqualTo(201);
    assertThat(set.body()).isEqualTo("{\"limiter\":" + limit + "}");
    assertThat(headers(lmstfy.gateway.publisher.last()))
        .contains("interval-reads=101", "interval-writes=0", "interval-seconds=10");
    assertThat(lmstfy.admin("GET", LIMIT).body()).isEqualTo(limit);
    assertThat(lmstfy.admin("GET", "/limits?force_update=true").body())
        .isEqualTo(
            "[{\"namespace\":\"shop\",\"token\":\"%s\",\"limiter\":%s}]"
                .formatted(id(LmstfyClient.TOKEN), limit));
    assertError(
        lmstfy.admin("POST", LIMIT, limit),
        500,
        "throttler token(%s) has already exists".formatted(LmstfyClient.TOKEN));

    var changed = lmstfy.admin("PUT", LIMIT, "{\"read\":0,\"write\":7,\"interval\":1}");
    assertThat(changed.statusCode()).isEqualTo(200);
    assertThat(headers(lmstfy.gateway.publisher.last())).contains("interval-writes=7");
    assertThat(lmstfy.admin("DELETE", LIMIT).body()).isEqualTo("{\"msg\":\"success\"}");
    assertThat(lmstfy.admin("DELETE", LIMIT).statusCode()).isEqualTo(200);
    assertThat(lmstfy.admin("GET", LIMIT).statusCode()).isEqualTo(404);
  }

  @Test
  void ratesThatWereSetNativelyAreThoseOfASecondAndMakeRoomForLimitsOfAnInterval() {
    // Given
    var native_ = "/v1/admin/namespaces/shop/tokens/" + id(LmstfyClient.TOKEN) + "/limits";
    limitNatively(native_, "{\"requestsPerSecond\": 11, \"payloadBytes\": 900000}");

    // Then
    assertThat(lmstfy.admin("GET", LIMIT).body())
        .isEqualTo("{\"read\":11,\"write\":0,\"interval\":1}");
    assertThat(lmstfy.admin("PUT", LIMIT, "{\"write\":5,\"interval\":60}").statusCode())
        .isEqualTo(200);
    assertThat(headers(lmstfy.gateway.publisher.last()))
        .contains("payload-bytes=900000", "interval-writes=5")
        .noneMatch(header -> header.startsWith("requests-per-second"));
    limitNatively(native_, "{\"jobsPerSecond\": 9}");
    assertThat(headers(lmstfy.gateway.publisher.last()))
        .contains("jobs-per-second=9", "interval-writes=5", "interval-seconds=60");
    assertThat(lmstfy.admin("DELETE", LIMIT).statusCode()).isEqualTo(200);
    assertThat(lmstfy.admin("GET", LIMIT).statusCode()).isEqualTo(404);
  }

  private void limitNatively(String path, String limits) {
    var gateway = lmstfy.gateway;
    var call = gateway.request(path).header("Authorization", "Bearer root");
    var set = gateway.send(call.method("PUT", BodyPublishers.ofString(limits)));
    assertThat(set.statusCode()).as(set.body()).isEqualTo(200);
  }

  @Test
  void whatIsNoLimitIsRefused() {
    var zero = "{\"read\":0,\"write\":0,\"interval\":1}";
    var none = lmstfy.admin("POST", LIMIT, zero);
    assertThat(none.statusCode() + none.body()).isEqualTo("400{\"limiter\":" + zero + "}");
    assertThat(lmstfy.admin("PUT", LIMIT, "{\"read\":1,\"interval\":0}").body())
        .isEqualTo("{\"error\":\"interval should be \\u003e 0\"}");
    var broken = lmstfy.admin("POST", LIMIT, "x");
    assertThat(broken.statusCode()).isEqualTo(400);
    assertThat(broken.body()).isEqualTo("{\"error\":{\"Offset\":1}}");
    assertThat(broken.headers().firstValue("Content-Type")).hasValue("text/plain;charset=utf-8");
    assertError(
        lmstfy.admin("POST", "/token/shop/none/limit", "{\"read\":1,\"interval\":1}"),
        404,
        "token not found");
  }

  @Test
  void whatIsThereIsShown() {
    // Given
    schedulers.add("1", 1, "queue.shop.b");
    schedulers.add("2", 1, "queue.shop.a");
    schedulers.add("3", 1, "orders");

    // Then
    assertThat(lmstfy.bareAdmin("GET", "/pools").body())
        .isEqualTo("[\n    \"default\",\n    \"second\"\n]");
    var info = lmstfy.admin("GET", "/info?pool=default");
    assertThat(info.body())
        .isEqualTo("{\n    \"shop\": [\n        \"a\",\n        \"b\"\n    ]\n}");
    assertThat(info.headers().firstValue("Content-Type")).hasValue("text/plain;charset=utf-8");
    assertThat(lmstfy.admin("GET", "/info?pool=third").body()).isEmpty();
    assertThat(TestGateway.json(lmstfy.bareAdmin("GET", "/version")).fieldNames())
        .toIterable()
        .containsExactly("build_commit", "build_date", "version");
    assertThat(lmstfy.admin("GET", "/metrics").body()).contains("delaygate_gateway_connections");
  }

  @Test
  void callsAreLoggedWhereThatIsTurnedOn() {
    assertThat(lmstfy.bareAdmin("GET", "/accesslog").body()).isEqualTo("{\"status\":\"disabled\"}");
    assertThat(lmstfy.admin("POST", "/accesslog?status=enable").body())
        .isEqualTo("{\"status\":\"enabled\"}");
    assertThat(lmstfy.bareAdmin("GET", "/accesslog").body()).isEqualTo("{\"status\":\"enabled\"}");
    assertError(lmstfy.admin("POST", "/accesslog?status=on"), 400, "invalid status");
  }

  @Test
  void anAnsweredCallIsALineOfTheLog() {
    // Given
    var out = System.out;
    var log = new ByteArrayOutputStream();
    System.setOut(new PrintStream(log, true, UTF_8));
    try {
      lmstfy.put("/api/shop/before", "x");
      lmstfy.admin("POST", "/accesslog?status=enable");

      // When
      lmstfy.get("/api/shop/q");
      lmstfy.put("/api/shop/q", "x");

      // Then
      var line =
          Pattern.compile(
              "INFO .*Call answered method=\"PUT\" route=\"/api/\\{namespace}/\\{queue}\""
                  + " status=\"201\"");
      Awaitility.await().until(() -> line.matcher(log.toString(UTF_8)).results().count() == 1);
    } finally {
      System.setOut(out);
    }
  }

  @ParameterizedTest
  @CsvSource({
    "POST, /token/shop?description=d",
    "GET, /token/shop",
    "DELETE, /token/shop/x",
    "GET, /limits",
    "PUT, /token/shop/x/limit",
    "POST, /accesslog?status=enable",
    "GET, /info",
    "GET, /metrics"
  })
  void whatIsForAdministratorsWantsAnAccount(String method, String path) {
    var answer = lmstfy.bareAdmin(method, path);

    assertThat(answer.statusCode()).isEqualTo(401);
    assertThat(answer.body()).isEmpty();
    assertThat(answer.headers().firstValue("WWW-Authenticate"))
        .hasValue("Basic realm=\"Authorization Required\"");
    assertThat(lmstfy.admin(method, path, "", "X", "y").statusCode()).isNotEqualTo(401);
  }

  @Test
  void anythingElseIsNotFound() {
    for (var path : new String[] {"/", "/debug/pprof/heap", "/v1/queues", "/token", "/pools/x"}) {
      var answer = lmstfy.bareAdmin("GET", path);
      assertThat(answer.statusCode() + answer.body()).isEqualTo("404404 page not found");
    }
    var slash = lmstfy.bareAdmin("GET", "/pools/");
    assertThat(slash.statusCode()).isEqualTo(301);
    assertThat(slash.headers().firstValue("Location")).hasValue("/pools");
  }

  private static String id(String token) {
    return HexFormat.of().formatHex(TokenHasher.of(token)).substring(0, 16);
  }
}
