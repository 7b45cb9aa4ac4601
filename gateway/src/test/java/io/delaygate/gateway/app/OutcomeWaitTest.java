package io.delaygate.gateway.app;

import static io.delaygate.gateway.app.ProblemAssert.assertProblem;
import static org.assertj.core.api.Assertions.assertThat;

import io.delaygate.gateway.publish.PublishResult;
import io.delaygate.schemas.contract.DelayHeader;
import io.delaygate.schemas.contract.ReasonCode;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.KafkaException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests of replies that come late, twice, malformed, to other callers, or not at all. */
@Timeout(60)
class OutcomeWaitTest {
  private static final String JOB = "{\"target\":{\"topic\":\"orders\"},\"delay\":\"1h\"}";

  @Test
  void withoutAReplyInTimeTheCommandIsPromised() {
    try (var gateway = TestGateway.start("outcome.timeout.ms", "50")) {
      gateway.scheduler.isSilent();

      var response = gateway.send("DELETE", "/v1/jobs/x");

      var problem = assertProblem(response, 503, ReasonCode.NO_ANSWER);
      assertThat(problem.get("detail").textValue()).contains("stored and will be carried out");
      assertThat(metrics(gateway))
          .contains("delaygate_gateway_unanswered_total 1.0")
          .contains("delaygate_gateway_waiting_callers 0.0");
    }
  }

  @Test
  void whoGaveNoIdLearnsItEvenWithoutAReply() {
    try (var gateway = TestGateway.start("outcome.timeout.ms", "50")) {
      gateway.scheduler.isSilent();

      var response = gateway.send("POST", "/v1/jobs?wait=true", JOB);

      assertProblem(response, 503, ReasonCode.NO_ANSWER);
      var id = new String(gateway.publisher.last().key(), StandardCharsets.UTF_8);
      assertThat(response.headers().firstValue("Location")).hasValue("/v1/jobs/" + id);
    }
  }

  @Test
  void aLateReplyFindsNobodyAndLeavesNothing() {
    try (var gateway = TestGateway.start("outcome.timeout.ms", "50", "outcome.max.waiting", "1")) {
      gateway.scheduler.isSilent();
      assertProblem(gateway.send("DELETE", "/v1/jobs/x"), 503, ReasonCode.NO_ANSWER);
      var late = gateway.publisher.last();
      gateway.scheduler.obeys();

      gateway.scheduler.reply(late, 0);

      // the only slot is free again, and the second call does not get the late reply
      assertThat(gateway.send("DELETE", "/v1/jobs/y").statusCode()).isEqualTo(200);
      assertThat(metrics(gateway))
          .contains("delaygate_gateway_replies_skipped_total{reason=\"late\",} 1.0")
          .contains("delaygate_gateway_waiting_callers 0.0")
          .contains("delaygate_gateway_outcome_seconds_count{outcome=\"CANCELLED\",} 1.0");
    }
  }

  @Test
  void theTimeOutRunsFromTheAcknowledgement() throws Exception {
    try (var gateway = TestGateway.start("outcome.timeout.ms", "1")) {
      gateway.publisher.holds = true;
      var answer = gateway.sendAsync(gateway.request("/v1/jobs/x").DELETE());
      var published = gateway.publisher.nextWaiting();
      assertThat(gateway.send("GET", "/healthz").statusCode()).isEqualTo(200);
      assertThat(answer).isNotDone();

      published.complete(gateway.publisher.stored(0));

      assertProblem(answer.get(10, TimeUnit.SECONDS), 503, ReasonCode.NO_ANSWER);
    }
  }

