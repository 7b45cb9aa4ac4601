package io.delaygate.harness.chaos;

import io.delaygate.harness.chaos.Command.Time;
import io.delaygate.harness.chaos.World.Due;
import io.delaygate.harness.chaos.World.Phase;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * What a command does, in the words of the contract's table and independent of the product's own
 * rules. A version that is only known at least makes two answers possible.
 *
 * @param mostBehindMs how far a scheduler's clock was behind: a relative time counts from no later
 *     than the moment when it is read
 */
record Rules(long mostBehindMs) {

  /** A world after a command, and the word for it. */
  record Step(String word, World world) {}

  Stream<Step> after(World world, Command command) {
    return switch (command.verb()) {
      case SCHEDULE -> Stream.of(schedule(world, command));
      case CANCEL -> ifVersion(world, command, cancel(world));
      case RESCHEDULE, FIRE -> ifVersion(world, command, change(world, command));
    };
  }

  private Step schedule(World world, Command command) {
    var known = world.phase() != Phase.UNKNOWN;
    var policy = command.clauses().ifExists();
    if (known && policy.equals("ignore")) {
      return new Step("IGNORED", world);
    }
    if (known && policy.equals("reject")) {
      return new Step("REJECTED", world);
    }
    var due = due(command, command.clauses().cargo());
    return world.phase() == Phase.PENDING
        ? new Step("REPLACED", world.scheduled(world.version() + 1, due))
        : new Step("SCHEDULED", world.scheduled(1, due));
  }

  private static Step cancel(World world) {
    return switch (world.phase()) {
      case PENDING -> new Step("CANCELLED", world.ended(Phase.CANCELLED));
      case CANCELLED -> new Step("CANCELLED", world);
      case DELIVERED -> new Step("ALREADY_DELIVERED", world);
      case EXPIRED, UNKNOWN -> new Step("NOT_FOUND", world);
    };
  }

  private Step change(World world, Command command) {
    return switch (world.phase()) {
      case PENDING ->
          new Step(
              "RESCHEDULED",
              world.scheduled(world.version() + 1, changed(world.pending(), command)));
      case DELIVERED -> new Step("ALREADY_DELIVERED", world);
      case CANCELLED, EXPIRED, UNKNOWN -> new Step("NOT_FOUND", world);
    };
  }

  private static Stream<Step> ifVersion(World world, Command command, Step step) {
    var wanted = command.clauses().ifVersion();
    if (wanted == 0 || world.phase() != Phase.PENDING) {
      return Stream.of(step);
    }
    var stale = new Step("STALE", world);
    return wanted < world.version() ? Stream.of(stale) : Stream.of(stale, step);
  }

  private Due changed(Due due, Command command) {
    var cargo = due.cargo().changedBy(command.clauses().cargo());
    if (command.verb() == Operation.Verb.FIRE) {
      // at whatever time it is read
      return new Due(
          command.storedMs() - mostBehindMs, Long.MAX_VALUE, due.expiresMs(), due.cargo());
    }
    var time = command.clauses().time();
    return time == null
        ? new Due(due.fromMs(), due.toMs(), due.expiresMs(), cargo)
        : new Due(from(command, time), to(command, time), due.expiresMs(), cargo);
  }

  private Due due(Command command, Cargo cargo) {
    @Nullable Time time = command.clauses().time();
    if (time == null) {
      throw new IllegalStateException("the load never leaves out the time: " + command);
    }
    var expiresMs = time.ttlMs() == 0 ? Long.MAX_VALUE : command.storedMs() + time.ttlMs();
    return new Due(from(command, time), to(command, time), expiresMs, cargo);
  }

  private long from(Command command, Time time) {
    return time.absolute() ? time.ms() : command.storedMs() - mostBehindMs + time.ms();
  }

  private static long to(Command command, Time time) {
    return time.absolute() ? time.ms() : command.storedMs() + time.ms();
  }
}
