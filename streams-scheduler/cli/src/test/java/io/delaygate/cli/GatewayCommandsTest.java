package io.delaygate.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests of calls to a gateway: answers, connection errors, tokens and certificates. */
@Timeout(60)
class GatewayCommandsTest {
  private static final String STORED = "{'id': 'a', 'dueMs': 1, 'partition': 0, 'offset': 0}";

  private final StubGateway gateway;

  GatewayCommandsTest() throws IOException {
    gateway = new StubGateway();
  }

  @AfterEach
  void stop() {
    gateway.close();
  }

  @ParameterizedTest
  @CsvSource({
    "400, TIME_INVALID, 2",
    "401, TOKEN_INVALID, 3",
    "403, ROLE_INSUFFICIENT, 3",
    "404, JOB_NOT_FOUND, 1",
    "404, NOT_FOUND, 3",
    "405, METHOD_NOT_ALLOWED, 3",
    "409, ALREADY_DELIVERED, 1",
    "412, VERSION_STALE, 1",
    "413, BODY_TOO_LARGE, 2",
    "422, TARGET_UNKNOWN, 1",
    "429, OVERLOADED, 3",
    "500, INTERNAL, 3",
    "503, NO_ANSWER, 3"
  })
  void anAnswerThatIsNoHasItsStatus(int http, String reason, int status) {
    // Given
    gateway.answering(
        http, "{'status': %d, 'detail': 'so it is', 'reason': '%s'}".formatted(http, reason));

    // When
    var called = gateway.call("fire", "a", "--json");

    // Then
    assertThat(called.status()).isEqualTo(status);
    assertThat(called.err()).startsWith("so it is (" + reason + ")");
    assertThat(called.out()).isEmpty();
  }

  @Test
  void aPauseMayHaveAnEnd() {
    // Given
    gateway.answering(
        200, "{'topic': 'orders', 'paused': true, 'pausedSinceMs': 1000, 'pausedUntilMs': 31000}");

    // When
    var timed = gateway.call("pause", "orders", "--for", "30s");
    var endless = gateway.call("pause", "orders");

    // Then
    assertThat(timed.status()).isZero();
    assertThat(timed.out()).contains("until", "1970-01-01T00:00:31.000Z");
    assertThat(gateway.lines()).containsOnly("POST /v1/topics/orders/pause");
    assertThat(gateway.bodies()).containsExactly("{'for':'30s'}", "");
    assertThat(endless.status()).isZero();
  }

  @ParameterizedTest
  @ValueSource(strings = {"<html>", "", "[]", "1"})
  void whatIsNoGatewayIsSaidToBeNone(String body) {
    // Given
    gateway.answering(200, body);

    // When
    var called = gateway.call("get", "a");

    // Then
    assertThat(called.status()).isEqualTo(3);
    assertThat(called.err()).contains(gateway.url(), "not as a gateway does");
  }

  @Test
  void aPortWithoutAGatewayIsUnreachable() throws IOException {
    // Given
    int port;
    try (var socket = new ServerSocket(0)) {
      port = socket.getLocalPort();
    }

    // When
    var called = Called.of("list", "--gateway", "http://127.0.0.1:" + port);

    // Then
    assertThat(called.status()).isEqualTo(3);
    assertThat(called.err()).contains("cannot be reached", "--gateway or DELAYGATE_GATEWAY");
    assertThat(called.out().lines()).hasSizeLessThanOrEqualTo(1);
  }

  @Test
  void anUnknownHostIsNotARefusedConnection() {
    var called = Called.of("list", "--gateway", "http://gateway.invalid:8080");

    assertThat(called.status()).isEqualTo(3);
    assertThat(called.err()).contains("cannot be reached: its host name is unknown");
  }

  @Test
  void aGatewayThatClosesTheConnectionMayHaveDoneTheCall() throws Exception {
    // Given
    try (var closing = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      var closer =
          CompletableFuture.runAsync(
              () -> {
                try (var connection = closing.accept()) {
                  assertThat(connection.getInputStream().read()).isEqualTo('D');
                } catch (IOException noCall) {
                  throw new UncheckedIOException(noCall);
                }
              });

      // When
      var called =
          Called.of("cancel", "a", "--gateway", "http://127.0.0.1:" + closing.getLocalPort());

      // Then
      closer.get(10, TimeUnit.SECONDS);
      assertThat(called.status()).isEqualTo(3);
      assertThat(called.err()).contains("did not send a valid answer", "may have been carried out");
    }
  }

