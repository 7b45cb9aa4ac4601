package io.delaygate.scheduler.rules;

import static io.delaygate.scheduler.rules.JobExamples.CREATED_MS;
import static io.delaygate.scheduler.rules.JobExamples.due;
import static org.assertj.core.api.Assertions.assertThat;

import io.delaygate.harness.documents.GeneratedBlock;
import io.delaygate.schemas.command.Command;
import io.delaygate.schemas.command.IfExists;
import io.delaygate.schemas.command.When;
import io.delaygate.schemas.contract.JobId;
import io.delaygate.schemas.contract.Op;
import io.delaygate.schemas.contract.Outcome;
import io.delaygate.schemas.contract.ReasonCode;
import io.delaygate.schemas.job.Attempt;
import io.delaygate.schemas.job.Attempts;
import io.delaygate.schemas.job.DeadLetterReason;
import io.delaygate.schemas.job.EndState;
import io.delaygate.schemas.job.EndedJob;
import io.delaygate.schemas.job.Job;
import io.delaygate.schemas.job.JobChanges;
import io.delaygate.schemas.job.JobState;
import io.delaygate.schemas.job.JobTimes;
import io.delaygate.schemas.job.KnownJob;
import io.delaygate.schemas.job.OnExpiry;
import io.delaygate.schemas.job.Policy;
import io.delaygate.schemas.job.RetryPolicy;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Tests of every operation in every state, and of the documented table of outcomes. */
class OutcomeTableTest {
  private static final long NOW = CREATED_MS + 500;
  private static final DecisionTime AT = new DecisionTime(NOW, NOW, 0);
  private static final JobId ID = new JobId("a");
  private static final long VERSION = 4;

  /** Expected answers by state, in the order of {@link #OPS}. */
  private static final Map<String, String> EXPECTED = new LinkedHashMap<>();

  static {
    var schedule = "SCHEDULED IGNORED REJECTED";
    var pending =
        "REPLACED IGNORED REJECTED CANCELLED CANCELLED STALE"
            + " RESCHEDULED RESCHEDULED STALE RESCHEDULED RESCHEDULED STALE";
    var unheard = " STALE".repeat(12);
    var notDead = " STALE".repeat(6);
    var heard = " DONE STALE RELEASED STALE%s STALE EXTENDED STALE BURIED STALE";
    var notFound = " NOT_FOUND".repeat(6);
    var delivered = " ALREADY_DELIVERED".repeat(6);
    EXPECTED.put("SCHEDULED", pending + unheard + notDead);
    EXPECTED.put("PARKED", pending + unheard + notDead);
    EXPECTED.put("READY", pending + " RESERVED STALE" + heard.formatted(" STALE") + notDead);
    EXPECTED.put("RESERVED", pending + " STALE STALE" + heard.formatted(" RELEASED") + notDead);
    EXPECTED.put(
        "DEAD",
        "REPLACED IGNORED REJECTED"
            + " NOT_FOUND".repeat(9)
            + unheard
            + " KICKED KICKED STALE DISCARDED DISCARDED STALE");
    EXPECTED.put("DELIVERED", schedule + " ALREADY_DELIVERED".repeat(9) + unheard + delivered);
    EXPECTED.put(
        "DONE",
        schedule
            + " ALREADY_DELIVERED".repeat(9)
            + " STALE STALE DONE"
            + " STALE".repeat(9)
            + delivered);
    EXPECTED.put("CANCELLED", schedule + " CANCELLED".repeat(3) + notFound + unheard + notFound);
    EXPECTED.put("EXPIRED", schedule + " NOT_FOUND".repeat(9) + unheard + notFound);
    EXPECTED.put(
        "DISCARDED",
        schedule
            + " NOT_FOUND".repeat(9)
            + unheard
            + " NOT_FOUND".repeat(3)
            + " DISCARDED".repeat(3));
    EXPECTED.put("unknown", "SCHEDULED SCHEDULED SCHEDULED" + " NOT_FOUND".repeat(27));
  }

  private static final Map<String, Command> OPS = new LinkedHashMap<>();

  static {
    for (var policy : IfExists.values()) {
      OPS.put("schedule, " + policy.text(), schedule(policy));
    }
    OPS.put("cancel", new Command.Cancel(ID, null));
    OPS.put("cancel, if it has the version", new Command.Cancel(ID, VERSION));
    OPS.put("cancel, if it has another version", new Command.Cancel(ID, VERSION - 1));
    OPS.put("reschedule", move(null));
    OPS.put("reschedule, if it has the version", move(VERSION));
    OPS.put("reschedule, if it has another version", move(VERSION - 1));
    OPS.put("fire", new Command.Fire(ID, null));
    OPS.put("fire, if it has the version", new Command.Fire(ID, VERSION));
    OPS.put("fire, if it has another version", new Command.Fire(ID, VERSION - 1));
    feedback("reserve", claim -> new Command.Reserve(ID, claim, null));
    feedback("finish", claim -> new Command.Finish(ID, claim, null));
    feedback("release", claim -> new Command.Release(ID, claim, null, null));
    feedback("release, attempt unused", claim -> new Command.HandBack(ID, claim));
    feedback("extend", claim -> new Command.Extend(ID, claim, null));
    feedback("bury", claim -> new Command.Bury(ID, claim, null));
    OPS.put("kick", new Command.Kick(ID, null));
    OPS.put("kick, if it has the version", new Command.Kick(ID, VERSION));
    OPS.put("kick, if it has another version", new Command.Kick(ID, VERSION - 1));
    OPS.put("discard", new Command.Discard(ID, null));
    OPS.put("discard, if it has the version", new Command.Discard(ID, VERSION));
    OPS.put("discard, if it has another version", new Command.Discard(ID, VERSION - 1));
  }

