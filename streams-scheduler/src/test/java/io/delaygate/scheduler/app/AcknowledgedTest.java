package io.delaygate.scheduler.app;

import static io.delaygate.scheduler.app.SchedulerDriver.START;
import static org.assertj.core.api.Assertions.assertThat;

import io.delaygate.schemas.job.Attempt;
import io.delaygate.schemas.job.AttemptEnd;
import io.delaygate.schemas.job.Backoff;
import io.delaygate.schemas.job.EndedJob;
import io.delaygate.schemas.job.Job;
import io.delaygate.schemas.job.JobState;
import io.delaygate.schemas.job.LeaseStart;
import io.delaygate.schemas.job.OnExpiry;
import io.delaygate.schemas.job.Policy;
import io.delaygate.schemas.job.RetryPolicy;
import io.delaygate.service.control.FailureAlarm;
import java.util.ArrayDeque;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Tests of acknowledged jobs from their first delivery to their end: attempts and leases. */
class AcknowledgedTest {
  @RegisterExtension final SchedulerDriver scheduler = new SchedulerDriver();

  @Test
  void aDeliveryTellsWhichAttemptItIsAndWithWhichLeaseToAnswer() {
    // When
    scheduler.send(job("a"));
    var first = only();

    // Then
    assertThat(first.header("delay-job-attempt")).isEqualTo("1");
    assertThat(first.header("delay-job-first-delivered-ms")).isEqualTo("" + START);
    assertThat(first.header("delay-job-lease")).isEqualTo(stored("a").lease());
    assertThat(first.header("delay-job-last-failure")).isEqualTo("null");
    assertThat(stored("a").state()).isEqualTo(JobState.READY);
  }

  @Test
  void aFinishedJobIsNeverDeliveredAgain() {
    // Given
    scheduler.send(job("a"));
    var lease = only().header("delay-job-lease");

    // When
    scheduler.send(says("finish", "a", lease).value("receipt 7"));
    scheduler.advance(Setup.HISTORY.toMillis() - 1);

    // Then
    var answer = scheduler.answers().get(0);
    assertThat(answer.outcome()).isEqualTo("DONE");
    assertThat(answer.json().path("result").asText()).isEqualTo("cmVjZWlwdCA3");
    assertThat(scheduler.delivered()).isEmpty();
    var done = (EndedJob) Objects.requireNonNull(scheduler.find("a"));
    assertThat(done.result()).asString().isEqualTo("receipt 7");
    assertThat(done.attempts().log())
        .containsExactly(new Attempt(1, START, 0, START, AttemptEnd.FINISHED, null));
  }

  @Test
  void jobsOfOneIdThatComeInOneMillisecondDoNotShareLeases() {
    // Given
    scheduler.send(job("a"));
    var lease = only().header("delay-job-lease");
    scheduler.send(Request.cancel("a"));

    // When
    scheduler.send(job("a"));
    scheduler.send(says("finish", "a", lease));

    // Then
    assertThat(only().header("delay-job-lease")).isNotEqualTo(lease);
    assertThat(outcome()).isEqualTo("STALE");
    assertThat(stored("a").state()).isEqualTo(JobState.READY);
  }

  @Test
  void aTargetsDefaultsAreOfJobsThatDoNotSayIt() {
    // Given
    var retry = new RetryPolicy(1, 50, LeaseStart.DELIVERY, new Backoff(7, 1, 7, 0));
    scheduler.control().defaults("orders", new Policy(3, OnExpiry.DROP, null, retry));

    // When
    scheduler.send(Request.schedule("a", "orders", START));
    scheduler.send(Request.schedule("b", "orders", START).header("delay-max-attempts", "9"));
    scheduler.send(Request.schedule("c", "orders", START).header("delay-ack", "false"));

    // Then
    assertThat(stored("a").policy()).isEqualTo(new Policy(3, OnExpiry.DROP, null, retry));
    assertThat(Objects.requireNonNull(stored("b").policy().retry()).maxAttempts()).isEqualTo(9);
    assertThat(scheduler.find("c")).isInstanceOf(EndedJob.class);
  }