  @Test
  void aGatewayThatDoesNotAnswerIsGivenUp() throws IOException {
    // Given
    try (var silent = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      var url = "http://127.0.0.1:" + silent.getLocalPort();

      // When
      var called = Called.of("cancel", "a", "--gateway", url, "--timeout", "PT0.2S");

      // Then
      assertThat(called.status()).isEqualTo(3);
      assertThat(called.err()).contains("did not answer within 200ms", "may have been carried out");
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"gateway:8080", "ftp://gateway", "http://", "http://a:b@c", "http://a b"})
  void anAddressThatIsNoneIsRefused(String url) {
    var called = Called.of("get", "a", "--gateway", url);

    assertThat(called.status()).isEqualTo(2);
    assertThat(called.err()).contains("not a valid gateway address");
  }

  @Test
  void theTokenOfTheFileIsShownToTheGatewayAndNobodyElse(@TempDir Path folder) throws IOException {
    // Given
    var file = Files.writeString(folder.resolve("token"), "hush-hush\n");
    gateway.answering(401, "{'detail': 'unknown', 'reason': 'TOKEN_INVALID'}");

    // When
    var called =
        Called.with(
            Map.of(Session.GATEWAY, gateway.url() + "/", Session.TOKEN_FILE, file.toString()),
            "get",
            "a");

    // Then
    assertThat(gateway.asked().get(0).headers()).containsKey("Authorization");
    assertThat(gateway.asked().get(0).headers().get("Authorization"))
        .containsExactly("Bearer hush-hush");
    assertThat(called.out() + called.err()).contains("TOKEN_INVALID").doesNotContain("hush");
  }

  @Test
  void aFileWithoutATokenIsRefusedAndNotShown(@TempDir Path folder) throws IOException {
    // Given
    var file = Files.writeString(folder.resolve("token"), "two words");

    // When
    var faulty = Called.of("get", "a", "--token-file", file.toString());
    var missing = Called.of("get", "a", "--token-file", folder.resolve("none").toString());

    // Then
    assertThat(faulty.status()).isEqualTo(2);
    assertThat(faulty.err()).contains("must contain one line").doesNotContain("two words");
    assertThat(missing.status()).isEqualTo(2);
  }

  @Test
  void aFileWithoutCertificatesIsRefused(@TempDir Path folder) throws IOException {
    // Given
    var empty = Files.writeString(folder.resolve("empty.pem"), "");

    // When
    var called = Called.of("get", "a", "--ca-file", empty.toString());

    // Then
    assertThat(called.status()).isEqualTo(2);
    assertThat(called.err()).contains("Certificates cannot be read");
  }

  @Test
  void aJobIsSaidInTheWordsOfTheGateway() {
    // Given
    gateway.answering(201, STORED);

    // When
    var called =
        gateway.call(
            "schedule",
            "--target=orders",
            "--id=a",
            "--key=k",
            "--partition=1",
            "--in=30m",
            "--value=Grüße",
            "--header=a=1=2",
            "--header=a=",
            "--priority=0",
            "--ttl=1h",
            "--if-exists=reject",
            "--max-attempts=3",
            "--lease=90s",
            "--no-wait");

    // Then
    assertThat(called.status()).as(called.err()).isZero();
    assertThat(gateway.lines()).containsExactly("POST /v1/jobs");
    assertThat(gateway.bodies().get(0))
        .isEqualTo(
            "{'target':{'topic':'orders','key':'k','partition':1},'id':'a','priority':0,"
                + "'ifExists':'reject','ttlMs':3600000,'delay':'30m',"
                + "'headers':[{'name':'a','value':'1=2'},{'name':'a','value':''}],"
                + "'value':'Grüße','ack':{'maxAttempts':3,'lease':'90s'}}");
  }

