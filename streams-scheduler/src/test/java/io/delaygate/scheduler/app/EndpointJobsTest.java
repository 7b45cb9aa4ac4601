package io.delaygate.scheduler.app;

import static io.delaygate.scheduler.app.SchedulerDriver.START;
import static org.assertj.core.api.Assertions.assertThat;

import io.delaygate.schemas.contract.ReasonCode;
import io.delaygate.schemas.job.EndState;
import io.delaygate.schemas.job.EndedJob;
import io.delaygate.schemas.job.Job;
import io.delaygate.schemas.job.JobState;
import io.delaygate.schemas.job.Policy;
import io.delaygate.schemas.job.RetryPolicy;
import io.delaygate.service.directory.TopicStatus;
import java.util.Objects;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Tests of jobs whose target is an endpoint: gateways reserve and finish them as in a queue. */
class EndpointJobsTest {
  private static final String BILLING = "queue.shop.~billing";

  @RegisterExtension
  final SchedulerDriver scheduler = new SchedulerDriver(Setup.usual().atMost(10));

  @BeforeEach
  void createTargets() {
    scheduler.topics().set(BILLING, new TopicStatus.Queue());
    scheduler.topics().set("queue.shop.mails", new TopicStatus.Queue());
    scheduler.topics().add("invoices");
  }

  @Test
  void aJobIsReadyForGatewaysWhenItIsDueAndIsSentNowhere() {
    // Given
    scheduler.send(call("@shop/a", 10).header("delay-target-path", "/timeouts"));

    // When
    scheduler.advance(9);
    var before = scheduler.ready(BILLING);
    scheduler.advance(1);

    // Then
    assertThat(before).isEmpty();
    assertThat(scheduler.ready(BILLING)).containsExactly("@shop/a");
    assertThat(stored("@shop/a").target().path()).isEqualTo("/timeouts");
    assertThat(scheduler.produced(BILLING)).isEmpty();
  }

  @Test
  void outcomesAndEventsNameTheEndpointAndNotTheTargetThatStandsForIt() {
    // Given
    scheduler.send(call("@shop/a", 10).header("delay-target-path", "/timeouts"));
    var answer = scheduler.answers().get(0).json();
    scheduler.advance(10);
    scheduler.send(says("@shop/a", "finish"));

    // When
    var events = scheduler.produced(Setup.NAMES.events()).stream().map(Answer::new).toList();

    // Then
    assertThat(answer.at("/job/target"))
        .hasToString("{\"endpoint\":\"billing\",\"path\":\"/timeouts\"}");
    assertThat(events)
        .extracting(event -> event.json().at("/job/target").toString())
        .containsExactly(
            "{\"endpoint\":\"billing\",\"path\":\"/timeouts\"}",
            "{\"endpoint\":\"billing\",\"path\":\"/timeouts\"}",
            "{\"endpoint\":\"billing\"}");
  }

  @Test
  void aNoteOfTheWorkerStaysInTheHistory() {
    // Given
    scheduler.send(call("@shop/a", 0));

    // When
    scheduler.send(says("@shop/a", "finish").header("delay-note", "200 in 12 ms").value("ok"));

    // Then
    var done = (EndedJob) Objects.requireNonNull(scheduler.find("@shop/a"));
    assertThat(done.state()).isEqualTo(EndState.DONE);
    assertThat(done.attempts().log())
        .singleElement()
        .satisfies(attempt -> assertThat(attempt.note()).isEqualTo("200 in 12 ms"));
  }

  @Test
  void thePolicyOfTheEndpointHoldsForItsJobs() {
    // Given
    var retry = RetryPolicy.USUAL.withMaxAttempts(9);
    scheduler.control().defaults(BILLING, Policy.USUAL.withRetry(retry));

    // When
    scheduler.send(call("@shop/a", 10));

    // Then
    assertThat(stored("@shop/a").policy().retry()).isEqualTo(retry);
  }

