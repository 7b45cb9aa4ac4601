package io.delaygate.scheduler.app;

import static io.delaygate.scheduler.app.SchedulerDriver.START;
import static org.assertj.core.api.Assertions.assertThat;

import io.delaygate.schemas.job.EndedJob;
import io.delaygate.schemas.job.Job;
import io.delaygate.schemas.job.JobState;
import io.delaygate.service.directory.TopicStatus;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Tests of buried jobs: kicked, discarded, kept for a time, or sent to a topic of their own. */
class BuriedJobTest {
  @RegisterExtension final SchedulerDriver scheduler = new SchedulerDriver();

  @Test
  void aKickedDeadLetterIsDeliveredOnceWithAllItsAttempts() {
    // Given
    bury();
    scheduler.answers();

    // When
    scheduler.send(says("kick", "a"));
    scheduler.send(says("kick", "a"));

    // Then
    assertThat(scheduler.answers()).extracting(Answer::outcome).containsExactly("KICKED", "STALE");
    assertThat(only().header("delay-job-attempt")).isEqualTo("1");
  }

  @Test
  void aKickedDeadLetterWaitsForTheTimeThatTheKickGives() {
    bury();

    scheduler.send(says("kick", "a").header("delay", "2s"));
    scheduler.advance(1_999);
    assertThat(scheduler.produced("orders")).isEmpty();
    scheduler.advance(1);

    assertThat(only().header("delay-job-attempt")).isEqualTo("1");
  }

  @Test
  void aDiscardedDeadLetterIsGone() {
    // Given
    bury();
    scheduler.answers();

    // When
    scheduler.send(says("discard", "a"));
    scheduler.send(says("kick", "a"));

    // Then
    assertThat(scheduler.answers())
        .extracting(Answer::outcome)
        .containsExactly("DISCARDED", "NOT_FOUND");
    assertThat(scheduler.statistics().counts()).isEmpty();
  }

  @Test
  void aDeadLetterIsDroppedWhenItWasKeptLongEnough() {
    // Given
    bury();

    // When
    scheduler.advance(Setup.LETTERS.toMillis());
    var kept = scheduler.find("a");
    scheduler.advance(1);

    // Then
    assertThat(((Job) Objects.requireNonNull(kept)).state()).isEqualTo(JobState.DEAD);
    assertThat(scheduler.find("a")).isInstanceOf(EndedJob.class);
    assertThat(scheduler.events()).last().asString().startsWith("DISCARDED a");
  }

  @Test
  void aDeadLetterGoesToTheJobsOwnTopicAsLongAsThatCanTakeIt() {
    // Given
    scheduler.topics().add("letters");
    scheduler.send(job("a").header("delay-dead-letter-topic", "letters"));
    scheduler.send(job("b").header("delay-dead-letter-topic", "letters"));
    var leases = scheduler.produced("orders");

    // When
    scheduler.send(
        says("bury", "a").header("delay-lease", leases.get(0).header("delay-job-lease")));
    scheduler.topics().set("letters", new TopicStatus.Unwritable());
    scheduler.send(
        says("bury", "b").header("delay-lease", leases.get(1).header("delay-job-lease")));

    // Then
    assertThat(scheduler.produced("letters")).extracting(Delivered::key).containsExactly("a");
    assertThat(scheduler.deadLetters()).extracting(Delivered::key).containsExactly("b");
  }

  private void bury() {
    scheduler.send(job("a"));
    scheduler.send(says("bury", "a").header("delay-lease", only().header("delay-job-lease")));
  }

  private Delivered only() {
    var records = scheduler.produced("orders");
    assertThat(records).hasSize(1);
    return records.get(0);
  }

  private static Request job(String id) {
    return Request.schedule(id, "orders", START).header("delay-ack", "true");
  }

  private static Request says(String op, String id) {
    return Request.of(id).header("delay-op", op).answered("-");
  }
}
