package io.delaygate.gateway.app;

import static io.delaygate.gateway.app.EndpointGateway.ALL;
import static io.delaygate.gateway.app.EndpointGateway.BILLING;
import static io.delaygate.gateway.app.EndpointGateway.MINIMAL;
import static io.delaygate.gateway.app.EndpointGateway.URL;
import static io.delaygate.gateway.app.ProblemAssert.assertProblem;
import static org.assertj.core.api.Assertions.assertThat;

import io.delaygate.schemas.contract.ReasonCode;
import java.nio.file.Path;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests of bodies and names of endpoints that are not valid. */
class EndpointBodiesTest {
  private EndpointGateway calls;

  @BeforeEach
  void start(@TempDir Path folder) {
    calls = new EndpointGateway(folder);
  }

  @AfterEach
  void stop() {
    calls.close();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "{} | FIELD_MISSING | url",
        "{'url':7} | FIELD_INVALID | url",
        "{'url':'billing'} | FIELD_INVALID | url",
        "{'url':'http://billing.example/'} | FIELD_INVALID | url",
        "{'url':'https://127.0.0.1/'} | FIELD_INVALID | url",
        "{'url':'https://user:pw@billing.example/'} | FIELD_INVALID | url",
        "{'url':'https://b.example','method':'CONNECT'} | FIELD_INVALID | method",
        "{'url':'https://b.example','timeoutMs':99} | FIELD_INVALID | timeoutMs",
        "{'url':'https://b.example','timeout':'301s'} | FIELD_INVALID | timeout",
        "{'url':'https://b.example','parallelism':0} | FIELD_INVALID | parallelism",
        "{'url':'https://b.example','parallelism':1001} | FIELD_INVALID | parallelism",
        "{'url':'https://b.example','perSecond':1} | FIELD_INVALID | perSecond",
        "{'url':'https://b.example','priority':10} | HEADER_INVALID | priority",
        "{'url':'https://b.example','ack':{'lease':'1s'}} | FIELD_UNKNOWN | ack.lease",
        "{'url':'https://b.example','ack':false} | FIELD_INVALID | ack",
        "{'url':'https://b.example','ack':{'maxAttempts':65536}} | HEADER_INVALID | ack.maxAttempts",
        "{'url':'https://b.example','colour':'red'} | FIELD_UNKNOWN | colour",
        "{'url':'https://b.example','headers':[]} | FIELD_INVALID | headers",
        "{'url':'https://b.example','headers':{'x':null}} | FIELD_INVALID | headers.x",
        "{'url':'https://b.example','headers':{'x':true}} | FIELD_INVALID | headers.x",
        "{'url':'https://b.example','headers':{'a b':'c'}} | FIELD_INVALID | headers.a b",
        "{'url':'https://b.example','headers':{'Host':'c'}} | FIELD_INVALID | headers.Host",
        "{'url':'https://b.example','secretHeaders':{'webhook-id':'c'}} | FIELD_INVALID |"
            + " secretHeaders.webhook-id",
        "{'url':'https://b.example','headers':{'delay-x':'c'}} | FIELD_INVALID | headers.delay-x",
        "{'url':'https://b.example','headers':{'x':'a\\r\\nb: c'}} | FIELD_INVALID | headers.x",
        "{'url':'https://b.example','headers':{'x':'\u00fc'}} | FIELD_INVALID | headers.x",
        "{'url':'https://b.example','headers':{'x':'1','X':'2'}} | FIELD_INVALID | headers.X",
        "{'url':'https://b.example','headers':{'x':'1'},'secretHeaders':{'X':'2'}} |"
            + " FIELD_INVALID | secretHeaders.X",
      })
  void aBodyThatIsNotValidIsRefusedWithItsField(String body, ReasonCode reason, String field) {
    assertProblem(calls.admin("PUT", BILLING, body.replace('\'', '"')), 400, reason, field);
    assertThat(calls.gateway.publisher.records).isEmpty();
  }

  @ParameterizedTest
  @CsvSource({"20, 10, true", "21, 10, false", "2, 4092, true", "2, 4097, false", "3, 2800, false"})
  void headersHaveBounds(int number, int length, boolean isLegal) {
    var pairs =
        IntStream.range(0, number)
            .mapToObj(i -> "\"%s\":\"%s\"".formatted((char) ('a' + i), "v".repeat(length)))
            .collect(Collectors.joining(","));

    var plain =
        calls.admin("PUT", BILLING, "{\"url\":\"%s\",\"headers\":{%s}}".formatted(URL, pairs));
    var secret =
        calls.admin(
            "PUT", ALL + "/x", "{\"url\":\"%s\",\"secretHeaders\":{%s}}".formatted(URL, pairs));

    assertThat(plain.statusCode()).as(plain.body()).isEqualTo(isLegal ? 201 : 400);
    assertThat(secret.statusCode()).as(secret.body()).isEqualTo(isLegal ? 201 : 400);
  }

  @ParameterizedTest
  @ValueSource(strings = {"a.b", "a%2Fb", "~a", "%C3%BC"})
  void aNameHasLettersDigitsDashesAndUnderscores(String name) {
    assertProblem(
        calls.admin("PUT", ALL + "/" + name, MINIMAL),
        400,
        ReasonCode.PARAMETER_INVALID,
        "endpoint");
  }

  @Test
  void aNameHasUpTo64Characters() {
    assertThat(calls.admin("PUT", ALL + "/" + "a".repeat(64), MINIMAL).statusCode()).isEqualTo(201);
    assertProblem(
        calls.admin("PUT", ALL + "/" + "a".repeat(65), MINIMAL),
        400,
        ReasonCode.PARAMETER_INVALID,
        "endpoint");
  }
}
