package io.delaygate.scheduler.app;

import static io.delaygate.scheduler.app.SchedulerDriver.START;
import static org.assertj.core.api.Assertions.assertThat;

import io.delaygate.schemas.job.EndState;
import io.delaygate.schemas.job.EndedJob;
import io.delaygate.schemas.job.Job;
import io.delaygate.schemas.job.JobState;
import io.delaygate.service.directory.TopicStatus;
import java.util.Objects;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Tests of jobs whose target is a queue: they stay in the store until a worker reserves them. */
class QueueJobsTest {
  private static final String MAILS = "mails";

  @RegisterExtension final SchedulerDriver scheduler = new SchedulerDriver();

  @BeforeEach
  void addQueues() {
    scheduler.topics().set(MAILS, new TopicStatus.Queue());
    scheduler.topics().set("mails2", new TopicStatus.Queue());
  }

  @Test
  void aJobIsReadyWhenItIsDueAndIsSentNowhere() {
    // Given
    scheduler.send(job("a", 10));
    assertThat(scheduler.ready(MAILS)).isEmpty();

    // When
    scheduler.advance(9);
    assertThat(scheduler.ready(MAILS)).isEmpty();
    scheduler.advance(1);

    // Then
    assertThat(scheduler.ready(MAILS)).containsExactly("a");
    assertThat(stored("a").state()).isEqualTo(JobState.READY);
    assertThat(stored("a").attempts().number()).isEqualTo(1);
    assertThat(scheduler.produced(MAILS)).isEmpty();
    scheduler.advance(7 * 24 * 3_600_000L);
    assertThat(stored("a").version()).isEqualTo(2);
  }

  @Test
  void jobsComeByPriorityAndThenByTimeAndId() {
    scheduler.send(job("late", 5));
    scheduler.send(job("b", 0));
    scheduler.send(job("a", 0));
    scheduler.send(job("urgent", 9).header("delay-priority", "0"));
    scheduler.send(job("idle", 0).header("delay-priority", "9"));
    scheduler.send(schedule("other", "mails2", 0));
    scheduler.advance(10);

    assertThat(scheduler.ready(MAILS)).containsExactly("urgent", "a", "b", "late", "idle");
    assertThat(scheduler.ready("mails2")).containsExactly("other");
  }

  @Test
  void whoReservesAJobHasItAlone() {
    // Given
    scheduler.send(job("a", 0));
    scheduler.send(job("b", 0));
    var lease = stored("a").lease();

    // When
    scheduler.send(says("a", "reserve", lease));
    scheduler.send(says("a", "reserve", lease));

    // Then
    assertThat(scheduler.answers()).extracting(Answer::outcome).endsWith("RESERVED", "STALE");
    assertThat(scheduler.ready(MAILS)).containsExactly("b");
  }

  @Test
  void aJobWhoseLeaseEndsOrThatIsGivenBackIsReadyAgain() {
    // Given
    scheduler.send(
        job("a", 0).header("delay-backoff", "fixed").header("delay-backoff-initial-ms", "1"));
    scheduler.send(says("a", "reserve", stored("a").lease()).header("delay-lease-ms", "1000"));

    // When
    scheduler.advance(1_000);
    scheduler.advance(2);

    // Then
    assertThat(scheduler.ready(MAILS)).containsExactly("a");
    assertThat(stored("a").attempts().number()).isEqualTo(2);
    scheduler.send(says("a", "reserve", stored("a").lease()));
    scheduler.send(
        says("a", "release", stored("a").lease()).header("delay-attempt-unused", "true"));
    assertThat(scheduler.ready(MAILS)).containsExactly("a");
    assertThat(stored("a").attempts().number()).isEqualTo(2);
  }

  @Test
  void aJobExpiresInItsQueue() {
    // Given
    scheduler.send(job("a", 0).header("delay-ttl-ms", "50").header("delay-on-expiry", "drop"));
    assertThat(scheduler.ready(MAILS)).containsExactly("a");

    // When
    scheduler.advance(50);
    assertThat(scheduler.ready(MAILS)).containsExactly("a");
    scheduler.advance(1);

    // Then
    assertThat(scheduler.ready(MAILS)).isEmpty();
    assertThat(scheduler.find("a"))
        .isInstanceOfSatisfying(
            EndedJob.class, ended -> assertThat(ended.state()).isEqualTo(EndState.EXPIRED));
  }

  @Test
  void aCancelledJobLeavesItsQueue() {
    scheduler.send(job("a", 0));

    scheduler.send(Request.of("a").header("delay-op", "cancel"));

    assertThat(scheduler.ready(MAILS)).isEmpty();
  }

  @Test
  void aJobThatNobodyCouldFinishIsRefused() {
    scheduler.send(Request.schedule("a", MAILS, START));

    assertThat(scheduler.find("a")).isNull();
    assertThat(scheduler.deadLetters())
        .singleElement()
        .satisfies(letter -> assertThat(letter.header("delay-reason")).isEqualTo("HEADER_MISSING"));
  }

  private Request job(String id, long delayMs) {
    return schedule(id, MAILS, delayMs);
  }

  private Request schedule(String id, String queue, long delayMs) {
    return Request.schedule(id, queue, scheduler.nowMs() + delayMs)
        .header("delay-ack", "true")
        .header("delay-lease-start", "reserve")
        .answered("-");
  }

  private Job stored(String id) {
    return (Job) Objects.requireNonNull(scheduler.find(id));
  }

  private static Request says(String id, String op, String lease) {
    return Request.of(id).header("delay-op", op).header("delay-lease", lease).answered("-");
  }
}
