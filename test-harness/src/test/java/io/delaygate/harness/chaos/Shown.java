package io.delaygate.harness.chaos;

import io.delaygate.harness.chaos.World.Attempt;
import io.delaygate.harness.chaos.World.Phase;
import java.util.stream.Stream;

/**
 * Outcome as evidence: it shows the job after the command with everything that the task knew, so
 * courses that contradict it are dropped.
 */
record Shown(Outcome outcome, Meanwhile meanwhile) {

  /** The worlds after a command that the outcome allows; empty if it contradicts. */
  Stream<World> of(World world, Command command) {
    var job = outcome.job();
    if (job == null) {
      return Stream.of(world);
    }
    var now = phase(job.state());
    // a job that is due when it is stored is delivered at the same time
    var left = world.phase().waits() ? meanwhile.next(settled(world, job)) : Stream.<World>empty();
    return Stream.concat(Stream.of(world), left)
        .filter(candidate -> isSame(candidate.phase(), now))
        .filter(candidate -> candidate.version() <= job.version())
        .filter(candidate -> isDue(world, job))
        .filter(candidate -> waited(candidate, command, job))
        .filter(candidate -> speaksOfLease(candidate, job))
        .map(candidate -> pinned(candidate, job));
  }

  private static boolean isSame(Phase phase, Phase shown) {
    return phase == shown || (phase.waits() && shown == Phase.PENDING);
  }

  /** Checks the due time, which is only known for a waiting job. */
  private static boolean isDue(World before, Outcome.JobAfter job) {
    return !before.phase().waits()
        || before.phase() == Phase.HELD_BACK
        || before.planned().includes(job.dueMs());
  }

  /** Checks the backoff, whose times are of the clock that decided the outcome. */
  private boolean waited(World now, Command command, Outcome.JobAfter job) {
    if (!outcome.word().equals("RELEASED")
        || now.phase() != Phase.RETRYING
        || command.clauses().time() != null) {
      return true;
    }
    var backoff = now.ack().backoff();
    var waitMs = job.dueMs() - outcome.atMs();
    var attempt = now.attempt().number();
    return backoff.leastMs(attempt) <= waitMs && waitMs <= backoff.mostMs(attempt);
  }

  /** Checks the lease, which may be unknown until an outcome shows it. */
  private static boolean speaksOfLease(World now, Outcome.JobAfter job) {
    var lease = job.lease();
    if (!now.phase().isUnderWay()) {
      return lease == null;
    }
    var attempt = now.attempt();
    return lease != null
        && lease.attempt() == attempt.number()
        && (attempt.lease().isEmpty() || attempt.lease().equals(lease.text()))
        && (expires(now) || lease.endsMs() >= attempt.endsFromMs());
  }

  /** Whether the job expires, because a lease is cut at the expiry. */
  private static boolean expires(World now) {
    return now.planned().expiresMs() != Long.MAX_VALUE;
  }

  private static World pinned(World now, Outcome.JobAfter job) {
    var lease = job.lease();
    var known = now.phase().waits() ? settled(now, job) : now;
    return lease == null
        ? known.at(job.version())
        : known
            .attempting(known.phase(), new Attempt(lease.attempt(), lease.text(), lease.endsMs()))
            .at(job.version());
  }

  private static World settled(World world, Outcome.JobAfter job) {
    var due = world.planned();
    var exact = due.includes(job.dueMs()) ? due.at(job.dueMs()) : due;
    return new World(world.phase(), world.version(), exact, world.attempt(), world.past());
  }

  private static Phase phase(String state) {
    return state.equals("SCHEDULED") || state.equals("PARKED")
        ? Phase.PENDING
        : Phase.valueOf(state);
  }
}
