package io.delaygate.gateway.draft;

import io.delaygate.gateway.problem.ProblemException;
import io.delaygate.schemas.command.Command;
import io.delaygate.schemas.command.CommandParser;
import io.delaygate.schemas.command.CommandRecord;
import io.delaygate.schemas.command.ParsedCommand;
import io.delaygate.schemas.contract.JobId;
import io.delaygate.schemas.directory.TargetCheck;
import io.delaygate.schemas.directory.TopicDirectory;
import java.time.Clock;
import java.util.List;
import org.apache.kafka.common.header.Header;
import org.jspecify.annotations.Nullable;

/**
 * Judges a draft as the scheduler will: the same parser, the same look at the target. What passes
 * here is refused later only if the target changes in between.
 */
public final class Intake {
  private final CommandParser parser;
  private final TopicDirectory directory;
  private final Clock clock;

  /**
   * Judges by these.
   *
   * @param directory may block for a target that was not asked for lately
   * @param clock what due times may lie ahead of at most
   */
  public Intake(CommandParser parser, TopicDirectory directory, Clock clock) {
    this.parser = parser;
    this.directory = directory;
    this.clock = clock;
  }

  /**
   * The command that the draft will be read as.
   *
   * @throws ProblemException when it would be refused
   */
  public Command.Schedule judge(String id, JobDraft draft) {
    var key = FieldReader.utf8("id", id);
    // coordinates would only be looked at for a record without a key
    var record = new CommandRecord(key, draft.value(), draft.headers(), 0, 0);
    var schedule = (Command.Schedule) understood(record, draft.names());
    checkTarget(schedule, draft.names());
    return schedule;
  }

  /**
   * Whether a command for an existing job is one.
   *
   * @throws ProblemException when it would be refused
   */
  public void judge(JobId id, List<Header> headers, byte @Nullable [] value) {
    understood(new CommandRecord(id.bytes(), value, headers, 0, 0), FieldNames.PLAIN);
  }

  private Command understood(CommandRecord record, FieldNames names) {
    var parsed = parser.parse(record, clock.millis());
    if (parsed instanceof ParsedCommand.Refused refused) {
      throw names.problem(refused.refusal());
    }
    return ((ParsedCommand.Understood) parsed).command();
  }

  private void checkTarget(Command.Schedule schedule, FieldNames names) {
    TargetCheck.atIntake(schedule.job(0, 0), directory)
        .ifPresent(
            refusal -> {
              throw names.problem(refusal);
            });
  }
}