  @Test
  void aJobOfAnUnknownEndpointWaitsUntilTheEndpointIsCreated() {
    // Given
    scheduler.topics().set(BILLING, new TopicStatus.NoEndpoint());
    scheduler.send(call("@shop/a", 10));
    scheduler.advance(10);
    var parked = stored("@shop/a");

    // When
    scheduler.topics().set(BILLING, new TopicStatus.Queue());
    scheduler.advance(1_000);

    // Then
    assertThat(parked.state()).isEqualTo(JobState.PARKED);
    assertThat(parked.waiting())
        .satisfies(
            why -> {
              assertThat(why.reason()).isEqualTo(ReasonCode.ENDPOINT_UNKNOWN);
              assertThat(why.text())
                  .isEqualTo("endpoint 'billing' of the namespace 'shop' does not exist");
            });
    assertThat(scheduler.ready(BILLING)).containsExactly("@shop/a");
  }

  @Test
  void aDeadLetterNamesTheEndpointSoThatItCanBeSentAgain() {
    // Given
    scheduler.topics().set(BILLING, new TopicStatus.NoEndpoint());
    scheduler.send(call("@shop/a", 10).header("delay-target-path", "/timeouts"));
    scheduler.advance(10);

    // When
    scheduler.advance(Setup.PARK_MAX.toMillis());

    // Then
    var letter = scheduler.deadLetters().get(0);
    assertThat(letter.header("delay-reason")).isEqualTo("TARGET_UNAVAILABLE");
    assertThat(letter.header("delay-reason-text")).contains("endpoint 'billing'");
    assertThat(letter.headers())
        .contains("delay-target-endpoint=billing", "delay-target-path=/timeouts")
        .noneMatch(header -> header.startsWith("delay-target-topic"))
        .noneMatch(header -> header.startsWith("delay-target-key"));
  }

  @Test
  void aWaitingJobMovesFromATopicToAnEndpoint() {
    // Given
    scheduler.send(Request.schedule("@shop/a", "invoices", START + 10));

    // When
    scheduler.send(move("@shop/a").header("delay-target-endpoint", "billing"));
    scheduler.advance(10);

    // Then
    assertThat(scheduler.produced("invoices")).isEmpty();
    assertThat(scheduler.ready(BILLING)).containsExactly("@shop/a");
    assertThat(stored("@shop/a").policy().retry()).isEqualTo(RetryPolicy.USUAL);
  }

  @Test
  void aReadyJobMovesFromAnEndpointToATopicAndIsDeliveredOnce() {
    // Given
    scheduler.send(call("@shop/a", 0));

    // When
    scheduler.send(move("@shop/a").header("delay-target-topic", "invoices"));
    scheduler.advance(1);

    // Then
    assertThat(scheduler.ready(BILLING)).isEmpty();
    assertThat(scheduler.produced("invoices"))
        .extracting(Delivered::key)
        .containsExactly("@shop/a");
    assertThat(Objects.requireNonNull(scheduler.find("@shop/a")))
        .isInstanceOfSatisfying(
            EndedJob.class, done -> assertThat(done.state()).isEqualTo(EndState.DELIVERED));
  }

  @Test
  void aParkedJobOfAnUnknownEndpointMovesToOneThatExists() {
    // Given
    scheduler.send(call("@shop/a", 0).header("delay-priority", "1"));
    scheduler.topics().set("queue.shop.~crm", new TopicStatus.NoEndpoint());
    scheduler.send(move("@shop/a").header("delay-target-endpoint", "crm"));
    scheduler.advance(1);
    var parked = stored("@shop/a");

    // When
    scheduler.send(move("@shop/a").header("delay-target-endpoint", "billing"));
    scheduler.advance(1);

    // Then
    assertThat(parked.state()).isEqualTo(JobState.PARKED);
    assertThat(scheduler.ready(BILLING)).containsExactly("@shop/a");
    assertThat(stored("@shop/a").policy().priority()).isEqualTo(1);
  }