  private static void feedback(String op, Function<Command.Claim, Command> command) {
    var lease = job(JobState.READY).lease();
    OPS.put(op + ", with the lease", command.apply(new Command.Claim(lease, 1)));
    OPS.put(op + ", with another lease", command.apply(new Command.Claim("x-1", null)));
  }

  @Test
  void everyCellIsAsTheTableSays() {
    assertThat(decided()).isEqualTo(EXPECTED);
  }

  @Test
  void noStateIsMissing() {
    var all = new HashSet<String>(List.of("unknown"));
    Arrays.stream(JobState.values()).map(Enum::name).forEach(all::add);
    Arrays.stream(EndState.values()).map(Enum::name).forEach(all::add);
    // the end state DEAD of an earlier format has the same name as a job state
    assertThat(EXPECTED.keySet()).isEqualTo(all);
  }

  @Test
  void noOperationIsMissing() {
    for (var op : Op.values()) {
      assertThat(OPS.keySet())
          .as(op.name())
          .anyMatch(row -> row.equals(op.text()) || row.startsWith(op.text() + ", "));
    }
  }

  @Test
  void whatChangesNothingHasNoEffect() {
    for (var command : OPS.values()) {
      for (var state : EXPECTED.keySet()) {
        var decision = CommandRules.decide(command, known(state), AT, PendingQuota.UNBOUNDED);
        var changes =
            switch (decision.outcome()) {
              case SCHEDULED, REPLACED, RESCHEDULED, RESERVED -> true;
              case RELEASED, EXTENDED, BURIED, KICKED -> true;
              case CANCELLED, DONE, DISCARDED -> known(state) instanceof Job;
              default -> false;
            };
        assertThat(!decision.effects().isEmpty()).as("%s, %s", command, state).isEqualTo(changes);
      }
    }
  }

  @Test
  void aFullTargetRefusesWhatWouldAddAPendingJobAndNothingElse() {
    // Given
    var full = new PendingQuota(1, () -> 1, topic -> 1);

    for (var command : OPS.values()) {
      for (var state : EXPECTED.keySet()) {
        // When
        var usual = CommandRules.decide(command, known(state), AT, PendingQuota.UNBOUNDED);
        var decision = CommandRules.decide(command, known(state), AT, full);

        // Then
        var adds = usual.outcome() == Outcome.REPLACED && state.equals("DEAD");
        if (adds || usual.outcome() == Outcome.SCHEDULED) {
          assertThat(Objects.requireNonNull(decision.refusal()).reason())
              .as("%s, %s", command, state)
              .isEqualTo(ReasonCode.TARGET_FULL);
          assertThat(decision.effects()).isEmpty();
        } else {
          assertThat(decision.outcome()).as("%s, %s", command, state).isEqualTo(usual.outcome());
        }
      }
    }
  }

  @Test
  void aRejectedScheduleSaysWhy() {
    // When
    var decision =
        CommandRules.decide(
            schedule(IfExists.REJECT), known("SCHEDULED"), AT, PendingQuota.UNBOUNDED);

    // Then
    assertThat(Objects.requireNonNull(decision.refusal()).reason())
        .isEqualTo(ReasonCode.JOB_EXISTS);
  }

  @Test
  void theTableIsDocumented() throws IOException {
    GeneratedBlock.check("schemas/docs/outcomes.md", "decisions", markdown());
  }

  private static Map<String, String> decided() {
    var table = new LinkedHashMap<String, String>();
    for (var state : EXPECTED.keySet()) {
      var row = new ArrayList<String>();
      for (var command : OPS.values()) {
        row.add(
            CommandRules.decide(command, known(state), AT, PendingQuota.UNBOUNDED)
                .outcome()
                .name());
      }
      table.put(state, String.join(" ", row));
    }
    return table;
  }

  private static String markdown() {
    var states = List.copyOf(EXPECTED.keySet());
    var text = new StringBuilder("| | ").append(String.join(" | ", states)).append(" |\n|---");
    text.append("|---".repeat(states.size())).append("|\n");
    for (var op : OPS.entrySet()) {
      text.append("| ").append(op.getKey());
      for (var state : states) {
        var outcome =
            CommandRules.decide(op.getValue(), known(state), AT, PendingQuota.UNBOUNDED).outcome();
        text.append(" | ").append(outcome);
      }
      text.append(" |\n");
    }
    return text.toString();
  }

  private static @Nullable KnownJob known(String state) {
    return switch (state) {
      case "unknown" -> null;
      case "DELIVERED", "DONE", "CANCELLED", "EXPIRED", "DISCARDED" ->
          EndedJob.of(job(JobState.READY), EndState.valueOf(state), NOW);
      default -> job(JobState.valueOf(state));
    };
  }

  /** An acknowledged job in this state, after its first delivery. */
  private static Job job(JobState state) {
    var any = due("a", NOW + 100);
    var death =
        state == JobState.DEAD ? new DeadLetterReason(ReasonCode.BURIED, "it was too much") : null;
    return new Job(
        ID,
        state,
        VERSION,
        any.times(),
        any.target(),
        any.payload(),
        new Policy(5, OnExpiry.DROP, null, RetryPolicy.USUAL),
        new Attempts(1, NOW, VERSION, List.of(new Attempt(1, NOW, 0, 0, null, null))),
        death,
        null,
        false,
        JobChanges.NONE);
  }

  private static Command schedule(IfExists policy) {
    var job = due("a", 0);
    return new Command.Schedule(
        ID,
        new When.At(NOW + 1),
        job.target(),
        job.payload(),
        policy,
        JobTimes.NEVER,
        job.policy());
  }

  private static Command move(@Nullable Long ifVersion) {
    return new Command.Reschedule(ID, new When.At(NOW + 1), null, List.of(), ifVersion);
  }
}
