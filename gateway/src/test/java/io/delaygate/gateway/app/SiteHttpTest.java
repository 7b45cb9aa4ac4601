package io.delaygate.gateway.app;

import static org.assertj.core.api.Assertions.assertThat;

import io.delaygate.gateway.access.TokenHasher;
import io.delaygate.schemas.contract.ReasonCode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HexFormat;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.FieldSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests of calls from web pages, on each port: those of other sites are refused. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class SiteHttpTest {
  /** Ports and calls; each call would change or show something without a token. */
  static final List<Arguments> CALLS =
      List.of(
          Arguments.of("own", "POST /v1/topics/orders/pause"),
          Arguments.of("own", "POST /v1/queues/mails/purge"),
          Arguments.of("own", "POST /v1/jobs/a/fire"),
          Arguments.of("own", "DELETE /v1/jobs/a"),
          Arguments.of("own", "OPTIONS /v1/jobs"),
          Arguments.of("own", "GET /v1/jobs/a"),
          Arguments.of("own", "GET /v1/me"),
          Arguments.of("own", "GET /healthz"),
          Arguments.of("own", "GET /metrics"),
          Arguments.of("own", "GET /openapi.json"),
          Arguments.of("own", "GET /console/"),
          Arguments.of("own", "GET /nowhere"),
          Arguments.of("own", "TRACE /v1/jobs"),
          Arguments.of("lmstfy", "GET /api/default/mails?timeout=0&ttr=86400"),
          Arguments.of("lmstfy", "PUT /api/default/mails"),
          Arguments.of("lmstfy", "GET /nowhere"),
          Arguments.of("admin", "POST /token/shop?token=chosen-by-the-page&description=d"),
          Arguments.of("admin", "GET /pools"),
          Arguments.of("admin", "POST /accesslog?enable=true"));

  private final TestGateway gateway =
      TestGateway.start(
          "lmstfy.port", "0", "lmstfy.admin.port", "0", "http.hosts", "Gateway.example,*.internal");

  @AfterAll
  void stop() {
    gateway.close();
  }

  @ParameterizedTest
  @FieldSource("CALLS")
  void aNameThatIsNotListedIsRefused(String port, String call) {
    for (var host : new String[] {"evil.example", "evil.example:" + port(port), "a.b.internal"}) {
      var answer = send(port, call, "Host: " + host);

      assertThat(answer.status()).as(answer.toString()).isEqualTo(403);
      assertForm(port, answer, "`http.hosts`");
    }
    assertThat(gateway.publisher.records).isEmpty();
  }

  @ParameterizedTest
  @FieldSource("CALLS")
  void aPageOfAnotherSiteIsRefused(String port, String call) {
    var self = "Host: localhost:" + port(port);
    for (var header :
        new String[] {
          "Sec-Fetch-Site: cross-site",
          "Sec-Fetch-Site: same-site",
          "Sec-Fetch-Site: same-origin\r\nSec-Fetch-Site: cross-site",
          "Origin: https://evil.example",
          "Origin: http://localhost:1",
          "Origin: https://localhost:" + port(port),
          "Origin: null"
        }) {
      var answer = send(port, call, self + "\r\n" + header);

      assertThat(answer.status()).as("%s: %s", header, answer).isEqualTo(403);
      assertForm(port, answer, "another site");
    }
    assertThat(gateway.publisher.records).isEmpty();
  }

  @ParameterizedTest
  @FieldSource("CALLS")
  void clientsAndItsOwnPagesAreNot(String port, String call) {
    var own = "localhost:" + port(port);
    for (var headers :
        new String[] {
          "Host: 127.0.0.1:" + port(port),
          "Host: 10.1.2.3",
          "Host: [::1]:" + port(port),
          "Host: LOCALHOST.",
          "Host: gateway.EXAMPLE:80",
          "Host: a.internal",
          "Host: " + own + "\r\nSec-Fetch-Site: none",
          "Host: " + own + "\r\nSec-Fetch-Site: same-origin\r\nOrigin: http://" + own,
          "Host: a.internal\r\nSec-Fetch-Site: same-origin\r\nOrigin: https://a.internal"
        }) {
      assertThat(send(port, call, headers).status()).as(headers).isNotEqualTo(403);
    }
    gateway.publisher.records.clear();
  }

  @ParameterizedTest
  @ValueSource(strings = {"own", "lmstfy", "admin"})
  void whoNamesNoHostIsNoBrowser(String port) {
    var old = RawHttp.exchange(port(port), "GET /version HTTP/1.0\r\n\r\n");
    var none = RawHttp.exchange(port(port), "GET /version HTTP/1.1\r\n\r\n");
    var two =
        RawHttp.exchange(
            port(port), "GET /version HTTP/1.1\r\nHost: localhost\r\nHost: evil.example\r\n\r\n");
    var other =
        RawHttp.exchange(
            port(port), "GET http://evil.example/version HTTP/1.1\r\nHost: localhost\r\n\r\n");

    assertThat(old.status()).isIn(200, 404);
    assertThat(none.status()).isEqualTo(400);
    assertThat(two.status()).isEqualTo(400);
    assertThat(other.status()).isEqualTo(400);
  }

  @ParameterizedTest
  @CsvSource({
    "POST, /v1/jobs",
    "POST, /v1/jobs/batch",
    "PATCH, /v1/jobs/a",
    "POST, /v1/jobs/cancel",
    "POST, /v1/dead-letters/discard",
    "POST, /v1/queues/mails/jobs",
    "POST, /v1/queues/mails/purge",
    "POST, /v1/queues/mails/kick",
    "POST, /v1/queues/mails/reserve",
    "POST, /v1/topics/orders/pause",
    "PUT, /v1/topics/orders/rate",
    "PUT, /v1/admin/namespaces/shop",
    "POST, /v1/admin/namespaces/shop/tokens"
  })
  void aBodyIsReadOnlyWithItsType(String method, String path) {
    for (var type :
        new String[] {
          "Content-Type: text/plain",
          "Content-Type: text/plain; charset=application/json",
          "Content-Type: application/x-www-form-urlencoded",
          "Content-Type: multipart/form-data; boundary=x",
          "X-None: none"
        }) {
      var answer =
          send("own", method + " " + path, "Host: localhost\r\n" + type, "{\"state\":\"dead\"}");

      ProblemAssert.assertProblem(answer.body(), 415, ReasonCode.MEDIA_TYPE_UNSUPPORTED);
      assertThat(answer.body()).contains("application/json");
    }
    assertThat(gateway.publisher.records).isEmpty();
  }

  @Test
  void whereTokensAreAskedForTheyDecide(@TempDir Path folder) throws IOException {
    var hash = HexFormat.of().formatHex(TokenHasher.of("secret"));
    var file = Files.writeString(folder.resolve("tokens"), "root admin " + hash);
    try (var asking = TestGateway.start("auth.tokens.file", file.toString())) {
      var page = "Host: evil.example\r\nSec-Fetch-Site: cross-site\r\nOrigin: null\r\n";
      var call = "GET /v1/me HTTP/1.1\r\n" + page;

      var without = RawHttp.exchange(asking.gateway.port(), call + "\r\n");
      var with =
          RawHttp.exchange(asking.gateway.port(), call + "Authorization: Bearer secret\r\n\r\n");

      assertThat(without.status()).isEqualTo(401);
      assertThat(with.status()).isEqualTo(200);
    }
  }

  /** Asserts the form of the error: a problem, or an error as clients of lmstfy read it. */
  private static void assertForm(String port, RawHttp answer, String text) {
    var json = TestGateway.json(answer.body());
    if (port.equals("own")) {
      var reason = text.contains("hosts") ? ReasonCode.HOST_FORBIDDEN : ReasonCode.ORIGIN_FORBIDDEN;
      ProblemAssert.assertProblem(answer.body(), 403, reason);
      assertThat(json.get("detail").textValue()).contains(text);
      assertThat(json.get("field").textValue()).isIn("Host", "Sec-Fetch-Site", "Origin");
    } else {
      assertThat(json.fieldNames()).toIterable().containsExactly("error");
      assertThat(json.get("error").textValue()).contains(text);
    }
    assertThat(answer.head()).doesNotContainIgnoringCase("access-control-");
  }

  private RawHttp send(String port, String call, String headers) {
    return send(port, call, headers, "");
  }

  private RawHttp send(String port, String call, String headers, String body) {
    var length = body.isEmpty() ? "" : "Content-Length: " + body.length() + "\r\n";
    return RawHttp.exchange(
        port(port), call + " HTTP/1.1\r\n" + headers + "\r\n" + length + "\r\n" + body);
  }

  private int port(String name) {
    return switch (name) {
      case "lmstfy" -> gateway.gateway.lmstfyPort().orElseThrow();
      case "admin" -> gateway.gateway.lmstfyAdminPort().orElseThrow();
      default -> gateway.gateway.port();
    };
  }
}
