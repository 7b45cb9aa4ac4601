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
 * Model of what may happen to one job between two commands: it is delivered, an attempt ends, or it
 * expires. Pure.
 *
 * <p>Deliveries of an acknowledged job lie in one partition in order, each with its number and
 * lease. So a course takes the next one if it matches, and cannot take another. No step depends on
 * the time at which it happened: a time-out is bounded by the times in records, which hold for any
 * clock, so that clock steps do not invalidate it.
 *
 * @param attempts deliveries of the job, if it is acknowledged, in order
 * @param fragile possible effects on jobs for the fragile target
 */
record Meanwhile(List<Delivery> attempts, Fragile fragile) {
  Meanwhile {
    attempts = List.copyOf(attempts);
  }

  /** This world and all worlds that may follow. */
  Stream<World> after(World world) {
    var found = new LinkedHashSet<World>(Set.of(world));
    var open = new ArrayDeque<World>(found);
    while (!open.isEmpty()) {
      next(open.remove()).filter(found::add).forEach(open::add);
    }
    return found.stream();
  }

  /** The worlds that may follow in one step. */
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
   * The worlds that are possible at the end: due jobs have left, and no attempt is in flight.
   *
   * @param quietMs no job that was due by then is still pending
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

  /** The world after the next delivery, if that delivery matches. */
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

  /** The worlds in which the target never takes the job. */
  private Stream<World> refused(World world) {
    var due = world.planned();
    return fragile.deaths(due.cargo()).stream().map(reason -> world.dead(reason, due.fromMs()));
  }

  /** Whether the next delivery is the expected one, but came too early. */
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
    // a broker's timestamp is later than the emission by an unknown time
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

  /** A delivery that was not reserved is due again at any later time. */
  private static World.Due again(World world) {
    return world.planned().between(world.attempt().endsFromMs(), Long.MAX_VALUE);
  }

  /** The delivery was not reserved, and its target does not take another one now. */
  private static Stream<World> heldBack(World world) {
    return isUnreserved(world)
        ? Stream.of(world.changed(Phase.HELD_BACK, world.planned()))
        : Stream.empty();
  }

  /** The attempt ended without feedback. */
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
