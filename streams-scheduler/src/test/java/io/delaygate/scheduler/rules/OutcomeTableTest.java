package io.delaygate.scheduler.rules;

import static io.delaygate.scheduler.rules.JobExamples.CREATED_MS;
import static io.delaygate.scheduler.rules.JobExamples.due;
import static org.assertj.core.api.Assertions.assertThat;

import io.delaygate.schemas.command.Command;
import io.delaygate.schemas.command.IfExists;
import io.delaygate.schemas.command.When;
import io.delaygate.schemas.contract.JobId;
import io.delaygate.schemas.contract.ReasonCode;
import io.delaygate.schemas.job.EndState;
import io.delaygate.schemas.job.EndedJob;
import io.delaygate.schemas.job.Job;
import io.delaygate.schemas.job.JobState;
import io.delaygate.schemas.job.JobTimes;
import io.delaygate.schemas.job.KnownJob;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Every state against every operation, and the table of them in the README. */
class OutcomeTableTest {
  private static final Path README = Path.of(System.getProperty("basedir", ""), "..", "README.md");
  private static final String BEGIN = "<!-- decisions:begin -->";
  private static final String END = "<!-- decisions:end -->";
  private static final long NOW = CREATED_MS + 500;
  private static final JobId ID = new JobId("a");
  private static final long VERSION = 4;

  /** Each state with what is then answered to each operation, in the order of {@link #OPS}. */
  private static final Map<String, String> EXPECTED = new LinkedHashMap<>();

  static {
    var pending =
        "REPLACED IGNORED REJECTED CANCELLED CANCELLED STALE"
            + " RESCHEDULED RESCHEDULED STALE RESCHEDULED RESCHEDULED STALE";
    EXPECTED.put("SCHEDULED", pending);
    EXPECTED.put("PARKED", pending);
    EXPECTED.put("DELIVERED", "SCHEDULED IGNORED REJECTED" + " ALREADY_DELIVERED".repeat(9));
    EXPECTED.put(
        "CANCELLED",
        "SCHEDULED IGNORED REJECTED" + " CANCELLED".repeat(3) + " NOT_FOUND".repeat(6));
    EXPECTED.put("EXPIRED", "SCHEDULED IGNORED REJECTED" + " NOT_FOUND".repeat(9));
    EXPECTED.put("DEAD", "SCHEDULED IGNORED REJECTED" + " NOT_FOUND".repeat(9));
    EXPECTED.put("unknown", "SCHEDULED SCHEDULED SCHEDULED" + " NOT_FOUND".repeat(9));
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
    assertThat(EXPECTED.keySet()).isEqualTo(all);
  }

  @Test
  void whatChangesNothingHasNoEffect() {
    for (var command : OPS.values()) {
      for (var state : EXPECTED.keySet()) {
        var decision = CommandRules.decide(command, known(state), NOW, NOW);
        var changes =
            switch (decision.outcome()) {
              case SCHEDULED, REPLACED, RESCHEDULED -> true;
              case CANCELLED -> known(state) instanceof Job;
              default -> false;
            };
        assertThat(!decision.effects().isEmpty()).as("%s, %s", command, state).isEqualTo(changes);
      }
    }
  }

  @Test
  void aRejectedScheduleSaysWhy() {
    // When
    var decision = CommandRules.decide(schedule(IfExists.REJECT), known("SCHEDULED"), NOW, NOW);

    // Then
    assertThat(Objects.requireNonNull(decision.refusal()).reason())
        .isEqualTo(ReasonCode.JOB_EXISTS);
  }

  @Test
  void theReadmeShowsTheTable() throws IOException {
    // Given
    var block = BEGIN + "\n" + markdown() + END;
    var readme = Files.readString(README);
    if (Boolean.getBoolean("readme.update")) {
      var rest = readme.substring(readme.indexOf(END) + END.length());
      readme = readme.substring(0, readme.indexOf(BEGIN)) + block + rest;
      Files.writeString(README, readme);
    }

    // Then
    assertThat(readme).as("run with -Dreadme.update=true").contains(block);
  }

  private static Map<String, String> decided() {
    var table = new LinkedHashMap<String, String>();
    for (var state : EXPECTED.keySet()) {
      var row = new ArrayList<String>();
      for (var command : OPS.values()) {
        row.add(CommandRules.decide(command, known(state), NOW, NOW).outcome().name());
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
        var outcome = CommandRules.decide(op.getValue(), known(state), NOW, NOW).outcome();
        text.append(" | ").append(outcome);
      }
      text.append(" |\n");
    }
    return text.toString();
  }

  private static @Nullable KnownJob known(String state) {
    var job = job(state.equals("PARKED") ? JobState.PARKED : JobState.SCHEDULED);
    return switch (state) {
      case "SCHEDULED", "PARKED" -> job;
      case "unknown" -> null;
      case "DEAD" -> EndedJob.dead(job, ReasonCode.TARGET_UNAVAILABLE, NOW);
      default -> EndedJob.of(job, EndState.valueOf(state), NOW);
    };
  }

  private static Job job(JobState state) {
    var any = due("a", NOW + 100);
    return new Job(ID, state, VERSION, any.times(), any.target(), any.payload(), any.policy());
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