  @Test
  void aPublishThatFailsUnexpectedlyIsAnsweredAndLeavesItsPlace() throws Exception {
    try (var gateway = TestGateway.start("outcome.max.waiting", "1")) {
      gateway.publisher.holds = true;
      var answer = gateway.sendAsync(gateway.request("/v1/jobs/x").DELETE());

      gateway.publisher.nextWaiting().completeExceptionally(new IllegalStateException("broken"));

      assertProblem(answer.get(10, TimeUnit.SECONDS), 503, ReasonCode.UNAVAILABLE);
      gateway.publisher.holds = false;
      assertThat(gateway.send("DELETE", "/v1/jobs/y").statusCode()).isEqualTo(200);
    }
  }

  @Test
  void aReplyCountsEvenIfKafkaHasNotAcknowledged() throws Exception {
    try (var gateway = TestGateway.start()) {
      gateway.publisher.holds = true;
      var answer = gateway.sendAsync(gateway.request("/v1/jobs/x").DELETE());
      var published = gateway.publisher.nextWaiting();

      gateway.scheduler.reply(gateway.publisher.last(), 77);

      var response = answer.get(10, TimeUnit.SECONDS);
      assertThat(response.statusCode()).isEqualTo(200);
      assertThat(TestGateway.json(response).get("offset").intValue()).isEqualTo(77);
      published.complete(new PublishResult.Unknown());
    }
  }

  @Test
  void whatIsNotStoredIsNotWaitedFor() throws Exception {
    try (var gateway = TestGateway.start()) {
      assertThat(detail(unsent(gateway, new PublishResult.Unknown()), 503, ReasonCode.UNAVAILABLE))
          .contains("may be stored");
      assertThat(
              detail(unsent(gateway, new PublishResult.NotStored()), 503, ReasonCode.UNAVAILABLE))
          .contains("nothing was stored");
      assertThat(
              detail(
                  unsent(gateway, new PublishResult.TooLarge("delay-requests")),
                  413,
                  ReasonCode.RECORD_TOO_LARGE))
          .contains("larger");
      assertThat(metrics(gateway)).contains("delaygate_gateway_waiting_callers 0.0");
    }
  }

