package io.delaygate.scheduler.app;

import static io.delaygate.scheduler.app.SchedulerDriver.START;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.delaygate.scheduler.view.JobTimeline;
import io.delaygate.schemas.contract.DelayHeader;
import io.delaygate.schemas.contract.JobId;
import io.delaygate.schemas.job.Actor;
import io.delaygate.schemas.job.EndedJob;
import io.delaygate.schemas.job.Job;
import io.delaygate.schemas.job.JobChanges;
import java.util.List;
import java.util.Objects;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests of who changed a job: in events, in the history and in its timeline. */
class ActorsTest {
  private static final String SENT_ON = "sent-on";

  @RegisterExtension final SchedulerDriver scheduler = new SchedulerDriver();

  @RegisterExtension
  final SchedulerDriver stranger = new SchedulerDriver(Setup.usual().reroutingTo(SENT_ON, 2));

  @Test
  void aJobTellsWhoScheduledChangedAndCancelledIt() {
    // When
    scheduler.send(job("a", 100).sentBy("ops@shop", START));
    scheduler.advance(10);
    scheduler.send(Request.reschedule("a", START + 200));
    scheduler.advance(10);
    scheduler.send(Request.cancel("a").sentBy("night-shift", scheduler.nowMs()));

    // Then
    assertThat(timeline("a"))
        .containsExactly(
            "0 SCHEDULED ops@shop null",
            "10 RESCHEDULED kafka " + Setup.INSTANCE,
            "20 CANCELLED night-shift " + Setup.INSTANCE);
    var ended = (EndedJob) Objects.requireNonNull(scheduler.find("a"));
    assertThat(ended.endedBy()).isEqualTo(new Actor("night-shift"));
    assertThat(ended.changes().scheduledBy()).isEqualTo(new Actor("ops@shop"));
    assertThat(events())
        .containsExactly(
            "SCHEDULED ops@shop one:8081",
            "RESCHEDULED kafka one:8081",
            "CANCELLED night-shift one:8081");
  }

  @Test
  void aPlainJobKeepsNothingAndStillHasATimeline() {
    // When
    scheduler.send(job("a", 5));
    scheduler.advance(7);

    // Then
    assertThat(timeline("a"))
        .containsExactly("0 SCHEDULED kafka null", "7 DELIVERED scheduler null");
    var ended = (EndedJob) Objects.requireNonNull(scheduler.find("a"));
    assertThat(ended.changes()).isEqualTo(JobChanges.NONE);
  }

  @ParameterizedTest
  @ValueSource(strings = {"0 - root", "kf12oi80 AAAAAAAAAAAAAAAAAAAAAA root", "", "root"})
  void aClaimOfASenderOfRecordsIsNotBelievedAndRefusesNothing(String forged) {
    // When
    scheduler.send(job("a", 5).header(DelayHeader.JOB_SENT_BY, forged));
    scheduler.send(Request.cancel("b").header(DelayHeader.JOB_SENT_BY, forged));
    scheduler.advance(5);

    // Then
    assertThat(events()).startsWith("SCHEDULED kafka one:8081");
    var delivered = scheduler.produced("orders").get(0);
    assertThat(delivered.headers()).noneMatch(header -> header.contains("root"));
    assertThat(delivered.header(DelayHeader.JOB_SENT_BY)).isEqualTo("null");
    assertThat(scheduler.deadLetters()).isEmpty();
  }

  @Test
  void noClaimReachesATarget() {
    // When
    scheduler.send(job("a", 0).sentBy("ops@shop", START));

    // Then
    var delivered = scheduler.produced("orders").get(0);
    assertThat(delivered.headers()).noneMatch(header -> header.contains("ops@shop"));
  }

  @Test
  void aClaimThatIsCopiedFromAnotherCommandIsNotBelieved() {
    // Given
    var cancel = Request.cancel("a").sentBy("ops@shop", START).at(START);
    var claim = cancel.headers().lastHeader(DelayHeader.JOB_SENT_BY);

    // When
    scheduler.send(job("b", 100));
    scheduler.send(Request.cancel("b").header(claim.key(), new String(claim.value(), UTF_8)));

    // Then
    assertThat(timeline("b")).last().isEqualTo("0 CANCELLED kafka one:8081");
  }

  @Test
  void aRejectedCommandTellsWhoSentItAndHasNoClaimAnyMore() {
    // When
    scheduler.send(Request.schedule("a", "nowhere", START).sentBy("ops@shop", START));
    scheduler.send(Request.schedule("b", "nowhere", START));

    // Then
    var letters = scheduler.deadLetters();
    assertThat(letters.get(0).header(DelayHeader.SOURCE_ACTOR)).isEqualTo("ops@shop");
    assertThat(letters.get(0).header(DelayHeader.JOB_SENT_BY)).isEqualTo("null");
    assertThat(letters.get(1).header(DelayHeader.SOURCE_ACTOR)).isEqualTo("null");
  }

  @Test
  void aReroutedCommandKeepsItsAuthor() {
    // Given
    var id = idOfPartition1();
    stranger.send(job(id, 100).sentBy("ops@shop", START));

    // When
    scheduler.receive("delay-rerouted", stranger.produced(SENT_ON).get(0).record());

    // Then
    assertThat(timeline(id)).containsExactly("0 SCHEDULED ops@shop null");
  }

