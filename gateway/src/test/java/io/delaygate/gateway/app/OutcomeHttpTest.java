package io.delaygate.gateway.app;

import static io.delaygate.gateway.app.ProblemAssert.assertProblem;
import static org.assertj.core.api.Assertions.assertThat;

import io.delaygate.schemas.contract.Outcome;
import io.delaygate.schemas.contract.ReasonCode;
import java.net.http.HttpResponse;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/** Tests of each outcome as the answer of each call that waits for one. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class OutcomeHttpTest {
  /** Calls that wait for their outcome. */
  enum Call {
    CANCEL("DELETE", "/v1/jobs/o-1", ""),
    CHANGE("PATCH", "/v1/jobs/o-1", "{\"delay\":\"2h\"}"),
    FIRE("POST", "/v1/jobs/o-1/fire", ""),
    PUT_IF("PUT", "/v1/jobs/o-1", job("\"ifExists\":\"replace\"")),
    PUT_WAIT("PUT", "/v1/jobs/o-1?wait=true", job("\"id\":\"o-1\"")),
    POST_WAIT("POST", "/v1/jobs?wait=true", job("\"id\":\"o-1\""));

    private final String method;
    private final String path;
    private final String body;

    Call(String method, String path, String body) {
      this.method = method;
      this.path = path;
      this.body = body;
    }

    private static String job(String field) {
      return "{\"target\":{\"topic\":\"orders\"},\"delay\":\"1h\",%s}".formatted(field);
    }
  }

  private static final String JOB =
      """
      {"id":"o-1","state":"SCHEDULED","version":3,"createdMs":0,"dueMs":1800000000000,
       "expiresMs":1800000001000,"target":{"topic":"orders","partition":2},"priority":5}
      """;

  private final TestGateway gateway = TestGateway.start();

  @BeforeEach
  void forget() {
    gateway.publisher.records.clear();
  }

  @AfterAll
  void stop() {
    gateway.close();
  }

  static Stream<Arguments> calls(Outcome... outcomes) {
    var pairs = new ArrayList<Arguments>();
    for (var call : Call.values()) {
      for (var outcome : outcomes) {
        pairs.add(Arguments.of(call, outcome));
      }
    }
    return pairs.stream();
  }

  static Stream<Arguments> successes() {
    return calls(
        Outcome.SCHEDULED,
        Outcome.REPLACED,
        Outcome.IGNORED,
        Outcome.RESCHEDULED,
        Outcome.CANCELLED);
  }

  @ParameterizedTest
  @MethodSource("successes")
  void aSuccessShowsTheJobAsItIsNow(Call call, Outcome outcome) {
    gateway.scheduler.says(outcome, "job", JOB);

    var response = send(call);

    assertThat(response.statusCode())
        .as(response.body())
        .isEqualTo(outcome == Outcome.SCHEDULED ? 201 : 200);
    assertThat(response.headers().firstValue("Content-Type")).hasValue("application/json");
    assertThat(response.headers().firstValue("ETag")).hasValue("\"3\"");
    var json = TestGateway.json(response);
    assertThat(json.fieldNames())
        .toIterable()
        .containsExactly("outcome", "id", "version", "job", "partition", "offset");
    assertThat(json.get("outcome").textValue()).isEqualTo(outcome.name());
    assertThat(json.get("id").textValue()).isEqualTo("o-1");
    assertThat(json.get("version").longValue()).isEqualTo(3);
    assertThat(json.get("partition").intValue()).isEqualTo(gateway.publisher.last().partition());
    assertThat(json.get("offset").isIntegralNumber()).isTrue();
    assertThat(json.get("job").fieldNames())
        .toIterable()
        .containsExactly(
            "id",
            "state",
            "version",
            "createdMs",
            "created",
            "dueMs",
            "due",
            "expiresMs",
            "expires",
            "target",
            "priority");
    assertThat(json.get("job").get("created").textValue()).isEqualTo("1970-01-01T00:00:00Z");
    assertThat(json.get("job").get("due").textValue()).isEqualTo("2027-01-15T08:00:00Z");
  }

  static Stream<Arguments> failures() {
    return calls(Outcome.ALREADY_DELIVERED, Outcome.NOT_FOUND, Outcome.STALE);
  }

  @ParameterizedTest
  @MethodSource("failures")
  void aFailureIsAProblemThatKnowsTheJob(Call call, Outcome outcome) {
    gateway.scheduler.says(outcome, "job", JOB);

    var response = send(call);

    var problem =
        switch (outcome) {
          case ALREADY_DELIVERED -> assertProblem(response, 409, ReasonCode.ALREADY_DELIVERED);
          case NOT_FOUND -> assertProblem(response, 404, ReasonCode.JOB_NOT_FOUND);
          default -> assertProblem(response, 412, ReasonCode.VERSION_STALE);
        };
    assertThat(problem.get("job").get("state").textValue()).isEqualTo("SCHEDULED");
    assertThat(problem.get("job").get("due").textValue()).isEqualTo("2027-01-15T08:00:00Z");
    assertThat(response.headers().firstValue("ETag")).hasValue("\"3\"");
  }

  @ParameterizedTest
  @EnumSource(Call.class)
  void anUnknownJobHasNoViewAndNoVersion(Call call) {
    gateway.scheduler.says(Outcome.NOT_FOUND);

    var response = send(call);

    var problem = assertProblem(response, 404, ReasonCode.JOB_NOT_FOUND);
    assertThat(problem.has("job")).isFalse();
    assertThat(response.headers().firstValue("ETag")).isEmpty();
  }

  @ParameterizedTest
  @CsvSource({
    "JOB_EXISTS,409",
    "TARGET_UNKNOWN,422",
    "TARGET_FORBIDDEN,422",
    "RECORD_TOO_LARGE,413",
    "HEADERS_TOO_LARGE,400",
    "TIME_OUT_OF_RANGE,400",
    "REPLY_UNKNOWN,400"
  })
  void aRejectionHasItsOwnReason(ReasonCode reason, int status) {
    for (var call : Call.values()) {
      gateway.scheduler.says(
          Outcome.REJECTED,
          "job",
          JOB,
          "reason",
          "\"" + reason.name() + "\"",
          "reasonText",
          "\"that will not do\"");

      var response = send(call);

      var problem = assertProblem(response, status, reason);
      assertThat(problem.get("detail").textValue()).isEqualTo("that will not do");
      assertThat(problem.get("job").get("version").intValue()).isEqualTo(3);
    }
  }

  @ParameterizedTest
  @EnumSource(Call.class)
  void theCommandSaysWhereTheReplyBelongs(Call call) {
    gateway.scheduler.obeys();

    var response = send(call);

    assertThat(response.statusCode()).isLessThan(300);
    var names = new ArrayList<String>();
    gateway.publisher.last().headers().forEach(header -> names.add(header.key()));
    assertThat(names)
        .endsWith(
            "delay-reply-topic",
            "delay-reply-partition",
            "delay-correlation-id",
            "delay-job-sent-by");
  }

  @ParameterizedTest
  @EnumSource(
      value = Call.class,
      names = {"PUT_IF", "PUT_WAIT", "POST_WAIT"})
  void aStoredScheduleIsFoundByItsLocation(Call call) {
    for (var outcome : List.of(Outcome.SCHEDULED, Outcome.IGNORED, Outcome.REPLACED)) {
      gateway.scheduler.says(outcome, "job", JOB);

      assertThat(send(call).headers().firstValue("Location")).hasValue("/v1/jobs/o-1");
    }
  }

  @Test
  void whatAsksForNoOutcomeDoesNotWaitForOne() {
    gateway.scheduler.isSilent();

    var post = gateway.post(Call.job("\"ifExists\":\"reject\""));
    var put = gateway.send("PUT", "/v1/jobs/x", Call.job("\"id\":\"x\""));
    var no = gateway.send("PUT", "/v1/jobs/x?wait=false", Call.job("\"id\":\"x\""));

    assertThat(List.of(post.statusCode(), put.statusCode(), no.statusCode())).containsOnly(201);
    assertThat(gateway.publisher.records)
        .allMatch(record -> record.headers().lastHeader("delay-reply-topic") == null);
  }

  @ParameterizedTest
  @CsvSource({
    "wait=",
    "wait",
    "wait=1",
    "wait=TRUE",
    "wait=true&wait=true",
    "wait=true&wait=false"
  })
  void refusesAWaitThatIsNeitherTrueNorFalse(String query) {
    var response = gateway.send("POST", "/v1/jobs?" + query, Call.job("\"id\":\"x\""));

    assertProblem(response, 400, ReasonCode.PARAMETER_INVALID, "wait");
    assertThat(gateway.publisher.records).isEmpty();
  }

  private HttpResponse<String> send(Call call) {
    return gateway.send(call.method, call.path, call.body);
  }
}