  @Test
  void failuresBeyondTheThresholdOfTheirTargetRaiseAnAlarm() {
    // Given
    scheduler.control().alarm("orders", new FailureAlarm(0, 2, 60_000));
    scheduler.send(job("a"));
    scheduler.send(says("release", "a", only().header("delay-job-lease")));
    scheduler.advance(7);
    scheduler.produced(Setup.NAMES.events());

    // When
    scheduler.send(says("release", "a", only().header("delay-job-lease")));

    // Then
    var alarm = scheduler.produced(Setup.NAMES.events()).get(1);
    assertThat(alarm.key()).isEqualTo("orders");
    assertThat(alarm.value())
        .isEqualTo(
            "{\"event\":\"ALARM\",\"atMs\":%d,\"topic\":\"orders\",\"deadLetters\":1,\"failures\":2,\"windowMs\":60000}"
                .formatted(scheduler.nowMs()));
    assertThat(
            scheduler
                .metrics()
                .registry()
                .getSampleValue(
                    "delaygate_failure_alarms_total",
                    new String[] {"topic"},
                    new String[] {"orders"}))
        .isEqualTo(1);
  }

  @Test
  void aReleasedJobComesBackAfterItsBackoffAndTellsWhatWentWrong() {
    // Given
    scheduler.send(job("a").value("payload").header("trace", "1"));
    var first = only();
    scheduler.advance(10);

    // When
    scheduler.send(
        says("release", "a", first.header("delay-job-lease")).header("delay-failure", "no route"));
    scheduler.advance(6);
    var early = scheduler.delivered();
    scheduler.advance(1);
    var second = only();

    // Then
    assertThat(outcome()).isEqualTo("RELEASED");
    assertThat(early).isEmpty();
    assertThat(second.value()).isEqualTo("payload");
    assertThat(second.key()).isEqualTo(first.key());
    assertThat(second.header("trace")).isEqualTo("1");
    assertThat(second.header("delay-job-attempt")).isEqualTo("2");
    assertThat(second.header("delay-job-last-failure")).isEqualTo("no route");
    assertThat(second.header("delay-job-first-delivered-ms")).isEqualTo("" + START);
    assertThat(second.header("delay-job-due-ms")).isEqualTo("" + (START + 17));
  }

  @Test
  void aWorkerThatOutlivesItsLeaseCannotFinishTheNextAttempt() {
    // Given
    scheduler.send(job("a"));
    var tooLate = only().header("delay-job-lease");
    scheduler.advance(20);
    scheduler.advance(7);
    var inTime = only().header("delay-job-lease");

    // When
    scheduler.send(says("finish", "a", tooLate));
    var refused = outcome();
    scheduler.send(says("finish", "a", inTime));

    // Then
    assertThat(refused).isEqualTo("STALE");
    assertThat(outcome()).isEqualTo("DONE");
  }

  @Test
  void afterItsLastAttemptAJobIsADeadLetterThatKnowsWhy() {
    // Given
    scheduler.send(job("a").value("payload"));
    var first = only().header("delay-job-lease");
    scheduler.send(says("release", "a", first).header("delay-failure", "no route"));
    scheduler.advance(7);
    scheduler.delivered();

    // When
    scheduler.advance(20);

    // Then
    var letter = scheduler.deadLetters().get(0);
    assertThat(letter.value()).isEqualTo("payload");
    assertThat(letter.header("delay-reason")).isEqualTo("ATTEMPTS_EXHAUSTED");
    assertThat(letter.header("delay-job-attempt")).isEqualTo("2");
    assertThat(letter.header("delay-job-last-failure")).isEqualTo("no route");
    assertThat(letter.header("delay-job-first-delivered-ms")).isEqualTo("" + START);
    assertThat(letter.header("delay-target-topic")).isEqualTo("orders");
    assertThat(stored("a").state()).isEqualTo(JobState.DEAD);
    assertThat(stored("a").attempts().log())
        .extracting(Attempt::end)
        .containsExactly(AttemptEnd.RELEASED, AttemptEnd.TIMED_OUT);
    scheduler.advance(Setup.LETTERS.toMillis() - 1);
    assertThat(scheduler.delivered()).isEmpty();
  }

