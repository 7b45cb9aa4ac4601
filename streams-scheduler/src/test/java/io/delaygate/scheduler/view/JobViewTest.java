package io.delaygate.scheduler.view;

import static io.delaygate.scheduler.rules.JobExamples.CREATED_MS;
import static io.delaygate.scheduler.rules.JobExamples.TOPIC;
import static io.delaygate.scheduler.rules.JobExamples.due;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.delaygate.scheduler.targets.Obstacle;
import io.delaygate.schemas.contract.ReasonCode;
import io.delaygate.schemas.job.Job;
import io.delaygate.schemas.job.JobTimes;
import io.delaygate.schemas.job.ParkingReason;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class JobViewTest {
  private static final long DUE = CREATED_MS + 500;
  private static final long NOW = DUE + 5_000;
  private static final ParkingReason TIMED_OUT =
      new ParkingReason(ReasonCode.TARGET_TIMED_OUT, "no answer", DUE + 10, null);

  private final KnownTargets targets = new KnownTargets();

  @Test
  void anEventTellsWhyAJobWasParkedAndWhenPatienceEnds() throws Exception {
    assertThat(waiting(JobView.of(parked(DUE + 60_000, TIMED_OUT))))
        .isEqualTo(
            json(
                "{'reason': 'TARGET_TIMED_OUT', 'reasonText': 'no answer', 'sinceMs': 1000510,"
                    + " 'untilMs': 1060500}"));
  }

  @Test
  void patienceThatNeverEndsHasNoEnd() throws Exception {
    assertThat(waiting(JobView.of(parked(JobTimes.NEVER, TIMED_OUT))))
        .isEqualTo(
            json("{'reason': 'TARGET_TIMED_OUT', 'reasonText': 'no answer', 'sinceMs': 1000510}"));
  }

  @Test
  void aQueryTellsTheReasonOfNowAndTheNextTry() throws Exception {
    // Given
    targets.refuse(TOPIC, new Obstacle(ReasonCode.TARGET_NO_LEADER, "no leader", 7_000, NOW + 900));

    // When
    var view = JobView.of(parked(DUE + 60_000, TIMED_OUT), targets.reasons(), NOW);

    // Then
    assertThat(waiting(view))
        .isEqualTo(
            json(
                "{'reason': 'TARGET_NO_LEADER', 'reasonText': 'no leader', 'sinceMs': 1000510,"
                    + " 'nextTryMs': 1006400, 'untilMs': 1060500}"));
  }

  @Test
  void whereNothingIsKnownNowTheReasonToParkStands() {
    assertThat(
            JobView.of(parked(DUE + 60_000, TIMED_OUT), targets.reasons(), NOW)
                .at("/waiting/reason")
                .asText())
        .isEqualTo("TARGET_TIMED_OUT");
  }

  @Test
  void aJobThatAnOlderVersionParkedWaitsSinceItWasDue() {
    // Given
    targets.refuse(TOPIC, new Obstacle(ReasonCode.TARGET_NO_LEADER, "no leader", 7_000, NOW));
    var job = parked(JobTimes.NEVER, null);

    // Then
    assertThat(JobView.of(job).has("waiting")).isFalse();
    assertThat(JobView.of(job, targets.reasons(), NOW).at("/waiting/sinceMs").asLong())
        .isEqualTo(DUE);
  }

  @Test
  void aJobThatIsNotParkedDoesNotWait() {
    targets.refuse(TOPIC, new Obstacle(ReasonCode.TARGET_NO_LEADER, "no leader", 7_000, NOW));

    assertThat(JobView.of(due("a", DUE), targets.reasons(), NOW).has("waiting")).isFalse();
  }

  private static Job parked(long untilMs, @Nullable ParkingReason why) {
    return due("a", DUE).parked(untilMs, why);
  }

  /** The view as other programs read it. */
  private static JsonNode waiting(JsonNode view) throws Exception {
    return json(view.get("waiting").toString());
  }

  private static JsonNode json(String text) throws Exception {
    return new ObjectMapper().readTree(text.replace('\'', '"'));
  }
}
