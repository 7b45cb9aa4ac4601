package io.delaygate.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests of endpoint commands: the calls that they make, and the output. */
@Timeout(60)
class EndpointCommandsTest {
  private static final String SHOWN =
      "{'endpoint': 'billing', 'url': 'https://b.example/', 'method': 'POST',"
          + " 'headers': {'x-team': 'shop'}, 'timeoutMs': 30000, 'parallelism': 16,"
          + " 'priority': 5, 'onExpiry': 'drop', 'ack': {'maxAttempts': 5, 'backoff':"
          + " {'kind': 'exponential', 'initialMs': 1000, 'maxMs': 3600000, 'jitter': 0.2}},"
          + " 'secretHeaders': {'authorization': true}, 'secretSetAtMs': 1893456000000,"
          + " 'paused': false}";

  private final StubGateway gateway;

  EndpointCommandsTest() throws IOException {
    gateway = new StubGateway();
  }

  @AfterEach
  void stop() {
    gateway.close();
  }

  @Test
  void aSigningSecretIsShownWhenItIsMade() {
    // Given
    gateway.answering(201, SHOWN.replace("{'endpoint'", "{'signingSecret': 'whsec_x', 'endpoint'"));

    // When
    var made = call("endpoints put billing --url https://b.example/");

    // Then
    assertThat(made.status()).as(made.err()).isZero();
    assertThat(made.out())
        .isEqualTo(
            """
            signing secret  whsec_x
            endpoint        billing
            url             https://b.example/
            method          POST
            headers         x-team=shop
            secret headers  authorization
            timeout ms      30000
            parallelism     16
            max attempts    5
            backoff         kind=exponential initialMs=1000 maxMs=3600000 jitter=0.2
            secret set      2030-01-01T00:00:00.000Z
            paused          no
            """);
    assertThat(gateway.lines()).containsExactly("PUT /v1/endpoints/billing");
    assertThat(gateway.bodies()).containsExactly("{'url':'https://b.example/'}");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '~',
      value = {
        "put a --url u --method PUT --header x=y=z --call-timeout 5s --parallelism 3 --per-second 7"
            + "| PUT /v1/endpoints/a"
            + "| {'url':'u','method':'PUT','headers':{'x':'y=z'},'timeout':'5s','parallelism':3,"
            + "'perSecond':7}",
        "put a --url u --secret-header k=v --keep-secret-header l | PUT /v1/endpoints/a"
            + "| {'url':'u','secretHeaders':{'k':'v','l':true}}",
        "put a --url u --no-secret-headers | PUT /v1/endpoints/a | {'url':'u','secretHeaders':{}}",
        "put a --url u --max-attempts 9 --backoff fixed --backoff-initial 5s"
            + "| PUT /v1/endpoints/a"
            + "| {'url':'u','ack':{'maxAttempts':9,'backoff':{'kind':'fixed','initial':'5s'}}}",
        "put a --url u --backoff-max 1h | PUT /v1/endpoints/a"
            + "| {'url':'u','ack':{'backoff':{'max':'1h'}}}",
        "get a | GET /v1/endpoints/a |",
        "delete a | DELETE /v1/endpoints/a |",
        "rotate-secret a | POST /v1/endpoints/a/rotate-secret |",
        "pause a --for 30m | POST /v1/endpoints/a/pause | {'for':'30m'}",
        "resume a | POST /v1/endpoints/a/resume |",
      })
  void anArgumentHasItsPlaceInTheRequest(String arguments, String line, String body) {
    // Given
    gateway.answering(200, SHOWN);

    // When
    var called = call("endpoints " + arguments);

    // Then
    assertThat(called.status()).as(called.err()).isZero();
    assertThat(gateway.lines()).containsExactly(line);
    assertThat(gateway.bodies()).containsExactly(body == null ? "" : body);
  }

  @Test
  void aSecretHeaderMayComeFromAFileOrStandardInput(@TempDir Path folder) throws IOException {
    // Given
    var file = Files.writeString(folder.resolve("token"), "Bearer 1\n");
    gateway.answering(200, SHOWN);

    // When
    var called =
        Called.with(
            Map.of(Session.GATEWAY, gateway.url()),
            "k3y\n".getBytes(UTF_8),
            question -> null,
            ("endpoints put a --url u --secret-header-file authorization="
                    + file
                    + " --secret-header-file x-key=-")
                .split(" "));

    // Then
    assertThat(called.status()).as(called.err()).isZero();
    assertThat(gateway.bodies())
        .containsExactly("{'url':'u','secretHeaders':{'authorization':'Bearer 1','x-key':'k3y'}}");
  }

  @Test
  void endpointsAreListedPageByPage() {
    // Given
    gateway
        .answering(200, "{'endpoints': [" + SHOWN + "], 'cursor': 'c'}")
        .answering(
            200,
            "{'endpoints': ["
                + SHOWN.replace("'billing'", "'mails'").replace("false", "true")
                + "]}");

    // When
    var listed = call("endpoints list --limit 1000");

    // Then
    assertThat(listed.status()).as(listed.err()).isZero();
    assertThat(listed.out().lines())
        .containsExactly(
            "ENDPOINT  METHOD  URL                 PAUSED  OBSTACLE",
            "billing   POST    https://b.example/  no",
            "mails     POST    https://b.example/  yes");
    assertThat(gateway.lines())
        .containsExactly("GET /v1/endpoints?limit=100", "GET /v1/endpoints?limit=100&cursor=c");
  }

  @ParameterizedTest
  @CsvSource({"204, 0", "503, 1", "302, 1"})
  void aTestThatFailsIsANegativeAnswer(int status, int expected) {
    // Given
    gateway.answering(200, "{'status': %d, 'tookMs': 12, 'answer': 'busy'}".formatted(status));

    // When
    var tested = call("endpoints test billing --path /a --value {\"b\":[1]}");

    // Then
    assertThat(tested.status()).as(tested.err()).isEqualTo(expected);
    assertThat(tested.out())
        .isEqualTo("status  %d\ntook    12 ms\nanswer  busy\n".formatted(status));
    assertThat(gateway.lines()).containsExactly("POST /v1/endpoints/billing/test");
    assertThat(gateway.bodies()).containsExactly("{'path':'/a','value':{'b':[1]}}");
  }

  @Test
  void aTestWithoutAnAnswerTellsWhy() {
    // Given
    gateway.answering(200, "{'tookMs': 5000, 'failure': 'no connection'}");

    // When
    var tested = call("endpoints test billing");

    // Then
    assertThat(tested.status()).isEqualTo(1);
    assertThat(tested.out()).isEqualTo("failure  no connection\ntook     5000 ms\n");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "endpoints put billing",
        "endpoints put --url u",
        "endpoints put billing --url u --secret-header s3cret",
        "endpoints put billing --url u --header =s3cret",
        "endpoints put billing --url u --secret-header-file s3cret",
        "endpoints put billing --url u --parallelism many",
        "endpoints test billing --value {",
        "endpoints get",
      })
  void withoutWhatItNeedsNothingIsAsked(String arguments) {
    // When
    var called = call(arguments);

    // Then
    assertThat(called.status()).isEqualTo(2);
    assertThat(called.err()).isNotEmpty().doesNotContain("\tat ", "s3cret");
    assertThat(gateway.asked()).isEmpty();
  }

  private Called call(String arguments) {
    return gateway.call(arguments.split(" "));
  }
}
