package io.delaygate.harness.chaos;

import io.delaygate.harness.chaos.Operation.Claim;
import io.delaygate.harness.chaos.Rules.Step;
import io.delaygate.harness.chaos.World.Attempt;
import io.delaygate.harness.chaos.World.Due;
import io.delaygate.harness.chaos.World.Phase;

/**
 * Effects of workers' commands: only feedback with the current lease counts.
 *
 * @param rules rules for times
 */
record WorkRules(Rules rules) {
  Step after(World world, Command command) {
    var claim = command.clauses().claim();
    if (claim == null) {
      throw new IllegalStateException("workers never leave out the lease: " + command);
    }
    var stale = new Step("STALE", world);
    return switch (world.phase()) {
      case UNKNOWN -> new Step("NOT_FOUND", world);
      case READY, RESERVED -> speaksFor(claim, world) ? heard(world, command, claim) : stale;
      // a worker may repeat a finish
      case DONE ->
          command.verb() == Operation.Verb.FINISH && speaksFor(claim, world)
              ? new Step("DONE", world)
              : stale;
      default -> stale;
    };
  }

  private static boolean speaksFor(Claim claim, World world) {
    return claim.lease().equals(world.attempt().lease())
        && claim.attempt() == world.attempt().number();
  }

  private Step heard(World world, Command command, Claim claim) {
    return switch (command.verb()) {
      case RESERVE ->
          world.phase() == Phase.RESERVED
              ? new Step("STALE", world)
              : new Step("RESERVED", given(world, Phase.RESERVED, "", command));
      case EXTEND -> new Step("EXTENDED", given(world, world.phase(), claim.lease(), command));
      case FINISH -> new Step("DONE", world.ended(Phase.DONE));
      case RELEASE -> new Step("RELEASED", released(world, command));
      default -> new Step("BURIED", world.dead("BURIED", 0));
    };
  }

  /** The attempt with a new lease, from the time when the command is read. */
  private World given(World world, Phase phase, String lease, Command command) {
    var claim = command.clauses().claim();
    var askedMs =
        claim == null || claim.leaseMs() == 0 ? world.ack().lease().ms() : claim.leaseMs();
    var endsFromMs = rules.readFromMs(command) + askedMs;
    return world.attempting(phase, new Attempt(world.attempt().number(), lease, endsFromMs));
  }

  private World released(World world, Command command) {
    return world.hasAttemptLeft()
        ? world.changed(Phase.RETRYING, next(world, command))
        : world.dead("ATTEMPTS_EXHAUSTED", 0);
  }

  private Due next(World world, Command command) {
    var time = command.clauses().time();
    if (time != null) {
      return world.planned().between(rules.from(command, time), Rules.to(command, time));
    }
    var waitMs = world.ack().backoff().leastMs(world.attempt().number());
    return world.planned().between(rules.readFromMs(command) + waitMs, Long.MAX_VALUE);
  }
}
