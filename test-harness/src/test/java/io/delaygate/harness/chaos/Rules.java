package io.delaygate.harness.chaos;

import io.delaygate.harness.chaos.Command.Time;
import io.delaygate.harness.chaos.World.Due;
import io.delaygate.harness.chaos.World.Phase;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Effects of commands by the contract's table, implemented independently of the product's rules. If
 * only a lower bound of a version is known, two answers are possible.
 *
 * @param mostBehindMs greatest lag of a scheduler's clock: a relative time counts from the time of
 *     reading at the latest
 * @param fragile possible effects on jobs for the fragile target
 */
record Rules(long mostBehindMs, Fragile fragile) {

  /** The world after a command, with the word of the outcome. */
  record Step(String word, World world) {}

  Stream<Step> after(World world, Command command) {
    return switch (command.verb()) {
      case SCHEDULE -> schedules(world, command);
      case CANCEL -> ifVersion(world, command, cancel(world));
      case RESCHEDULE, FIRE ->
          Stream.concat(
              ifVersion(world, command, change(world, command)), refusedChange(world, command));
      case KICK -> Stream.of(kick(world, command));
      case DISCARD -> Stream.of(discard(world));
      case RESERVE, FINISH, RELEASE, EXTEND, BURY ->
          Stream.of(new WorkRules(this).after(world, command));
    };
  }

  private Stream<Step> schedules(World world, Command command) {
    var step = Stream.of(schedule(world, command));
    return fragile.mayRefuse(command.clauses().cargo())
        ? Stream.concat(step, Stream.of(new Step("REJECTED", world)))
        : step;
  }

  /** A change of the content is checked against the target again. */
  private Stream<Step> refusedChange(World world, Command command) {
    return command.verb() == Operation.Verb.RESCHEDULE
            && world.phase().isPending()
            && fragile.mayRefuse(world.planned().cargo())
        ? Stream.of(new Step("REJECTED", world))
        : Stream.empty();
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
    return world.phase().isPending() || world.phase() == Phase.DEAD
        ? new Step("REPLACED", world.scheduled(world.version() + 1, due))
        : new Step("SCHEDULED", world.scheduled(1, due));
  }

  private static Step cancel(World world) {
    return switch (world.phase()) {
      case PENDING, RETRYING, HELD_BACK, READY, RESERVED ->
          new Step("CANCELLED", world.ended(Phase.CANCELLED));
      case CANCELLED -> new Step("CANCELLED", world);
      case DELIVERED, DONE -> new Step("ALREADY_DELIVERED", world);
      case DEAD, EXPIRED, DISCARDED, UNKNOWN -> new Step("NOT_FOUND", world);
    };
  }

  private Step change(World world, Command command) {
    return switch (world.phase()) {
      case PENDING, RETRYING, HELD_BACK, READY, RESERVED -> changePending(world, command);
      case DELIVERED, DONE -> new Step("ALREADY_DELIVERED", world);
      case DEAD, CANCELLED, EXPIRED, DISCARDED, UNKNOWN -> new Step("NOT_FOUND", world);
    };
  }

  /** A new due time ends the attempt, and needs a remaining one. */
  private Step changePending(World world, Command command) {
    var isMoved = command.verb() == Operation.Verb.FIRE || command.clauses().time() != null;
    if (isMoved && !world.hasAttemptLeft()) {
      return new Step("STALE", world);
    }
    var phase = isMoved ? Phase.PENDING : world.phase();
    return new Step("RESCHEDULED", world.changed(phase, changed(world.planned(), command)));
  }

  private Step kick(World world, Command command) {
    return switch (world.phase()) {
      case DEAD -> new Step("KICKED", kicked(world, command));
      case PENDING, RETRYING, HELD_BACK, READY, RESERVED -> new Step("STALE", world);
      case DELIVERED, DONE -> new Step("ALREADY_DELIVERED", world);
      case CANCELLED, EXPIRED, DISCARDED, UNKNOWN -> new Step("NOT_FOUND", world);
    };
  }

  /** A kicked job has all attempts again, and no expiry. */
  private World kicked(World world, Command command) {
    var dead = world.planned();
    var due =
        new Due(readFromMs(command), Long.MAX_VALUE, Long.MAX_VALUE, dead.cargo(), dead.ack());
    return world.begunAnew(due);
  }

  private static Step discard(World world) {
    return switch (world.phase()) {
      case DEAD, DISCARDED -> new Step("DISCARDED", world.ended(Phase.DISCARDED));
      case PENDING, RETRYING, HELD_BACK, READY, RESERVED -> new Step("STALE", world);
      case DELIVERED, DONE -> new Step("ALREADY_DELIVERED", world);
      case CANCELLED, EXPIRED, UNKNOWN -> new Step("NOT_FOUND", world);
    };
  }

  private static Stream<Step> ifVersion(World world, Command command, Step step) {
    var wanted = command.clauses().ifVersion();
    if (wanted == 0 || !world.phase().isPending()) {
      return Stream.of(step);
    }
    var stale = new Step("STALE", world);
    return wanted < world.version() ? Stream.of(stale) : Stream.of(stale, step);
  }

  private Due changed(Due due, Command command) {
    if (command.verb() == Operation.Verb.FIRE) {
      return due.between(readFromMs(command), Long.MAX_VALUE);
    }
    var cargo = due.cargo().changedBy(command.clauses().cargo());
    var same = new Due(due.fromMs(), due.toMs(), due.expiresMs(), cargo, due.ack());
    var time = command.clauses().time();
    return time == null ? same : same.between(from(command, time), to(command, time));
  }

  private Due due(Command command, Cargo cargo) {
    @Nullable Time time = command.clauses().time();
    if (time == null) {
      throw new IllegalStateException("the load never leaves out the time: " + command);
    }
    var expiresMs = time.ttlMs() == 0 ? Long.MAX_VALUE : command.storedMs() + time.ttlMs();
    return new Due(
        from(command, time), to(command, time), expiresMs, cargo, command.clauses().ack());
  }

  /** Lower bound of the time at which a command is read, by any clock. */
  long readFromMs(Command command) {
    return command.storedMs() - mostBehindMs;
  }

  long from(Command command, Time time) {
    return time.absolute() ? time.ms() : readFromMs(command) + time.ms();
  }

  static long to(Command command, Time time) {
    return time.absolute() ? time.ms() : command.storedMs() + time.ms();
  }
}