  private static HttpResponse<String> unsent(TestGateway gateway, PublishResult published)
      throws Exception {
    gateway.publisher.holds = true;
    var answer = gateway.sendAsync(gateway.request("/v1/jobs/x").DELETE());
    gateway.publisher.nextWaiting().complete(published);
    return answer.get(10, TimeUnit.SECONDS);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "no json",
        "{}",
        "[]",
        "{\"outcome\":\"LOST\",\"source\":{\"partition\":0,\"offset\":0}}",
        "{\"outcome\":\"CANCELLED\"}",
        "{\"outcome\":\"REJECTED\",\"source\":{\"partition\":0,\"offset\":0}}",
        "{\"outcome\":\"REJECTED\",\"reason\":\"X\",\"source\":{\"partition\":0,\"offset\":0}}"
      })
  void aReplyThatIsNotUnderstoodIsNone(String value) throws Exception {
    try (var gateway = TestGateway.start()) {
      gateway.scheduler.isSilent();
      gateway.publisher.holds = true;
      var answer = gateway.sendAsync(gateway.request("/v1/jobs/x").DELETE());
      gateway.publisher.nextWaiting().complete(gateway.publisher.stored(0));
      var command = gateway.publisher.last();
      var header = command.headers().lastHeader("delay-correlation-id");
      var partition = Integer.parseInt(MemoryScheduler.text(command, DelayHeader.REPLY_PARTITION));

      gateway.topics.send(
          partition, header.value(), command.key(), value.getBytes(StandardCharsets.UTF_8));
      gateway.scheduler.reply(command, 5);

      assertThat(answer.get(10, TimeUnit.SECONDS).statusCode()).isEqualTo(200);
      assertThat(metrics(gateway))
          .contains("delaygate_gateway_replies_skipped_total{reason=\"unreadable\",} 1.0");
    }
  }

  @Test
  void aReplyAboutAnotherJobIsSkipped() throws Exception {
    try (var gateway = TestGateway.start()) {
      gateway.publisher.holds = true;
      var answer = gateway.sendAsync(gateway.request("/v1/jobs/x").DELETE());
      gateway.publisher.nextWaiting().complete(gateway.publisher.stored(0));
      var command = gateway.publisher.last();
      var aboutAnother =
          new ProducerRecord<>(
              command.topic(),
              command.partition(),
              "y".getBytes(StandardCharsets.UTF_8),
              command.value(),
              command.headers());

      gateway.scheduler.reply(aboutAnother, 4);
      gateway.scheduler.reply(command, 5);

      var response = answer.get(10, TimeUnit.SECONDS);
      assertThat(TestGateway.json(response).get("offset").intValue()).isEqualTo(5);
      assertThat(metrics(gateway))
          .contains("delaygate_gateway_replies_skipped_total{reason=\"foreign\",} 1.0");
    }
  }

  @Test
  void aReplyForNobodyKnownIsSkipped() {
    try (var gateway = TestGateway.start()) {
      for (var partition = 0; partition < 4; partition++) {
        gateway.topics.send(partition, new byte[0], null, new byte[0]);
        gateway.topics.send(
            partition, "trace-1".getBytes(StandardCharsets.UTF_8), null, new byte[0]);
      }

      assertThat(gateway.send("DELETE", "/v1/jobs/x").statusCode()).isEqualTo(200);
      assertThat(metrics(gateway))
          .contains("delaygate_gateway_replies_skipped_total{reason=\"foreign\",} 2.0");
    }
  }

  @Test
  void gatewaysOnOnePartitionGetTheirOwnRepliesOnly() throws Exception {
    var topics = new MemoryTopics(1);
    try (var first = TestGateway.reading(topics);
        var second = TestGateway.reading(topics)) {
      first.publisher.holds = true;
      second.publisher.holds = true;
      var fromFirst = first.sendAsync(first.request("/v1/jobs/a").DELETE());
      var fromSecond = second.sendAsync(second.request("/v1/jobs/b").DELETE());
      first.publisher.nextWaiting().complete(first.publisher.stored(0));
      second.publisher.nextWaiting().complete(second.publisher.stored(0));

      second.scheduler.reply(second.publisher.last(), 2);
      assertThat(id(fromSecond)).isEqualTo("b");
      assertThat(fromFirst).isNotDone();
      first.scheduler.reply(first.publisher.last(), 1);

      assertThat(id(fromFirst)).isEqualTo("a");
      assertThat(metrics(second)).contains("{reason=\"foreign\",} 1.0");
    }
  }

  @Test
  void aGatewayThatStopsTakesNoAnswerFromAnother() throws Exception {
    var topics = new MemoryTopics(1);
    try (var stays = TestGateway.reading(topics)) {
      var stops = TestGateway.reading(topics, "outcome.timeout.ms", "100");
      stops.publisher.holds = true;
      stays.publisher.holds = true;
      var inVain = stops.sendAsync(stops.request("/v1/jobs/a").DELETE());
      var waits = stays.sendAsync(stays.request("/v1/jobs/b").DELETE());
      stops.publisher.nextWaiting().complete(stops.publisher.stored(0));
      stays.publisher.nextWaiting().complete(stays.publisher.stored(0));

      stops.gateway.close();
      stays.scheduler.reply(stays.publisher.last(), 1);

      assertThat(inVain.get(10, TimeUnit.SECONDS).statusCode()).isEqualTo(503);
      assertThat(id(waits)).isEqualTo("b");
    }
  }

  @Test
  void tooManyWhoWaitAreTurnedAway() throws Exception {
    try (var gateway = TestGateway.start("outcome.max.waiting", "1")) {
      gateway.publisher.holds = true;
      var first = gateway.sendAsync(gateway.request("/v1/jobs/x").DELETE());
      var published = gateway.publisher.nextWaiting();
      assertThat(metrics(gateway)).contains("delaygate_gateway_waiting_callers 1.0");

      assertProblem(gateway.send("DELETE", "/v1/jobs/y"), 503, ReasonCode.OVERLOADED, null);

      assertThat(gateway.publisher.records).hasSize(1);
      published.complete(gateway.publisher.stored(0));
      gateway.scheduler.reply(gateway.publisher.last(), 0);
      assertThat(first.get(10, TimeUnit.SECONDS).statusCode()).isEqualTo(200);
    }
  }

  @Test
  void withoutTheTopicOfRepliesOnlyFastCallsAreTaken() {
    var topics = new MemoryTopics(2);
    topics.setMissing(true);
    try (var gateway = TestGateway.notReading(topics)) {
      var problem =
          assertProblem(gateway.send("DELETE", "/v1/jobs/x"), 503, ReasonCode.UNAVAILABLE);
      assertThat(problem.get("detail").textValue()).contains("nothing was stored");
      assertThat(gateway.publisher.records).isEmpty();
      assertThat(gateway.post(JOB).statusCode()).isEqualTo(201);
      var ready = gateway.send("GET", "/readyz");
      assertThat(ready.statusCode()).isEqualTo(200);
      assertThat(TestGateway.json(ready).get("outcomes").textValue()).isNotEmpty();
      assertThat(metrics(gateway)).contains("delaygate_gateway_outcomes_ready 0.0");

      topics.setMissing(false);
      topics.awaitReader();

      assertThat(gateway.send("DELETE", "/v1/jobs/x").statusCode()).isEqualTo(200);
      assertThat(TestGateway.json(gateway.send("GET", "/readyz")).has("outcomes")).isFalse();
      assertThat(metrics(gateway)).contains("delaygate_gateway_outcomes_ready 1.0");
    }
  }

  @Test
  void aReaderThatFailedGoesOnWhereItWasForThoseWhoWait() throws Exception {
    try (var gateway = TestGateway.start()) {
      gateway.publisher.holds = true;
      var answer = gateway.sendAsync(gateway.request("/v1/jobs/x").DELETE());
      gateway.publisher.nextWaiting().complete(gateway.publisher.stored(0));
      var failed = gateway.topics.last();
      failed.fail(new KafkaException("the reader's end"));
      awaitClosed(gateway, failed);

      // no consumer reads now; the next one finds the reply behind its first position
      gateway.scheduler.reply(gateway.publisher.last(), 3);

      assertThat(answer.get(10, TimeUnit.SECONDS).statusCode()).isEqualTo(200);
      assertThat(gateway.topics.opened()).isEqualTo(2);
      gateway.publisher.holds = false;
      assertThat(gateway.send("DELETE", "/v1/jobs/y").statusCode()).isEqualTo(200);
    }
  }

  private static void awaitClosed(TestGateway gateway, MemoryTopics.Reader reader) {
    while (!reader.closed()) {
      // each loop waits for the network, so it neither sleeps nor spins
      assertThat(gateway.send("GET", "/healthz").statusCode()).isEqualTo(200);
    }
  }

  @Test
  void whileTheReaderIsReplacedNothingIsSent() {
    try (var gateway = TestGateway.start()) {
      gateway.topics.setMissing(true);
      var failed = gateway.topics.last();
      failed.fail(new KafkaException("the reader's end"));
      awaitClosed(gateway, failed);

      assertProblem(gateway.send("DELETE", "/v1/jobs/x"), 503, ReasonCode.UNAVAILABLE, null);

      assertThat(gateway.publisher.records).isEmpty();
    }
  }

  private static String id(CompletableFuture<HttpResponse<String>> answer) throws Exception {
    return TestGateway.json(answer.get(10, TimeUnit.SECONDS)).get("id").textValue();
  }

  private static String detail(HttpResponse<String> response, int status, ReasonCode reason) {
    return assertProblem(response, status, reason).get("detail").textValue();
  }

  private static String metrics(TestGateway gateway) {
    return gateway.send("GET", "/metrics").body();
  }
}
