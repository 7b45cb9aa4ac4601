package io.delaygate.gateway.app;

import static io.delaygate.gateway.app.MemoryPublisher.headers;
import static io.delaygate.gateway.app.ProblemAssert.assertProblem;
import static org.assertj.core.api.Assertions.assertThat;

import io.delaygate.schemas.contract.Outcome;
import io.delaygate.schemas.contract.ReasonCode;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests of results: only the caller that asked gets the result, whatever workers send. */
@Timeout(60)
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class ResultHttpTest {
  private static final String FINISH = "/v1/queues/mails/finish";
  private final TestGateway gateway = TestGateway.start();

  @BeforeEach
  void forget() {
    gateway.scheduler.obeys();
    gateway.publisher.records.clear();
  }

  @AfterAll
  void stop() {
    gateway.close();
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "?wait=true"})
  void whoAskedIsAnsweredByAnAttemptAtThatJobOnly(String how) throws Exception {
    // Given
    var answer = ask("asked");
    var to = gateway.publisher.last().headers().lastHeader("delaygate-reply-to").value();
    var lease = "l~" + new String(to, StandardCharsets.US_ASCII);

    // When
    gateway.scheduler.says(Outcome.DONE, "result", "\"Zm9yZ2Vk\"");
    assertThat(finish(how, "other", lease).statusCode()).isLessThan(300);
    gateway.scheduler.says(Outcome.DONE, "result", "\"b2s=\"");
    assertThat(finish(how, "asked", lease).statusCode()).isLessThan(300);

    // Then
    assertThat(answer.get(10, TimeUnit.SECONDS).body())
        .isEqualTo("{\"id\":\"asked\",\"result\":\"ok\"}");
  }

  @ParameterizedTest
  @CsvSource({"'',4", "'',999999", "?wait=true,4"})
  void aPartitionThatRepliesDoNotHaveIsPassedOver(String how, int partition) {
    var told = finish(how, "o-1", "l~%d~abc-1".formatted(partition));

    assertThat(told.statusCode()).isEqualTo(how.isEmpty() ? 202 : 200);
    assertThat(gateway.publisher.records)
        .hasSize(1)
        .allMatch(record -> headers(record).contains("delay-lease=l"))
        .noneMatch(record -> headers(record).contains("delay-correlation-id=abc-1"));
  }

  @Test
  void whileAResultIsHeldUpOutcomesAreNot() {
    gateway.publisher.takesReplies = new CountDownLatch(1);
    try {
      assertThat(finish("?wait=true", "o-1", "l~0~abc-1").statusCode()).isEqualTo(200);
      assertThat(gateway.send("DELETE", "/v1/jobs/x").statusCode()).isEqualTo(200);
    } finally {
      gateway.publisher.takesReplies.countDown();
    }
  }

  @ParameterizedTest
  @CsvSource({"POST,/v1/queues/mails/jobs", "POST,/v1/queues/mails/request", "PATCH,/v1/jobs/x"})
  void nobodyNamesWhereAResultGoes(String method, String path) {
    var body = "{\"headers\":[{\"name\":\"delaygate-reply-to\",\"value\":\"0~abc-1\"}]}";

    var response = gateway.send(method, path, body);

    assertProblem(response, 400, ReasonCode.FIELD_INVALID, "headers[0].name");
    assertThat(gateway.publisher.records).isEmpty();
  }

  /** Requests the result of a job, which the scheduler then stores. */
  private CompletableFuture<HttpResponse<String>> ask(String id) throws InterruptedException {
    gateway.publisher.holds = true;
    var body = BodyPublishers.ofString("{\"id\":\"%s\"}".formatted(id));
    var answer = gateway.sendAsync(gateway.request("/v1/queues/mails/request").POST(body));
    gateway.publisher.nextWaiting().complete(gateway.publisher.stored(0));
    gateway.publisher.holds = false;
    return answer;
  }

  private HttpResponse<String> finish(String how, String id, String lease) {
    var claim = "{\"id\":\"%s\",\"lease\":\"%s\"}".formatted(id, lease);
    return gateway.send("POST", FINISH + how, claim);
  }
}