  @Test
  void attemptsAreInTheTimelineWithWhoeverReportedThem() {
    // Given
    scheduler.send(job("a", 0).header("delay-ack", "true").sentBy("ops@shop", START));
    var first = scheduler.produced("orders").get(0).header("delay-job-lease");
    scheduler.advance(5);

    // When
    scheduler.send(feedback("reserve", first).sentBy("worker@shop", scheduler.nowMs()));
    var second = lease();
    scheduler.advance(5);
    scheduler.send(feedback("release", second).header("delay-ms", "10"));
    scheduler.advance(10);
    var third = scheduler.produced("orders").get(0).header("delay-job-lease");
    scheduler.send(feedback("finish", third).sentBy("endpoint worker", scheduler.nowMs()));

    // Then
    assertThat(timeline("a"))
        .containsExactly(
            "0 SCHEDULED ops@shop null",
            "0 DELIVERED#1 scheduler null",
            "5 RESERVED#1 worker@shop one:8081",
            "10 RELEASED#1 kafka null",
            "20 DELIVERED#2 scheduler null",
            "20 DONE#2 endpoint worker one:8081");
  }

  @Test
  void aJobThatReplacesAnotherTellsWhoScheduledTheFirst() {
    // When
    scheduler.send(job("a", 100));
    scheduler.advance(3);
    scheduler.send(job("a", 200).sentBy("ops@shop", scheduler.nowMs()));
    scheduler.advance(3);
    scheduler.send(job("a", 300));

    // Then
    assertThat(timeline("a"))
        .containsExactly(
            "0 SCHEDULED kafka null", "3 REPLACED ops@shop one:8081", "6 REPLACED kafka one:8081");
  }

  @Test
  void aDeadLetterTellsHowItDiedAndWhoKickedAndDiscardedIt() {
    // Given
    scheduler.send(
        job("a", 10)
            .header("delay-ttl-ms", "15")
            .header("delay-on-expiry", "dead-letter")
            .sentBy("ops@shop", START));
    scheduler.control().pause("orders");
    scheduler.advance(10);
    scheduler.advance(5_000);

    // When
    scheduler.send(
        of("a", "kick").header("delay-ms", "100").sentBy("night@shop", scheduler.nowMs()));
    scheduler.send(Request.cancel("a"));

    // Then
    assertThat(timeline("a"))
        .containsExactly(
            "0 SCHEDULED ops@shop null",
            "10 PARKED scheduler one:8081",
            "5010 DEAD scheduler one:8081",
            "5010 KICKED night@shop one:8081",
            "5010 CANCELLED kafka one:8081");
  }

  @Test
  void theFirstAndTheLastChangesStayAndTheNumberOfTheOthers() {
    // Given
    scheduler.send(job("a", 1_000_000).sentBy("ops@shop", START));

    // When
    for (var i = 1; i <= JobChanges.MOST; i++) {
      scheduler.advance(1);
      scheduler.send(Request.reschedule("a", START + 1_000_000 + i));
    }

    // Then
    var timeline = timeline("a");
    assertThat(timeline).hasSize(JobChanges.MOST).first().isEqualTo("0 SCHEDULED ops@shop null");
    assertThat(timeline.get(JobChanges.EACH - 1)).startsWith("14 ");
    assertThat(timeline.get(JobChanges.EACH)).startsWith("16 ");
    assertThat(timeline).last().isEqualTo("30 RESCHEDULED kafka one:8081");
    var job = Objects.requireNonNull(scheduler.find("a"));
    assertThat(JobTimeline.of(job).path("omitted").asInt()).isEqualTo(1);
  }

  private String lease() {
    var job = (Job) Objects.requireNonNull(scheduler.find("a"));
    return job.lease();
  }

  private static Request of(String id, String op) {
    return Request.of(id).header("delay-op", op);
  }

  private static Request feedback(String op, String lease) {
    return of("a", op).header("delay-lease", lease);
  }

  private static Request job(String id, long inMs) {
    return Request.schedule(id, "orders", START + inMs);
  }

  /** Entries of a timeline as {@code ms EVENT#attempt actor instance}. */
  private List<String> timeline(String id) {
    var job = Objects.requireNonNull(scheduler.find(id));
    return StreamSupport.stream(JobTimeline.of(job).path("changes").spliterator(), false)
        .map(ActorsTest::text)
        .toList();
  }

  private static String text(JsonNode change) {
    var attempt = change.has("attempt") ? "#" + change.path("attempt").asInt() : "";
    return "%d %s%s %s %s"
        .formatted(
            change.path("atMs").asLong() - START,
            change.path("event").asText(),
            attempt,
            change.path("actor").asText("null"),
            change.has("instance") ? change.path("instance").asText() : null);
  }

  private List<String> events() {
    return scheduler.produced(Setup.NAMES.events()).stream()
        .map(
            record ->
                new Answer(record).json().path("event").asText()
                    + " "
                    + record.header(DelayHeader.JOB_ACTOR)
                    + " "
                    + record.header(DelayHeader.JOB_INSTANCE))
        .toList();
  }

  private static String idOfPartition1() {
    var i = 0;
    while (new JobId("id-" + i).partition(2).orElseThrow() != 1) {
      i++;
    }
    return "id-" + i;
  }
}
