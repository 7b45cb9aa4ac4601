package io.delaygate.gateway.app;

import static io.delaygate.gateway.app.ProblemAssert.assertProblem;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.delaygate.schemas.contract.DelayHeader;
import io.delaygate.schemas.contract.Limits;
import io.delaygate.schemas.contract.ReasonCode;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.util.List;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests of trace headers: a call passes them on with its commands. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class TraceHttpTest {
  private static final String PARENT = "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01";
  private static final String STATE = "rojo=00f067aa0ba902b7,congo=t61rcWkgMzE";
  private static final String[] TRACE = {
    "X-Request-Id", "r-1", "traceparent", PARENT, "tracestate", STATE
  };
  private static final String JOB = "{\"target\":{\"topic\":\"orders\"},\"delay\":\"1s\"%s}";

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
  @CsvSource({"POST,/v1/jobs", "POST,/v1/jobs?wait=true", "PUT,/v1/jobs/x"})
  void aScheduledJobHasItBehindItsOwnHeaders(String method, String path) {
    var own = JOB.formatted(",\"headers\":[{\"name\":\"a\",\"value\":\"1\"}]");

    assertThat(call(method, path, own, TRACE).statusCode()).isEqualTo(201);

    assertThat(foreign(gateway.publisher.last()))
        .containsExactly("a=1", "x-request-id=r-1", "traceparent=" + PARENT, "tracestate=" + STATE);
  }

  @Test
  void everyItemOfABatchHasIt() {
    call("POST", "/v1/jobs/batch", "[" + JOB.formatted("") + "," + JOB.formatted("") + "]", TRACE);

    assertThat(gateway.publisher.records)
        .hasSize(2)
        .allSatisfy(
            record ->
                assertThat(foreign(record))
                    .containsExactly(
                        "x-request-id=r-1", "traceparent=" + PARENT, "tracestate=" + STATE));
  }

  @ParameterizedTest
  @CsvSource({
    "DELETE,/v1/jobs/x,",
    "POST,/v1/jobs/x/fire,",
    "POST,/v1/jobs/x/finish,{\"lease\":\"l\"}",
    "POST,/v1/jobs/cancel,{\"ids\":[\"x\"]}"
  })
  void soHasACommandForAJob(String method, String path, String body) {
    call(method, path, body == null ? "" : body, TRACE);

    assertThat(foreign(gateway.publisher.last()))
        .containsExactly("x-request-id=r-1", "traceparent=" + PARENT, "tracestate=" + STATE);
  }

  /** A reschedule with any header replaces all headers of the job. */
  @Test
  void aChangeHasWhatItNamesAlone() {
    call("PATCH", "/v1/jobs/x", "{\"delay\":\"1s\"}", TRACE);
    assertThat(foreign(gateway.publisher.last())).isEmpty();

    var named = "{\"headers\":[{\"name\":\"a\",\"value\":\"1\"}]}";
    call("PATCH", "/v1/jobs/x", named, TRACE);
    assertThat(foreign(gateway.publisher.last())).containsExactly("a=1");
  }

  @Test
  void aCallWithoutItAddsNothing() {
    call("POST", "/v1/jobs", JOB.formatted(""));

    assertThat(foreign(gateway.publisher.last())).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(strings = {"traceparent", "Traceparent", "tracestate"})
  void aTraceThatTheBodyNamesIsNotMixedWithAnother(String name) {
    var own = JOB.formatted(",\"headers\":[{\"name\":\"" + name + "\",\"value\":\"mine\"}]");

    call("POST", "/v1/jobs", own, TRACE);

    assertThat(foreign(gateway.publisher.last()))
        .containsExactly(name + "=mine", "x-request-id=r-1");
  }

  @Test
  void soIsARequestId() {
    var own = JOB.formatted(",\"headers\":[{\"name\":\"X-Request-Id\",\"value\":\"mine\"}]");

    call("POST", "/v1/jobs", own, "X-Request-Id", "r-1");

    assertThat(foreign(gateway.publisher.last())).containsExactly("X-Request-Id=mine");
  }

  @Test
  void whatIsMalformedIsNotPassedOn() {
    var parent = PARENT.replace("00-", "ff-");

    call("POST", "/v1/jobs", JOB.formatted(""), "traceparent", parent, "tracestate", STATE);

    assertThat(foreign(gateway.publisher.last())).isEmpty();
  }

  @Test
  void aStateInSeveralLinesIsOneList() {
    call(
        "POST",
        "/v1/jobs",
        JOB.formatted(""),
        "traceparent",
        PARENT,
        "tracestate",
        "a=1",
        "tracestate",
        "b=2");

    assertThat(foreign(gateway.publisher.last()))
        .containsExactly("traceparent=" + PARENT, "tracestate=a=1,b=2");
  }

  @Test
  void itsBytesCountAsThoseOfOtherHeaders() {
    // Given
    var filler = ",\"headers\":[{\"name\":\"a\",\"value\":\"%s\"}]";
    call("POST", "/v1/jobs", JOB.formatted(filler.formatted("")), TRACE);
    var left = Limits.HEADER_BYTES - bytes(gateway.publisher.last());

    // When
    var fits = call("POST", "/v1/jobs", JOB.formatted(filler.formatted("x".repeat(left))), TRACE);
    var large =
        call("POST", "/v1/jobs", JOB.formatted(filler.formatted("x".repeat(left + 1))), TRACE);

    // Then
    assertThat(fits.statusCode()).isEqualTo(201);
    assertProblem(large, 400, ReasonCode.HEADERS_TOO_LARGE);
  }

  private HttpResponse<String> call(String method, String path, String body, String... headers) {
    var request = gateway.request(path).method(method, BodyPublishers.ofString(body));
    for (var i = 0; i < headers.length; i += 2) {
      request.header(headers[i], headers[i + 1]);
    }
    return gateway.send(request);
  }

  private static List<String> foreign(ProducerRecord<byte[], byte[]> record) {
    return MemoryPublisher.headers(record).stream()
        .filter(header -> !header.startsWith("delay"))
        .toList();
  }

  private static int bytes(ProducerRecord<byte[], byte[]> record) {
    var bytes = 0;
    for (var header : record.headers()) {
      if (header.key().equals(DelayHeader.JOB_SENT_BY)) {
        continue; // schedulers take it off first
      }
      bytes += 2 + header.key().getBytes(UTF_8).length + header.value().length;
    }
    return bytes;
  }
}
