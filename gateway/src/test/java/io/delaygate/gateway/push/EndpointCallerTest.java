package io.delaygate.gateway.push;

import static io.delaygate.gateway.push.LoopbackCalls.LONG;
import static io.delaygate.gateway.push.LoopbackCalls.SHORT;
import static io.delaygate.gateway.push.LoopbackCalls.answer;
import static io.delaygate.gateway.push.LoopbackCalls.failure;
import static io.delaygate.gateway.push.LoopbackCalls.request;
import static io.delaygate.gateway.push.LoopbackCalls.url;
import static io.delaygate.gateway.push.PlannedServer.hang;
import static io.delaygate.gateway.push.PlannedServer.send;
import static io.delaygate.gateway.push.PlannedServer.sends;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.delaygate.gateway.push.CallEnd.Kind;
import io.delaygate.gateway.push.EndpointCall.Field;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Test of answers that a server gives by plan. */
@Timeout(60)
class EndpointCallerTest {
  private final LoopbackCalls calls = new LoopbackCalls();

  @AfterEach
  void close() {
    calls.close();
  }

  @Test
  void sendsTheBodyByteForByteAndTheHeaders() throws Exception {
    var server = calls.server(sends("HTTP/1.1 200 OK\r\nContent-Length: 6\r\n\r\nthanks"));
    var body = new byte[] {0, (byte) 0xFF, '\r', '\n', 'x'};
    var headers = List.of(new Field("Content-Type", "a/b"), new Field("webhook-id", "msg_1"));
    var end = calls.call(new EndpointCall(url(server), "POST", headers, body, LONG));

    assertThat(answer(end).status()).isEqualTo(200);
    assertThat(answer(end).head()).asString(UTF_8).isEqualTo("thanks");
    var request = server.requests().get(0);
    assertThat(request.line()).isEqualTo("POST /hook?a=b%20c HTTP/1.1");
    assertThat(request.body()).isEqualTo(body);
    assertThat(request.values("content-type")).containsExactly("a/b");
    assertThat(request.values("webhook-id")).containsExactly("msg_1");
    assertThat(request.values("host")).containsExactly("127.0.0.1:" + server.port());
    assertThat(request.values("user-agent")).singleElement().asString().startsWith("Delaygate");
    assertThat(request.values("accept-encoding")).isEmpty();
    assertThat(request.values("cookie")).isEmpty();
  }

  @Test
  void anEmptyBodyHasALength() throws Exception {
    var server = calls.server(sends("HTTP/1.1 204 No Content\r\n\r\n"));
    calls.call(new EndpointCall(url(server), "POST", List.of(), new byte[0], LONG));
    assertThat(server.requests().get(0).values("content-length")).containsExactly("0");
  }

  @ParameterizedTest
  @ValueSource(ints = {200, 204, 400, 404, 410, 500, 503, 599})
  void tellsTheStatus(int status) throws Exception {
    var server = calls.server(sends("HTTP/1.1 " + status + " X\r\nContent-Length: 0\r\n\r\n"));
    assertThat(answer(calls.call(server, LONG)).status()).isEqualTo(status);
  }

  @ParameterizedTest
  @CsvSource({"429, 120", "503, 'Sun, 01 Mar 2026 12:00:30 GMT'"})
  void tellsTheWaitThatTheEndpointAsksFor(int status, String wait) throws Exception {
    var server =
        calls.server(
            sends(
                "HTTP/1.1 %d X\r\nRetry-After: %s\r\nContent-Length: 0\r\n\r\n"
                    .formatted(status, wait)));
    assertThat(answer(calls.call(server, LONG)).retryAfter()).isEqualTo(wait);
  }

  @ParameterizedTest
  @ValueSource(ints = {301, 302, 303, 307, 308})
  void followsNoRedirect(int status) throws Exception {
    var elsewhere = calls.server(sends("HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n"));
    var location = "Location: " + elsewhere.url("127.0.0.1");
    var server =
        calls.server(
            sends("HTTP/1.1 " + status + " X\r\n" + location + "\r\nContent-Length: 0\r\n\r\n"));
    assertThat(answer(calls.call(server, LONG)).status()).isEqualTo(status);
    assertThat(elsewhere.connections()).isZero();
  }

  @ParameterizedTest
  @CsvSource({"401, WWW-Authenticate", "407, Proxy-Authenticate"})
  void answersNoChallenge(int status, String header) throws Exception {
    var server =
        calls.server(
            sends(
                "HTTP/1.1 %d X\r\n%s: Basic realm=\"a\"\r\nContent-Length: 0\r\n\r\n"
                    .formatted(status, header)));
    assertThat(answer(calls.call(server, LONG)).status()).isEqualTo(status);
    assertThat(server.requests()).hasSize(1);
  }

  @Test
  void keepsNoCookies() throws Exception {
    var server =
        calls.server(
            sends("HTTP/1.1 200 OK\r\nSet-Cookie: a=b; Path=/\r\nContent-Length: 0\r\n\r\n"));
    calls.call(server, LONG);
    calls.call(server, LONG);
    assertThat(server.requests().get(1).values("cookie")).isEmpty();
  }