  @Test
  void theNextJobOfASequenceGoesWhenTheFirstMovesAway() {
    // Given
    scheduler.send(call("@shop/{t}a", 1));
    scheduler.send(call("@shop/{t}b", 2));
    scheduler.advance(2);
    var before = scheduler.ready(BILLING);

    // When
    scheduler.send(move("@shop/{t}a").header("delay-target-topic", "invoices"));
    scheduler.advance(1);

    // Then
    assertThat(before).containsExactly("@shop/{t}a");
    assertThat(scheduler.ready(BILLING)).containsExactly("@shop/{t}b");
    assertThat(scheduler.produced("invoices"))
        .extracting(Delivered::jobId)
        .containsExactly("@shop/{t}a");
  }

  @Test
  void aJobThatLedItsSequenceWaitsBehindTheOneThatLeadsAtItsNewTarget() {
    // Given
    scheduler.topics().set("queue.shop.~crm", new TopicStatus.Queue());
    scheduler.send(call("@shop/{t}b", "crm", 0));
    scheduler.send(call("@shop/{t}a", 0));
    scheduler.advance(1);
    var before = scheduler.ready(BILLING);

    // When
    scheduler.send(move("@shop/{t}a").header("delay-target-endpoint", "crm"));
    scheduler.advance(1);
    var behind = scheduler.ready("queue.shop.~crm");
    scheduler.send(says("@shop/{t}b", "finish"));
    scheduler.advance(1);

    // Then
    assertThat(before).containsExactly("@shop/{t}a");
    assertThat(behind).containsExactly("@shop/{t}b");
    assertThat(scheduler.ready("queue.shop.~crm")).containsExactly("@shop/{t}a");
  }

  @Test
  void aJobWithoutAnAttemptLeftDoesNotMove() {
    // Given
    scheduler.send(call("@shop/a", 0).header("delay-max-attempts", "1"));
    scheduler.answers();

    // When
    scheduler.send(move("@shop/a").header("delay-target-topic", "invoices"));

    // Then
    assertThat(scheduler.answers()).extracting(Answer::outcome).containsExactly("STALE");
    assertThat(scheduler.ready(BILLING)).containsExactly("@shop/a");
  }

  @Test
  void aMoveToATargetThatDoesNotTakeTheJobChangesNothing() {
    // Given
    scheduler.send(Request.schedule("@shop/a", "invoices", START + 10));
    scheduler.answers();

    // When
    scheduler.send(move("@shop/a").header("delay-target-topic", "lost"));
    scheduler.send(move("@shop/a").header("delay-target-topic", "queue.shop.mails"));

    // Then
    assertThat(scheduler.answers())
        .extracting(answer -> answer.json().at("/reason").asText())
        .containsExactly("TARGET_UNKNOWN", "HEADER_MISSING");
    assertThat(stored("@shop/a").target().topic()).isEqualTo("invoices");
    assertThat(stored("@shop/a").version()).isEqualTo(1);
  }

  @Test
  void aFullEndpointTakesNoJobThatMoves() {
    // Given
    for (var i = 0; i < 10; i++) {
      scheduler.send(call("@shop/c" + i, 1_000));
    }
    scheduler.send(Request.schedule("@shop/a", "invoices", START + 10));
    scheduler.answers();

    // When
    scheduler.send(move("@shop/a").header("delay-target-endpoint", "billing"));
    scheduler.send(move("@shop/c0").header("delay-target-endpoint", "billing"));

    // Then
    assertThat(scheduler.answers())
        .extracting(answer -> answer.json().at("/reason").asText())
        .containsExactly("TARGET_FULL", "");
  }

  private Request call(String id, long delayMs) {
    return call(id, "billing", delayMs);
  }

  private Request call(String id, String endpoint, long delayMs) {
    return Request.of(id)
        .header("delay-target-endpoint", endpoint)
        .header("delay-due-ms", Long.toString(scheduler.nowMs() + delayMs))
        .answered("-");
  }

  private static Request move(String id) {
    return Request.of(id).header("delay-op", "reschedule").answered("-");
  }

  private Request says(String id, String op) {
    return Request.of(id).header("delay-op", op).header("delay-lease", stored(id).lease());
  }

  private Job stored(String id) {
    return (Job) Objects.requireNonNull(scheduler.find(id));
  }
}
