package io.delaygate.gateway.app;

import static io.delaygate.gateway.app.ProblemAssert.assertProblem;
import static org.assertj.core.api.Assertions.assertThat;

import io.delaygate.schemas.contract.DelayHeader;
import io.delaygate.schemas.contract.Outcome;
import io.delaygate.schemas.contract.ReasonCode;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class IdempotencyHttpTest {
  private final TestGateway gateway = TestGateway.start();

  @BeforeEach
  void forget() {
    gateway.publisher.records.clear();
    gateway.scheduler.obeys();
  }

  @AfterAll
  void stop() {
    gateway.close();
  }

  /** The id is part of the contract: callers repeat calls also after an upgrade. */
  @Test
  void theIdFollowsFromTheKey() {
    var response = post("order-4711", job(""));

    var id = "idem-C9p4VDiLT6xtf14TcF8y8c_d6CvxVhPhvkqz_xrnCls";
    assertThat(response.statusCode()).as(response.body()).isEqualTo(201);
    assertThat(TestGateway.json(response).get("id").textValue()).isEqualTo(id);
    assertThat(response.headers().firstValue("Location")).hasValue("/v1/jobs/" + id);
    var command = gateway.publisher.last();
    assertThat(command.key()).isEqualTo(id.getBytes(StandardCharsets.UTF_8));
    assertThat(MemoryScheduler.header(command, DelayHeader.IF_EXISTS)).isEqualTo("ignore");
  }

  @Test
  void theSameKeyIsTheSameJobAndAnotherIsNot() {
    var first = TestGateway.json(post("k", job(""))).get("id");
    var again = TestGateway.json(post("k", job("\"value\":1"))).get("id");
    var other = TestGateway.json(post("K", job(""))).get("id");

    assertThat(again).isEqualTo(first).isNotEqualTo(other);
  }

  @Test
  void aRepeatedCallIsToldSo() {
    gateway.scheduler.says(Outcome.IGNORED, "job", "{\"state\":\"DELIVERED\",\"version\":1}");

    var response = post("k", job(""));

    assertThat(response.statusCode()).isEqualTo(200);
    assertThat(TestGateway.json(response).get("outcome").textValue()).isEqualTo("IGNORED");
  }

  @Test
  void ignoreMayBeSaidTwice() {
    assertThat(post("k", job("\"ifExists\":\"ignore\"")).statusCode()).isEqualTo(201);

    var headers = gateway.publisher.last().headers();
    assertThat(headers.headers("delay-if-exists")).hasSize(1);
  }

  @ParameterizedTest
  @CsvSource({"ifExists,replace", "ifExists,reject", "ifExists,maybe", "id,x"})
  void refusesABodyThatSaysOtherwise(String field, String value) {
    var response = post("k", job("\"%s\":\"%s\"".formatted(field, value)));

    assertProblem(response, 400, ReasonCode.FIELD_INVALID, field);
    assertThat(gateway.publisher.records).isEmpty();
  }

  @Test
  void aKeyMayHave255Characters() {
    assertThat(post("~".repeat(255), job("")).statusCode()).isEqualTo(201);
    assertProblem(
        post("~".repeat(256), job("")), 400, ReasonCode.PARAMETER_INVALID, "Idempotency-Key");
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "a b", "a\tb", "\u00e9"})
  void refusesWhatIsNotVisibleAscii(String key) {
    var answer = raw("Idempotency-Key: " + key);

    assertProblem(answer.body(), 400, ReasonCode.PARAMETER_INVALID);
    assertThat(gateway.publisher.records).isEmpty();
  }

  @Test
  void refusesTwoKeys() {
    var answer = raw("Idempotency-Key: a\r\nIdempotency-Key: a");

    assertProblem(answer.body(), 400, ReasonCode.PARAMETER_INVALID);
  }

  @Test
  void putHasAnIdOfItsOwn() {
    var response =
        gateway.send(
            gateway
                .request("/v1/jobs/x")
                .header("Idempotency-Key", "k")
                .PUT(BodyPublishers.ofString(job(""))));

    assertProblem(response, 400, ReasonCode.PARAMETER_INVALID, "Idempotency-Key");
  }

  private RawHttp raw(String header) {
    var body = job("");
    return RawHttp.exchange(
        gateway.gateway.port(),
        "POST /v1/jobs HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: %d\r\n%s\r\n\r\n%s"
            .formatted(body.length(), header, body));
  }

  private HttpResponse<String> post(String key, String body) {
    return gateway.send(
        gateway
            .request("/v1/jobs")
            .header("Idempotency-Key", key)
            .POST(BodyPublishers.ofString(body)));
  }

  private static String job(String field) {
    var more = field.isEmpty() ? "" : "," + field;
    return "{\"target\":{\"topic\":\"orders\"},\"delay\":\"1h\"" + more + "}";
  }
}
