package io.delaygate.harness.chaos;

import io.delaygate.harness.chaos.World.Attempt;
import io.delaygate.harness.chaos.World.Phase;
import java.util.ArrayDeque;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Stream;

/**
 * What may happen to one job while no command comes: it is delivered, an attempt is over, it
 * expires. Pure.
 *
 * <p>Of an acknowledged job, deliveries lie in one partition in their order, each with its number
 * and lease. So a course takes the next one if that is what must come, and cannot take another.
 * Nothing here asks what time it was when: a time-out is bound by the times that the records name,
 * which hold whichever clock was read, so that clocks that step do not make it false.
 *
 * @param attempts the deliveries of the job that are to be confirmed, in their order
 * @param fragile what may become of jobs for the fragile target
 */
record Meanwhile(List<Delivery> attempts, Fragile fragile) {
  Meanwhile {
    attempts = List.copyOf(attempts);
  }

  /** This world and all that it may become. */
  Stream<World> after(World world) {
    var found = new LinkedHashSet<World>(Set.of(world));
    var open = new ArrayDeque<World>(found);
    while (!open.isEmpty()) {
      next(open.remove()).filter(found::add).forEach(open::add);
    }
    return found.stream();
  }

  /** What it may become in one step. */
  Stream<World> next(World world) {
    if (!world.phase().isPending()) {
      return Stream.empty();
    }
    return world.isAcknowledged()
        ? Stream.of(attempted(world), heldBack(world), over(world), expired(world))
            .flatMap(step -> step)
        : Stream.of(Stream.of(world.ended(Phase.DELIVERED)), refused(world), expired(world))
            .flatMap(step -> step);
  }

  /**
   * What it must be when everything is quiet: what is due has left, nobody works, nothing else.
   *
   * @param quietMs nothing that is due by then is pending any more
   */
  Stream<World> atRest(World world, long quietMs) {
    if (world.phase() == Phase.PENDING && world.planned().fromMs() > quietMs) {
      return Stream.of(world);
    }
    return after(world)
        .filter(
            end ->
                !end.phase().isPending()
                    || (end.phase() == Phase.PENDING && end.planned().toMs() > quietMs));
  }

  /** The next delivery, if it is that of this world. */
  private Stream<World> attempted(World world) {
    if (world.past().attempts() >= attempts.size()) {
      return Stream.empty();
    }
    var delivery = attempts.get(world.past().attempts());
    var isNext = delivery.attempt() == world.attempt().number() + 1;
    var isSame = delivery.attempt() == world.attempt().number();
    var isNew =
        attempts.stream()
            .limit(world.past().attempts())
            .noneMatch(before -> Objects.equals(before.lease(), delivery.lease()));
    var fits =
        mayComeAgain(world)
            ? isSame && again(world).explains(delivery)
            : world.phase().waits() && isNext && world.planned().explains(delivery);
    return fits && isNew ? Stream.of(world.taking(attempt(world.ack(), delivery))) : Stream.empty();
  }

  /** Its target will never take it. */
  private Stream<World> refused(World world) {
    var due = world.planned();
    return fragile.deaths(due.cargo()).stream().map(reason -> world.dead(reason, due.fromMs()));
  }

  /** Whether the next delivery is the one to come, but came before its time. */
  boolean isEarly(World world) {
    return world.phase().waits()
        && world.isAcknowledged()
        && world.past().attempts() < attempts.size()
        && isEarly(world, attempts.get(world.past().attempts()));
  }

  private static boolean isEarly(World world, Delivery next) {
    return next.attempt() == world.attempt().number() + 1
        && next.dueMs() < world.planned().fromMs()
        && world.planned().at(next.dueMs()).explains(next);
  }

  private static Attempt attempt(Ack ack, Delivery delivery) {
    // a broker stamps later than the scheduler emits: nobody knows how much
    var emittedFromMs = delivery.isStampedByBroker() ? delivery.dueMs() : delivery.stampMs();
    var waitMs = ack.lease().fromReserve() ? Rig.RESERVE_WAIT_MS : ack.lease().ms();
    var lease = Objects.requireNonNull(delivery.lease());
    return new Attempt(delivery.attempt(), lease, emittedFromMs + waitMs);
  }

  private static boolean mayComeAgain(World world) {
    return world.phase() == Phase.HELD_BACK || isUnreserved(world);
  }

  private static boolean isUnreserved(World world) {
    return world.phase() == Phase.READY && world.ack().lease().fromReserve();
  }

  /** A delivery that nobody reserved is due again when it comes again. */
  private static World.Due again(World world) {
    return world.planned().between(world.attempt().endsFromMs(), Long.MAX_VALUE);
  }

  /** Nobody reserved it, and its target does not take it again now. */
  private static Stream<World> heldBack(World world) {
    return isUnreserved(world)
        ? Stream.of(world.changed(Phase.HELD_BACK, world.planned()))
        : Stream.empty();
  }

  /** Nobody has spoken for the attempt in time. */
  private static Stream<World> over(World world) {
    if (!world.phase().isUnderWay() || isUnreserved(world)) {
      return Stream.empty();
    }
    var attempt = world.attempt();
    if (!world.hasAttemptLeft()) {
      return Stream.of(world.dead("ATTEMPTS_EXHAUSTED", attempt.endsFromMs()));
    }
    var fromMs = attempt.endsFromMs() + world.ack().backoff().leastMs(attempt.number());
    var due = world.planned().between(fromMs, Long.MAX_VALUE);
    return Stream.of(world.changed(Phase.RETRYING, due));
  }

  private static Stream<World> expired(World world) {
    if (world.planned().expiresMs() == Long.MAX_VALUE) {
      return Stream.empty();
    }
    var leavesLetter = world.isAcknowledged() && world.ack().letters().onExpiry();
    return Stream.of(leavesLetter ? world.dead("EXPIRED", 0) : world.ended(Phase.EXPIRED));
  }
}
