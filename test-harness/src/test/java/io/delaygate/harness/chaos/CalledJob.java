package io.delaygate.harness.chaos;

import io.delaygate.harness.chaos.Operation.Verb;
import io.delaygate.harness.chaos.Violation.Kind;
import io.delaygate.harness.push.ReceivedCall;
import java.util.ArrayList;
import java.util.List;

/**
 * Evidence about one job that calls an endpoint. Pure.
 *
 * @param commands in order, including those of gateways
 * @param calls in the order of their receipt
 * @param hadSuccess whether a call was answered with a success
 * @param letters number of its dead letters
 * @param end what a gateway says in the end
 */
record CalledJob(
    String id,
    List<Command> commands,
    List<ReceivedCall> calls,
    boolean hadSuccess,
    int letters,
    End end) {

  /**
   * End of a job.
   *
   * @param state empty if the job is not known
   * @param attempts attempts in its history
   */
  record End(String state, int attempts) {
    static final End UNKNOWN = new End("", 0);

    /** Whether no call follows. */
    boolean isFinal() {
      return List.of("DONE", "DEAD", "CANCELLED").contains(state);
    }
  }

  /**
   * Promises that were broken.
   *
   * @param mostAheadMs greatest lead of a clock over the real time
   */
  List<Violation> violations(long mostAheadMs) {
    var schedules = schedules();
    if (schedules.isEmpty()) {
      return calls.isEmpty() ? List.of() : List.of(violation(Kind.WRONG_DELIVERY, "no schedule"));
    }
    var violations = new ArrayList<Violation>();
    var dueMs = schedules.stream().mapToLong(CalledJob::dueMs).min().orElseThrow();
    calls.stream()
        .filter(call -> call.atMs() + mostAheadMs < Math.max(dueMs, toldDueMs(call)))
        .forEach(
            call ->
                violations.add(
                    violation(
                        Kind.EARLY,
                        "called at %d, due %d, told %d"
                            .formatted(call.atMs(), dueMs, toldDueMs(call)))));
    var messages = calls.stream().map(ReceivedCall::messageId).distinct().count();
    if (messages > schedules.size()) {
      violations.add(violation(Kind.WRONG_DELIVERY, messages + " message ids"));
    }
    violations.addAll(ended());
    return violations;
  }

  private List<Violation> ended() {
    var text = "%s after %d calls".formatted(end, calls.size());
    return switch (end.state()) {
      case "DONE" ->
          hadSuccess ? List.of() : List.of(violation(Kind.LOST, text + " without a success"));
      case "DEAD" -> dead(text);
      case "CANCELLED" ->
          commands.stream().anyMatch(command -> command.verb() == Verb.CANCEL)
              ? List.of()
              : List.of(violation(Kind.LOST, text + ", and nobody cancelled it"));
      default -> List.of(violation(Kind.LOST, text));
    };
  }

  private List<Violation> dead(String text) {
    if (CallPlan.endpoint(id).equals(CallPlan.STEADY)) {
      return List.of(violation(Kind.SHARED_FATE, text + " of an endpoint that never failed"));
    }
    return letters > 0 && letters <= schedules().size() && end.attempts() > 0
        ? List.of()
        : List.of(violation(Kind.DEAD_LETTER, "%s, %d letters".formatted(text, letters)));
  }

  private List<Command> schedules() {
    return commands.stream().filter(command -> command.verb() == Verb.SCHEDULE).toList();
  }

  private static long dueMs(Command schedule) {
    var time = schedule.clauses().time();
    if (time == null) {
      throw new IllegalStateException("every job of the plan has a due time: " + schedule);
    }
    return time.absolute() ? time.ms() : schedule.storedMs() + time.ms();
  }

  private static long toldDueMs(ReceivedCall call) {
    return Long.parseLong(call.header("delay-job-due-ms"));
  }

  private Violation violation(Kind kind, String text) {
    var endpoint = CallPlan.endpoint(id);
    return new Violation(kind, "%s of %s: %s; commands %s".formatted(id, endpoint, text, commands));
  }
}
