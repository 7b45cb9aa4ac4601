package io.delaygate.gateway.app;

import static org.assertj.core.api.Assertions.assertThat;

import io.delaygate.gateway.access.TokenHasher;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests of access by the lmstfy port, and of the form of all its answers. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class LmstfyDoorTest {
  private static final String TRIES = "tries shouldn't be zero";

  private static final String OTHER = "a-token-of-the-namespace-other";

  private final LmstfyClient lmstfy;

  LmstfyDoorTest(@TempDir Path folder) {
    lmstfy = LmstfyClient.start(folder, "lmstfy.pools", "default,second");
    lmstfy.token("other", OTHER);
  }

  @AfterAll
  void stop() {
    lmstfy.close();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          /api/sh%20op/q    | namespace name contains forbidden characters
          /api/sh.op/q      | namespace name contains forbidden characters
          /api/shop/a.b     | queue name contains forbidden characters
          /api/shop/_q      | queue name contains forbidden characters
          /api/shop/_replies | queue name contains forbidden characters
          /api/shop/a,b     | queue name contains forbidden characters
          /api/shop/%C3%BC  | queue name contains forbidden characters
          """)
  void namesAreJudgedBeforeTheToken(String path, String words) {
    var answer = lmstfy.bare("PUT", path);

    assertError(answer, 400, words);
  }

  @ParameterizedTest
  @CsvSource({
    "GET, _replies",
    "GET, 'q,_replies'",
    "GET, _replies/peek",
    "GET, _replies/size",
    "GET, _replies/job/j.reply",
    "DELETE, _replies",
    "DELETE, _replies/job/j.reply"
  })
  void repliesOfAllJobsAreNoQueueOfAnybody(String method, String path) {
    var answer = lmstfy.send(method, "/api/shop/" + path, new byte[0]);

    assertError(answer, 400, "queue name contains forbidden characters");
  }

  @Test
  void longNamesAreToldFromIllegalOnes() {
    var name = "q".repeat(256);

    assertError(lmstfy.bare("PUT", "/api/shop/" + name), 400, "namespace or queue name too long");
    assertError(lmstfy.bare("PUT", "/api/" + name + "/q"), 400, "namespace or queue name too long");
    assertThat(lmstfy.put("/api/shop/" + name.substring(1), "x").statusCode()).isEqualTo(201);
  }

  @Test
  void thePoolIsJudgedBeforeTheToken() {
    assertError(lmstfy.put("/api/shop/q", "", "X-Token", "third:nobody"), 404, "pool not found");
    for (var pool : new String[] {"default:", "second:", ""}) {
      var answer = lmstfy.put("/api/shop/q", "x", "X-Token", pool + LmstfyClient.TOKEN);
      assertThat(answer.statusCode()).as(answer.body()).isEqualTo(201);
    }
  }

  @Test
  void aTokenIsShownByHeaderOrParameter() {
    assertError(lmstfy.bare("PUT", "/api/shop/q"), 401, "token not found");
    var answer = lmstfy.bare("PUT", "/api/shop/q?token=" + LmstfyClient.TOKEN);
    assertThat(answer.statusCode()).as(answer.body()).isEqualTo(201);
  }

  @ParameterizedTest
  @ValueSource(strings = {"nobody", OTHER})
  void aTokenThatIsUnknownOrOfAnotherNamespaceIsInvalid(String token) {
    assertError(lmstfy.put("/api/shop/q", "x", "X-Token", token), 401, "invalid token");
  }

  @Test
  void theTokenIsJudgedBeforeTheParameters() {
    assertError(lmstfy.put("/api/shop/q?delay=x", "", "X-Token", "nobody"), 401, "invalid token");
  }

  @Test
  void administratorsOfTheInstallationMayWorkInAnyNamespaceThatThereIs() {
    assertThat(lmstfy.put("/api/shop/q", "x", "X-Token", "root").statusCode()).isEqualTo(201);
    assertThat(lmstfy.put("/api/default/q", "x", "X-Token", "root").statusCode()).isEqualTo(201);
    assertError(lmstfy.put("/api/nowhere/q", "x", "X-Token", "root"), 401, "invalid token");
  }

  /** Otherwise others could learn of any namespace that has a queue, and how busy it is. */
  @Test
  void sizesNeedATokenAsOtherQuestionsDo() {
    for (var path : new String[] {"/size", "/deadletter/size", "/peek", "/deadletter"}) {
      assertError(lmstfy.bare("GET", "/api/shop/q" + path), 401, "token not found");
      assertError(
          lmstfy.send("GET", "/api/default/q" + path, new byte[0], "X-Token", LmstfyClient.TOKEN),
          401,
          "invalid token");
    }
  }

  @ParameterizedTest
  @CsvSource({
    "GET, /",
    "GET, /api/shop",
    "GET, /api/shop/q/none",
    "POST, /api/shop/q",
    "PUT, /api/shop/q/",
    "GET, /api/shop/q/peek/",
    "HEAD, /api/shop/q/peek",
    "OPTIONS, /api/shop/q",
    "PATCH, /api/shop/q",
    "GET, /v1/queues",
    "GET, /healthz"
  })
  void whatIsNoCallOfLmstfyIsNotFound(String method, String path) {
    var answer = lmstfy.bare(method, path);

    assertThat(answer.statusCode()).isEqualTo(404);
    if (!method.equals("HEAD")) {
      assertError(answer, 404, "api not found");
    }
  }

  @Test
  void callsOfLmstfyAreNoneOfTheNativeDoor() {
    assertThat(lmstfy.gateway.send("GET", "/api/shop/q/size").statusCode()).isEqualTo(404);
  }

  @Test
  void withoutItsSettingsThereIsNoSuchDoor() {
    try (var gateway = TestGateway.start()) {
      assertThat(gateway.gateway.lmstfyPort()).isEmpty();
      assertThat(gateway.gateway.lmstfyAdminPort()).isEmpty();
    }
  }

  @Test
  void aCallBeyondALimitIsTold() {
    // Given
    var token = limited("of-calls");

    // When
    lmstfy.put("/api/shop/q", "x", "X-Token", token);
    var more = lmstfy.put("/api/shop/q", "x", "X-Token", token);

    // Then
    assertThat(more.statusCode()).isEqualTo(429);
    assertThat(more.body())
        .isEqualTo(
            "{\"msg\":\"token(%s) produce reach the limit rate, please retry later\"}"
                .formatted(TokenHasher.id(TokenHasher.hex(token))));
    var again = lmstfy.put("/api/shop/q/job/x", "x", "X-Token", token);
    assertThat(again.statusCode()).as("is not limited, but has no schedulers").isEqualTo(503);
    var unbounded = lmstfy.send("GET", "/api/shop/q/peek", new byte[0], "X-Token", token);
    assertThat(unbounded.statusCode()).isEqualTo(503);
  }

  @Test
  void aCallThatDoesNotSucceedIsNotCounted() {
    // Given
    var token = limited("failing");

    // Then
    for (var i = 0; i < 3; i++) {
      var consume = lmstfy.send("GET", "/api/shop/q?timeout=x", new byte[0], "X-Token", token);
      assertError(consume, 400, "invalid timeout");
      assertError(lmstfy.put("/api/shop/q?tries=0", "x", "X-Token", token), 400, TRIES);
      assertThat(lmstfy.send("GET", "/api/shop/q", new byte[0], "X-Token", token).statusCode())
          .isEqualTo(503);
    }
    assertThat(lmstfy.put("/api/shop/q", "x", "X-Token", token).statusCode()).isEqualTo(201);
    assertThat(lmstfy.put("/api/shop/q", "x", "X-Token", token).statusCode()).isEqualTo(429);
  }

  @Test
  void aBulkIsOneCall() {
    // Given
    var token = limited("bulk");

    // When
    var bulk = lmstfy.put("/api/shop/q/bulk", "[1,2,3,4,5,6,7,8,9]", "X-Token", token);

    // Then
    assertThat(bulk.statusCode()).as(bulk.body()).isEqualTo(201);
    assertThat(lmstfy.put("/api/shop/q", "x", "X-Token", token).statusCode()).isEqualTo(429);
    var more = lmstfy.put("/api/shop/q/bulk", "[1,2]", "X-Token", token);
    assertThat(more.body()).contains("produce reach the limit rate");
  }

  private String limited(String name) {
    var token = "a-token-with-a-limit-" + name;
    lmstfy.token("shop", token);
    var limit = "{\"read\":1,\"write\":1,\"interval\":100000}";
    var set = lmstfy.admin("POST", "/token/shop/" + token + "/limit", limit);
    assertThat(set.statusCode()).as(set.body()).isEqualTo(201);
    return token;
  }

  static void assertError(HttpResponse<String> answer, int status, String words) {
    assertThat(answer.body()).isEqualTo("{\"error\":\"%s\"}".formatted(words));
    assertThat(answer.statusCode()).isEqualTo(status);
    assertThat(answer.headers().firstValue("Content-Type")).hasValue(LmstfyClient.JSON);
    assertThat(answer.headers().firstValue("X-Request-Id")).isPresent();
  }
}
