package io.delaygate.harness.chaos;

import static org.assertj.core.api.Assertions.assertThat;

import io.delaygate.harness.chaos.CalledJob.End;
import io.delaygate.harness.chaos.Command.Clauses;
import io.delaygate.harness.chaos.Command.Time;
import io.delaygate.harness.chaos.Operation.Verb;
import io.delaygate.harness.chaos.Violation.Kind;
import io.delaygate.harness.push.Reaction;
import io.delaygate.harness.push.ReceivedCall;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Tests of the judgement of calls: each promise has evidence that breaks it. */
class CalledJobTest {
  private static final CallReactions REACTIONS = new CallReactions(3);

  private static final List<Command> SCHEDULED = List.of(command(0, Verb.SCHEDULE, 500));

  private static final List<Command> CANCELLED =
      List.of(command(0, Verb.SCHEDULE, 500), command(1, Verb.CANCEL, 0));

  private static final End DONE = new End("DONE", 1);

  @Test
  void acceptsACallInTimeThatSucceeded() {
    assertGreen(done(call(500, 500, "a")));
    assertGreen(done(call(500, 500, "a"), call(900, 500, "a")));
  }

  @Test
  void findsAnEarlyCall() {
    assertRed(done(call(499, 400, "a")), Kind.EARLY);
    assertRed(done(call(600, 601, "a")), Kind.EARLY);
    assertThat(done(call(400, 500, "a")).violations(100)).as("a clock was ahead").isEmpty();
    assertThat(done(call(399, 500, "a")).violations(100)).hasSize(1);
  }

  @Test
  void findsASecondMessageOfOneSchedule() {
    var calls = List.of(call(500, 500, "a"), call(900, 500, "b"));
    assertRed(job(SCHEDULED, calls, true, 0, DONE), Kind.WRONG_DELIVERY);
    var twice = List.of(command(0, Verb.SCHEDULE, 500), command(1, Verb.SCHEDULE, 500));
    assertGreen(job(twice, calls, true, 0, DONE));
  }

  @Test
  void findsALostJob() {
    assertRed(job(SCHEDULED, List.of(), false, 0, End.UNKNOWN), Kind.LOST);
    assertRed(job(SCHEDULED, List.of(), false, 0, new End("READY", 0)), Kind.LOST);
    assertRed(job(SCHEDULED, List.of(), false, 0, DONE), Kind.LOST);
    assertRed(job(SCHEDULED, List.of(call(500, 500, "a")), false, 0, DONE), Kind.LOST);
  }

  @Test
  void findsAJobThatNobodyCancelled() {
    var cancelled = new End("CANCELLED", 0);
    assertRed(job(SCHEDULED, List.of(), false, 0, cancelled), Kind.LOST);
    assertGreen(job(CANCELLED, List.of(), false, 0, cancelled));
  }

  @Test
  void findsADeathWithoutHistoryOrLetter() {
    var calls = List.of(call(500, 500, "a"));
    assertGreen(job(SCHEDULED, calls, false, 1, new End("DEAD", 5)));
    assertRed(job(SCHEDULED, calls, false, 1, new End("DEAD", 0)), Kind.DEAD_LETTER);
    assertRed(job(SCHEDULED, calls, false, 0, new End("DEAD", 5)), Kind.DEAD_LETTER);
    assertRed(job(SCHEDULED, calls, false, 2, new End("DEAD", 5)), Kind.DEAD_LETTER);
  }

  @Test
  void findsADeathAtAnEndpointThatAlwaysAnswers() {
    var dead =
        new CalledJob(id(CallPlan.STEADY), SCHEDULED, List.of(), false, 1, new End("DEAD", 50));
    assertRed(dead, Kind.SHARED_FATE);
  }

  @Test
  void findsACallThatNobodyAskedFor() {
    var cancel = List.of(command(0, Verb.CANCEL, 0));
    assertGreen(job(cancel, List.of(), false, 0, End.UNKNOWN));
    assertRed(job(cancel, List.of(call(1, 1, "a")), true, 0, DONE), Kind.WRONG_DELIVERY);
  }

  @Test
  void reactsByTheSeedInEveryWay() {
    var kinds = new HashSet<String>();
    for (var i = 0; i < 300; i++) {
      var text = text(CallPlan.SHAKY, "call-" + i, 0);
      kinds.add(text.replaceAll(" .*", ""));
      assertThat(text(CallPlan.SHAKY, "call-" + i, 9_999)).isEqualTo(text);
      assertThat(text(CallPlan.STEADY, "call-" + i, i * 100L)).isEqualTo("200");
    }
    assertThat(kinds).containsExactlyInAnyOrder("200", "429", "500", "late", "reset");
  }

  @Test
  void breaksOneEndpointForSomeSeconds() {
    var brokenMs = REACTIONS.brokenMs();
    assertThat(brokenMs).isBetween(5_000, 15_000);
    assertThat(text(CallPlan.BROKEN, "call-1", 0)).isEqualTo("500");
    assertThat(text(CallPlan.BROKEN, "call-1", brokenMs - 1)).isEqualTo("500");
    assertThat(text(CallPlan.BROKEN, "call-1", brokenMs)).isEqualTo("200");
  }

  @Test
  void takesLateAnswersForSuccesses() {
    var ok = Reaction.status(200);
    assertThat(CallReactions.isSuccess(ok)).isTrue();
    assertThat(CallReactions.isSuccess(new Reaction.Late(Duration.ofSeconds(2), ok))).isTrue();
    assertThat(CallReactions.isSuccess(Reaction.status(429))).isFalse();
    assertThat(CallReactions.isSuccess(new Reaction.Reset())).isFalse();
  }

  private static String text(String endpoint, String id, long atMs) {
    var reaction = REACTIONS.to(endpoint, id, "1", atMs);
    if (reaction instanceof Reaction.Answer answer) {
      return Integer.toString(answer.status());
    }
    return reaction instanceof Reaction.Late late ? "late " + late.after() : "reset";
  }

  private static CalledJob done(ReceivedCall... calls) {
    return job(SCHEDULED, List.of(calls), true, 0, DONE);
  }

  private static CalledJob job(
      List<Command> commands, List<ReceivedCall> calls, boolean hadSuccess, int letters, End end) {
    return new CalledJob(id(CallPlan.SHAKY), commands, calls, hadSuccess, letters, end);
  }

  private static String id(String endpoint) {
    return IntStream.range(0, 100)
        .mapToObj(i -> "call-" + i)
        .filter(id -> CallPlan.endpoint(id).equals(endpoint))
        .findFirst()
        .orElseThrow();
  }

  /** Command that was stored at 0 ms. */
  private static Command command(long offset, Verb verb, long delayMs) {
    var time = verb == Verb.SCHEDULE ? new Time(delayMs, false, 0) : null;
    return new Command(new Place(0, offset), 0, "call", verb, clauses(time));
  }

  private static Clauses clauses(@Nullable Time time) {
    return new Clauses("replace", 0, time, new Cargo("", null, ""), true, null, null);
  }

  private static ReceivedCall call(long atMs, long dueMs, String message) {
    var headers = Map.of("delay-job-due-ms", Long.toString(dueMs), "webhook-id", message);
    return new ReceivedCall(atMs, "POST", "/shaky", headers, new byte[0]);
  }

  private static void assertGreen(CalledJob job) {
    assertThat(job.violations(0)).isEmpty();
  }

  private static void assertRed(CalledJob job, Kind kind) {
    assertThat(job.violations(0)).extracting(Violation::kind).containsOnly(kind);
  }
}