  @Test
  void bytesThatAreNoTextGoAsBase64(@TempDir Path folder) throws IOException {
    // Given
    gateway.answering(201, STORED);
    var file = Files.write(folder.resolve("value"), new byte[] {(byte) 0xff, 0});

    // When
    gateway.call(
        "schedule", "--target=t", "--at=2030-01-31T08:00Z", "--value-file", file.toString());
    Called.with(
        Map.of(Session.GATEWAY, gateway.url()),
        new byte[] {'h', 'i', '\n'},
        Called.typing(null),
        "reschedule",
        "a/b ü",
        "--value-file=-",
        "--if-version=3");

    // Then
    assertThat(gateway.lines())
        .containsExactly("POST /v1/jobs?wait=true", "PATCH /v1/jobs/a%2Fb%20%C3%BC");
    assertThat(gateway.bodies())
        .containsExactly(
            "{'target':{'topic':'t'},'due':'2030-01-31T08:00Z','valueBase64':'/wA='}",
            "{'value':'hi\\n'}");
    assertThat(gateway.asked().get(1).headers().get("If-match")).containsExactly("\"3\"");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "schedule --in 1s",
        "schedule --target t",
        "schedule --target t --in 1s --at 2030-01-31T08:00:00Z",
        "schedule --target t --in 1s --value a --value-file b",
        "schedule --target t --in 1s --header a",
        "schedule --target t --in 1s --value-file no-such-file",
        "schedule --target t --in 1s --value \uFFFD",
        "schedule --target t --in 1s --ttl soon",
        "reschedule a",
        "fire",
        "get a --timeout 0s",
        "list --limit 0",
        "cancel",
        "cancel a --topic t",
        "cancel a --all",
        "cancel --all --topic t --yes",
        "cancel a b --if-version 3",
        "cancel a --limit 3",
        "cancel --topic t --limit 0 --yes",
        "dead-letters kick",
        "tail t --max-messages 0",
        "tail t --idle never"
      })
  void whatCannotBeMeantIsRefusedBeforeAnythingIsAsked(String arguments) {
    // When
    var called = gateway.call(arguments.split(" "));

    // Then
    assertThat(called.status()).isEqualTo(2);
    assertThat(called.err()).isNotEmpty().doesNotContain("\tat ");
    assertThat(called.out()).isEmpty();
    assertThat(gateway.asked()).isEmpty();
  }

  @Test
  void aListingIsReadPageByPageUpToItsLimit() {
    // Given
    gateway
        .answering(200, "{'jobs': [{'id': 'a\\u001b[2J'}], 'cursor': 'x+y', 'stale': true}")
        .answering(200, "{'jobs': [], 'cursor': 'z', 'stale': true}")
        .answering(200, "{'jobs': [{'id': 'b'}], 'cursor': 'more', 'stale': false}");

    // When
    var called = gateway.call("list", "--topic=t", "--limit=2", "--json");

    // Then
    assertThat(called.status()).isZero();
    assertThat(called.out()).isEqualTo("{\"id\":\"a\\u001B[2J\"}\n{\"id\":\"b\"}\n");
    assertThat(called.err())
        .isEqualTo(
            """
            A standby answered; its data may be old.
            There may be more: raise --limit.
            """);
    assertThat(gateway.lines())
        .containsExactly(
            "GET /v1/jobs?topic=t&limit=2",
            "GET /v1/jobs?topic=t&limit=1&cursor=x%2By",
            "GET /v1/jobs?topic=t&limit=1&cursor=z");
  }

  @Test
  void aTableShowsOneLineForEachJobWhateverItsId() {
    // Given
    gateway.answering(
        200,
        "{'jobs': [{'id': 'a\\n"
            + "b\\u001b', 'state': 'READY', 'target': {'topic': 't', 'partition': 1},"
            + " 'dueMs': %d, 'priority': 5, 'version': 2, 'attempt': 1, 'maxAttempts': 3}]}"
                .formatted(Called.NOW.toEpochMilli() + 90_000));

    // When
    var called = gateway.call("list");

    // Then
    assertThat(called.out())
        .isEqualTo(
            """
            ID          STATE  TARGET  DUE                                  PRIO  VERSION  ATTEMPT  WAITS FOR  ENDED
            a\\nb\\u001b  READY  t/1     2030-01-31T08:01:30.000Z  in 1m 30s  5     2        1/3
            """);
    assertThat(called.err()).isEmpty();
  }
}
