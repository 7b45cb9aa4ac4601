package io.delaygate.scheduler.app;

import static io.delaygate.scheduler.app.SchedulerDriver.START;
import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import io.delaygate.schemas.contract.JobId;
import io.delaygate.schemas.job.Job;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Tests of the limit of pending jobs of a target: jobs beyond it are rejected. */
class FullTargetTest {
  private static final long LATER = START + 100;

  @RegisterExtension final SchedulerDriver scheduler = new SchedulerDriver(Setup.usual().atMost(2));

  @Test
  void theJobThatIsOneTooManyGoesToTheDeadLetters() {
    // Given
    fill();

    // When
    var sent = Request.schedule("c", "orders", LATER).answered("-").at(START);
    scheduler.receive("delay-requests", sent);

    // Then
    var letter = scheduler.deadLetters().get(0);
    assertThat(letter.header("delay-reason")).isEqualTo("TARGET_FULL");
    assertThat(letter.record().key()).isEqualTo(sent.key());
    assertThat(letter.record().value()).isEqualTo(sent.value());
    assertThat(answers()).containsExactly("REJECTED ");
    assertThat(rejected()).isEqualTo(1);
    scheduler.advance(100);
    assertThat(scheduler.delivered()).containsExactly("a", "b");
  }

  @Test
  void eachJobThatLeavesMakesRoomForOne() {
    // Given
    fill();

    // When
    scheduler.send(Request.cancel("a"));
    schedule("c", LATER + 50);
    schedule("d", LATER + 50);
    scheduler.advance(100);
    schedule("e", LATER + 50);
    schedule("f", LATER + 50);

    // Then
    assertThat(scheduler.delivered()).containsExactly("b");
    assertThat(answers())
        .containsExactly(
            "SCHEDULED SCHEDULED 1", "REJECTED ", "SCHEDULED SCHEDULED 1", "REJECTED ");
  }

  @Test
  void aJobThatCouldLeaveAtOnceIsNoException() {
    // Given
    fill();

    // When
    schedule("c", START);

    // Then
    assertThat(answers()).containsExactly("REJECTED ");
    assertThat(scheduler.delivered()).isEmpty();
  }

  @Test
  void otherTargetsHaveRoomOfTheirOwn() {
    // Given
    scheduler.topics().add("mails");
    fill();

    // When
    scheduler.send(Request.schedule("c", "mails", LATER).answered("-"));
    scheduler.send(Request.schedule("c", "orders", LATER).answered("-"));
    scheduler.send(Request.schedule("a", "mails", LATER).answered("-"));
    scheduler.send(Request.schedule("d", "mails", LATER).answered("-"));
    schedule("d", LATER);

    // Then: c stays in mails, and a leaves a place in orders
    assertThat(answers())
        .containsExactly(
            "SCHEDULED SCHEDULED 1",
            "REJECTED SCHEDULED 1",
            "REPLACED SCHEDULED 2",
            "REJECTED ",
            "SCHEDULED SCHEDULED 1");
  }

  @Test
  void whatIsPendingCanBeReplacedAndChanged() {
    // Given
    fill();

    // When
    schedule("a", LATER + 10);
    scheduler.send(Request.reschedule("b", LATER + 20).answered("-"));
    scheduler.send(Request.fire("a").answered("-"));

    // Then
    assertThat(answers())
        .containsExactly(
            "REPLACED SCHEDULED 2", "RESCHEDULED SCHEDULED 2", "RESCHEDULED DELIVERED 3");
    assertThat(scheduler.delivered()).containsExactly("a");
  }

  @Test
  void whatTheJobIsKnownForComesFirst() {
    // Given
    fill();

    // When
    for (var policy : List.of("ignore", "reject")) {
      scheduler.send(
          Request.schedule("a", "orders", LATER).header("delay-if-exists", policy).answered("-"));
    }

    // Then
    assertThat(answers()).containsExactly("IGNORED SCHEDULED 1", "REJECTED SCHEDULED 1");
    assertThat(scheduler.deadLetters())
        .extracting(letter -> letter.header("delay-reason"))
        .containsExactly("JOB_EXISTS");
  }

  @Test
  void jobsUnderWayCountAndAreRetriedAndDeadOnesDoNotUntilTheyAreKicked() {
    // Given
    acknowledged("a");
    acknowledged("b");

    // When
    schedule("c", LATER);
    scheduler.send(feedback("release", "a"));
    scheduler.send(feedback("bury", "b"));
    schedule("c", LATER);
    schedule("b", LATER);
    scheduler.send(Request.of("b").header("delay-op", "kick").answered("-"));
    schedule("d", LATER);
    scheduler.send(Request.cancel("c").answered("-"));
    schedule("d", LATER);

    // Then: the kick makes three pending jobs; scheduling a dead job anew would add one, too
    assertThat(answers().stream().map(answer -> answer.split(" ", -1)[0]))
        .containsExactly(
            "REJECTED",
            "RELEASED",
            "BURIED",
            "SCHEDULED",
            "REJECTED",
            "KICKED",
            "REJECTED",
            "CANCELLED",
            "REJECTED");
  }

  @Test
  void aPartitionHasItsShare() {
    // Given: 5 pending jobs over 2 partitions: the first partition gets 3
    var ids = IntStream.range(0, 100).mapToObj(i -> "id-" + i).filter(FullTargetTest::isFirst);
    try (var first = new SchedulerDriver(Setup.usual().reroutingTo("sent-on", 2).atMost(5))) {
      // When
      ids.limit(4).forEach(id -> first.send(Request.schedule(id, "orders", LATER).answered("-")));

      // Then
      assertThat(first.answers())
          .extracting(Answer::outcome)
          .containsExactly("SCHEDULED", "SCHEDULED", "SCHEDULED", "REJECTED");
    }
  }

  private static boolean isFirst(String id) {
    return new JobId(id).partition(2).orElseThrow() == 0;
  }

  private void fill() {
    schedule("a", LATER);
    schedule("b", LATER);
    scheduler.answers();
  }

  private void schedule(String id, long dueMs) {
    scheduler.send(Request.schedule(id, "orders", dueMs).answered("-"));
  }

  private void acknowledged(String id) {
    scheduler.send(Request.schedule(id, "orders", START).header("delay-ack", "true"));
  }

  private Request feedback(String op, String id) {
    var lease = ((Job) requireNonNull(scheduler.find(id))).lease();
    return Request.of(id).header("delay-op", op).header("delay-lease", lease).answered("-");
  }

  private List<String> answers() {
    return scheduler.answers().stream()
        .map(answer -> answer.outcome() + " " + answer.job())
        .toList();
  }

  private double rejected() {
    return scheduler
        .metrics()
        .registry()
        .getSampleValue(
            "delaygate_rejected_total", new String[] {"reason"}, new String[] {"TARGET_FULL"});
  }
}