  @Test
  void passesInterimAnswers() throws Exception {
    var server =
        calls.server(
            (request, connection) -> {
              send(connection, "HTTP/1.1 100 Continue\r\n\r\n");
              send(connection, "HTTP/1.1 103 Early Hints\r\nLink: <a>\r\n\r\n");
              send(connection, "HTTP/1.1 201 Created\r\nContent-Length: 0\r\n\r\n");
            });
    assertThat(answer(calls.call(server, LONG)).status()).isEqualTo(201);
  }

  @Test
  void aSwitchOfProtocolsIsAnAnswerLikeAnyOther() throws Exception {
    var server =
        calls.server(
            (request, connection) -> {
              send(connection, "HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\n\r\n");
              hang(connection);
            });
    assertThat(Verdict.of(calls.call(server, SHORT), Instant.EPOCH))
        .isInstanceOf(Verdict.Again.class);
  }

  @Test
  void doesNotUnpackCompressedAnswers() throws Exception {
    var server =
        calls.server(
            sends("HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\nContent-Length: 4\r\n\r\nbomb"));
    assertThat(answer(calls.call(server, LONG)).head()).asString(UTF_8).isEqualTo("bomb");
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 1, 255, 256, 257, 65_536})
  void keepsTheFirstBytesOfAnAnswerAndTheConnection(int bytes) throws Exception {
    var server =
        calls.server(
            sends("HTTP/1.1 200 OK\r\nContent-Length: " + bytes + "\r\n\r\n" + "a".repeat(bytes)));
    assertThat(answer(calls.call(server, LONG)).head()).hasSize(Math.min(bytes, 256));
    calls.call(server, LONG);
    assertThat(server.connections()).isEqualTo(1);
  }

  @Test
  void endsAnAnswerThatIsTooLongAndCountsItsStatus() throws Exception {
    var ended = new CountDownLatch(1);
    var server =
        calls.server(
            (request, connection) -> {
              try {
                send(connection, "HTTP/1.1 200 OK\r\nConnection: close\r\n\r\n");
                while (true) {
                  send(connection, "a".repeat(8_192));
                }
              } finally {
                ended.countDown();
              }
            });
    assertThat(answer(calls.call(server, LONG)).status()).isEqualTo(200);
    assertThat(ended.await(10, TimeUnit.SECONDS)).isTrue();
  }

  @Test
  void oneByteBeyondTheLimitEndsTheConnection() throws Exception {
    var server =
        calls.server(
            sends("HTTP/1.1 200 OK\r\nContent-Length: 65537\r\n\r\n" + "a".repeat(65_537)));
    assertThat(answer(calls.call(server, LONG)).status()).isEqualTo(200);
    assertThat(answer(calls.call(server, LONG)).status()).isEqualTo(200);
    assertThat(server.connections()).isEqualTo(2);
  }

  @Test
  void endsAnAnswerWithoutEndOfItsHeaders() throws Exception {
    var server =
        calls.server(
            (request, connection) -> {
              send(connection, "HTTP/1.1 200 OK\r\n");
              for (var i = 0; ; i++) {
                send(connection, "X-" + i + ": " + "a".repeat(100) + "\r\n");
              }
            });
    assertThat(failure(calls.call(server, LONG)).kind()).isEqualTo(Kind.BROKEN);
  }

  @Test
  void aCallThatHangsEndsByItsTime() throws Exception {
    var server = calls.server((request, connection) -> hang(connection));
    var end = failure(calls.call(server, SHORT));
    assertThat(end.kind()).isEqualTo(Kind.TIMEOUT);
    assertThat(end.text()).isEqualTo("no complete answer within 300 ms");
    assertThat(end.tookMs()).isBetween(250L, 5_000L);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"HTTP/1.1 20", "HTTP/1.1 200 OK\r\nA: b", "HTTP/1.1 200 OK\r\n\r\nslow body"})
  void anAnswerThatStopsHalfWayEndsByTheTimeOfTheCall(String part) throws Exception {
    var server =
        calls.server(
            (request, connection) -> {
              send(connection, part);
              hang(connection);
            });
    assertThat(failure(calls.call(server, SHORT)).kind()).isEqualTo(Kind.TIMEOUT);
  }

  @Test
  void aConnectionThatIsResetIsAFailure() throws Exception {
    var server =
        calls.server(
            (request, connection) -> {
              connection.setSoLinger(true, 0);
              connection.close();
            });
    assertThat(failure(calls.call(server, LONG)).kind()).isEqualTo(Kind.BROKEN);
  }

  @Test
  void anAnswerThatIsCutOffIsAFailure() throws Exception {
    var server =
        calls.server(
            (request, connection) -> {
              send(connection, "HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\nabc");
              connection.close();
            });
    assertThat(failure(calls.call(server, LONG)).kind()).isEqualTo(Kind.BROKEN);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"SSH-2.0-OpenSSH\r\n", "HTTP/1.1 2000 OK\r\n\r\n", "\u0000\u0001\r\n\r\n"})
  void whatIsNotHttpIsAFailure(String answer) throws Exception {
    var server = calls.server(sends(answer));
    assertThat(failure(calls.call(server, Duration.ofSeconds(2))).kind())
        .isIn(Kind.BROKEN, Kind.TIMEOUT);
  }
}
