package io.delaygate.gateway.app;

import static io.delaygate.gateway.app.ProblemAssert.assertProblem;
import static org.assertj.core.api.Assertions.assertThat;

import io.delaygate.schemas.contract.JobId;
import io.delaygate.schemas.contract.ReasonCode;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests of ids in paths, sent as raw bytes because HTTP clients normalise paths. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class JobPathHttpTest {
  private static final String JOB = "{\"target\":{\"topic\":\"orders\"},\"delay\":\"1s\"}";
  private static final List<String> CALLS =
      List.of(
          "PUT /v1/jobs/%s", "PATCH /v1/jobs/%s", "POST /v1/jobs/%s/fire", "DELETE /v1/jobs/%s");

  private final TestGateway gateway = TestGateway.start();

  @BeforeEach
  void forget() {
    gateway.publisher.records.clear();
  }

  @AfterAll
  void stop() {
    gateway.close();
  }

  @ParameterizedTest
  @CsvSource({
    "plain,plain",
    "a%2Fb,a/b",
    "%2F,/",
    "100%25,100%",
    "%253A,%3A",
    "a%3Fb,a?b",
    "a%3Bb=1,a;b=1",
    "a;b=1,a;b=1",
    "%2E%2E,..",
    "%2e,.",
    "..%3B,..;",
    "..%2F..,../..",
    "a%20b,a b",
    "a+b,a+b",
    "%F0%9F%9A%80,\uD83D\uDE80",
    "%23,#",
    "%5C,\\",
    "%0A,'\n'",
    "a:b@c,a:b@c",
    "fire,fire",
    "x%2Ffire,x/fire"
  })
  void anyEncodedIdReachesEveryCallOfAJob(String segment, String id) {
    for (var call : CALLS) {
      var answer = send(call, segment);

      assertThat(answer.status()).as(answer.body()).isEqualTo(call.startsWith("PUT") ? 201 : 200);
      assertThat(gateway.publisher.last().key()).isEqualTo(id.getBytes(StandardCharsets.UTF_8));
      assertThat(TestGateway.json(answer.body()).get("id").textValue()).isEqualTo(id);
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"a/b", "..", "100%", "a b", "\uD83D\uDE80", "a;b"})
  void theLocationLeadsToTheJob(String id) {
    var created = gateway.post(JOB.replace("{\"target", "{\"id\":\"" + id + "\",\"target"));
    var location = created.headers().firstValue("Location").orElseThrow();

    var answer =
        RawHttp.exchange(
            gateway.gateway.port(), "DELETE " + location + " HTTP/1.1\r\nHost: localhost\r\n\r\n");

    assertThat(answer.status()).isEqualTo(200);
    assertThat(gateway.publisher.last().key()).isEqualTo(id.getBytes(StandardCharsets.UTF_8));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"%00", "%zz", "%", "%4", "a%FFb", "%C0%AF", "%ED%A0%80", "%F0%9F%9A", "%u0041"})
  void refusesWhatIsNoEncodedUtf8(String segment) {
    for (var call : CALLS) {
      var answer = send(call, segment);

      assertThat(answer.status()).as(answer.body()).isEqualTo(400);
      var problem = assertProblem(answer.body(), 400, ReasonCode.ID_INVALID);
      assertThat(problem.get("field").textValue()).isEqualTo("id");
    }
    assertThat(gateway.publisher.records).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "/v1/jobs/",
        "/v1/jobs/a/",
        "/v1/jobs/a/b",
        "/v1/jobs//a",
        "//v1/jobs/a",
        "/V1/jobs/a"
      })
  void otherPathsAreNoJobs(String path) {
    var answer =
        RawHttp.exchange(
            gateway.gateway.port(), "DELETE " + path + " HTTP/1.1\r\nHost: localhost\r\n\r\n");

    assertProblem(answer.body(), 404, ReasonCode.NOT_FOUND);
  }

  @Test
  void cancelsWithAnEmptyCommandInTheJobsPartition() {
    var response = gateway.send("DELETE", "/v1/jobs/order-1");

    assertThat(response.statusCode()).isEqualTo(200);
    var record = gateway.publisher.last();
    var json = TestGateway.json(response);
    assertThat(record.topic()).isEqualTo("delay-requests");
    assertThat(record.value()).isNull();
    assertThat(record.partition())
        .isEqualTo(new JobId("order-1").partition(MemoryPublisher.PARTITIONS).orElseThrow());
    assertThat(json.get("partition").intValue()).isEqualTo(record.partition());
    assertThat(json.get("offset").isIntegralNumber()).isTrue();
    assertThat(Arrays.stream(record.headers().toArray()).map(h -> h.key() + "=" + text(h.value())))
        .startsWith("delay-op=cancel", "delay-reply-topic=delay-replies");
  }

  @Test
  void generatedIdsGoToTheirPartition() {
    assertThat(gateway.send("DELETE", "/v1/jobs/~15-42").statusCode()).isEqualTo(200);

    assertThat(gateway.publisher.last().partition()).isEqualTo(15);
  }

  @ParameterizedTest
  @ValueSource(strings = {"~16-42", "~", "~a-1", "~1"})
  void refusesATildeIdThatNobodyGave(String id) {
    var response = gateway.send("DELETE", "/v1/jobs/" + id);

    assertProblem(response, 400, ReasonCode.ID_INVALID, "id");
  }

  private RawHttp send(String call, String segment) {
    var body = call.startsWith("PUT") ? JOB : call.startsWith("PATCH") ? "{\"value\":1}" : "";
    return RawHttp.exchange(
        gateway.gateway.port(),
        "%s HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: %d\r\n\r\n%s"
            .formatted(call.formatted(segment), body.length(), body));
  }

  private static String text(byte[] bytes) {
    return new String(bytes, StandardCharsets.UTF_8);
  }
}
