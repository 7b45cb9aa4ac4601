package io.delaygate.gateway.payload;

import io.delaygate.gateway.access.Caller;
import io.delaygate.gateway.access.Quotas;
import io.delaygate.gateway.http.ProblemException;
import io.delaygate.schemas.command.Command;
import io.delaygate.schemas.command.CommandRecord;
import io.delaygate.schemas.command.ParsedCommand;
import io.delaygate.schemas.command.Refusal;
import java.util.Collection;
import java.util.Optional;

/**
 * Validator of command records that are sent as they are. The same rules hold as for the same
 * commands over HTTP, so that a record allows nothing that a call does not allow.
 *
 * @param rules of calls
 */
public record RecordValidator(CommandValidator rules) {
  /** Parses a record as the scheduler will. */
  public ParsedCommand parse(CommandRecord record) {
    return rules.parser().parse(record, rules.clock().millis());
  }

  /** Looks up the targets of many commands together, before they are checked. May block. */
  public void lookUp(Caller caller, Collection<Command> commands) {
    rules.lookUpTargets(caller, commands);
  }

  /** The refusal of a command of the caller's namespace; empty for one that may be sent. */
  public Optional<Refusal> refusal(Caller caller, CommandRecord record, Command command) {
    if (!(command instanceof Command.Schedule) && !(command instanceof Command.Reschedule)) {
      return Optional.empty();
    }
    return notNameable(caller, command)
        .or(() -> rules.forbidden(command.id().namespace(), record.headers()))
        .or(() -> rules.unusable(command))
        .or(() -> unfit(caller, record));
  }

  /** Namespaces have fewer ids than the contract. */
  private static Optional<Refusal> notNameable(Caller caller, Command command) {
    return command instanceof Command.Schedule schedule && !schedule.id().isGenerated()
        ? refusal(() -> caller.ids().toSchedule(schedule.id().local()))
        : Optional.empty();
  }

  private Optional<Refusal> unfit(Caller caller, CommandRecord record) {
    var value = record.value();
    return refusal(() -> quotas().fit(caller, value == null ? 0 : value.length));
  }

  private static Optional<Refusal> refusal(Runnable check) {
    try {
      check.run();
      return Optional.empty();
    } catch (ProblemException refused) {
      return Optional.of(Refusal.of(refused.problem().reason(), refused.problem().detail()));
    }
  }

  /**
   * Counts a command that is about to be sent, as the call for it would: as a new job, or as one
   * that is delivered early or again.
   *
   * @throws ProblemException 429 when it is one too many, 409 when its queue is
   */
  public void charge(Caller caller, Command command) {
    rules.open(caller, command);
    if (command instanceof Command.Schedule) {
      quotas().take(caller, 1);
    } else if (command instanceof Command.Fire || command instanceof Command.Kick) {
      quotas().takeAgain(caller);
    }
  }

  private Quotas quotas() {
    return rules.bounds().quotas();
  }
}