  @Test
  void aReservedJobIsItsWorkersUntilTheLeaseEnds() {
    // Given
    scheduler.send(job("a").header("delay-lease-start", "reserve"));
    var delivered = only().header("delay-job-lease");

    // When
    scheduler.send(says("reserve", "a", delivered));
    var first = scheduler.answers().get(0);
    scheduler.send(says("reserve", "a", delivered));
    var second = outcome();

    // Then
    assertThat(first.outcome()).isEqualTo("RESERVED");
    assertThat(second).isEqualTo("STALE");
    scheduler.advance(19);
    assertThat(stored("a").state()).isEqualTo(JobState.RESERVED);
    scheduler.advance(1);
    assertThat(stored("a").attempts().log())
        .containsExactly(new Attempt(1, START, START, START + 20, AttemptEnd.TIMED_OUT, null));
  }

  @Test
  void aJobThatNobodyReservesIsDeliveredAgainWithoutUsingAnAttempt() {
    // Given
    scheduler.send(job("a").header("delay-lease-start", "reserve"));
    var first = only();

    // When
    scheduler.advance(Setup.UNRESERVED.toMillis());
    var second = only();

    // Then
    assertThat(second.header("delay-job-attempt")).isEqualTo("1");
    assertThat(second.header("delay-job-lease")).isNotEqualTo(first.header("delay-job-lease"));
    assertThat(second.dueMs()).as("a copy is not late").isEqualTo(scheduler.nowMs());
    assertThat(stored("a").attempts().log()).hasSize(1);
  }

  @Test
  void aReaderThatIsFarBehindFindsALeaseThatIsNotVoidInTheEnd() {
    // Given
    var behindMs = 10 * Setup.UNRESERVED.toMillis();
    scheduler.send(job("a").header("delay-lease-start", "reserve"));
    var read = new ArrayDeque<Delivered>(scheduler.produced("orders"));

    // When
    var copies = 0;
    var outcome = "STALE";
    while (outcome.equals("STALE") && copies < 20) {
      var copy = read.remove();
      while (scheduler.nowMs() < copy.timestampMs() + behindMs) {
        scheduler.advance(1);
        read.addAll(scheduler.produced("orders"));
      }
      scheduler.send(says("reserve", "a", copy.header("delay-job-lease")));
      outcome = outcome();
      copies++;
    }

    // Then
    assertThat(outcome).isEqualTo("RESERVED");
    assertThat(copies).isLessThanOrEqualTo(6);
  }

  @Test
  void anExtendedAttemptHasItsTimeFromThenOn() {
    // Given
    scheduler.send(job("a"));
    var lease = only().header("delay-job-lease");
    scheduler.advance(15);

    // When
    scheduler.send(says("extend", "a", lease));
    scheduler.advance(19);
    var before = stored("a").state();
    scheduler.advance(1);

    // Then
    assertThat(outcome()).isEqualTo("EXTENDED");
    assertThat(before).isEqualTo(JobState.READY);
    assertThat(stored("a").state()).isEqualTo(JobState.SCHEDULED);
  }

  private Delivered only() {
    var records = scheduler.produced("orders");
    assertThat(records).hasSize(1);
    return records.get(0);
  }

  private String outcome() {
    var answers = scheduler.answers();
    return answers.get(answers.size() - 1).outcome();
  }

  private Job stored(String id) {
    return (Job) Objects.requireNonNull(scheduler.find(id));
  }

  private static Request job(String id) {
    return Request.schedule(id, "orders", START)
        .header("delay-ack", "true")
        .header("delay-max-attempts", "2")
        .header("delay-lease-ms", "20")
        .header("delay-backoff", "fixed")
        .header("delay-backoff-initial-ms", "7")
        .header("delay-backoff-jitter", "0");
  }

  private static Request says(String op, String id) {
    return Request.of(id).header("delay-op", op).answered("-");
  }

  private static Request says(String op, String id, String lease) {
    return says(op, id).header("delay-lease", lease);
  }
}
