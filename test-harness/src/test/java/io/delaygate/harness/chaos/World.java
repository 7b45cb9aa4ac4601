package io.delaygate.harness.chaos;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * One course that the life of a job may have taken so far.
 *
 * @param version at least this: parking for a while adds one, unseen
 * @param plan when it is due and what it delivers; null until it is scheduled
 * @param arrivals what must have been delivered so far, and nothing else
 */
record World(Phase phase, long version, @Nullable Due plan, List<Due> arrivals) {

  /** Where a job is in its life. */
  enum Phase {
    UNKNOWN,
    PENDING,
    DELIVERED,
    CANCELLED,
    EXPIRED
  }

  /**
   * A delivery that is to come, or has come.
   *
   * @param fromMs due at this time at the earliest
   * @param toMs due at this time at the latest
   * @param expiresMs at the latest; {@link Long#MAX_VALUE} for never
   */
  record Due(long fromMs, long toMs, long expiresMs, Cargo cargo) {
    boolean explains(Delivery delivery) {
      return cargo.equals(delivery.cargo())
          && fromMs <= delivery.dueMs()
          && delivery.dueMs() <= toMs
          && (delivery.isStampedByBroker() || delivery.stampMs() <= expiresMs);
    }

    Due at(long dueMs) {
      return new Due(dueMs, dueMs, expiresMs, cargo);
    }
  }

  static final World START = new World(Phase.UNKNOWN, 0, null, List.of());

  World {
    arrivals = List.copyOf(arrivals);
  }

  /** The job as it is pending; must be so. */
  Due pending() {
    if (phase != Phase.PENDING || plan == null) {
      throw new IllegalStateException("not pending: " + this);
    }
    return plan;
  }

  World scheduled(long newVersion, Due due) {
    return new World(Phase.PENDING, newVersion, due, arrivals);
  }

  World ended(Phase end) {
    var more = new ArrayList<>(arrivals);
    if (end == Phase.DELIVERED) {
      more.add(pending());
    }
    return new World(end, version, plan, more);
  }

  /** This world and those that it may become while no command comes. */
  Stream<World> later() {
    return phase == Phase.PENDING ? Stream.concat(Stream.of(this), ends()) : Stream.of(this);
  }

  /**
   * What it must be when everything is quiet: what is due has left, and nothing else.
   *
   * @param quietMs nothing that is due by then is pending any more
   */
  Stream<World> atRest(long quietMs) {
    if (phase != Phase.PENDING) {
      return Stream.of(this);
    }
    var stays = pending().toMs() > quietMs ? Stream.of(this) : Stream.<World>empty();
    var leaves = pending().fromMs() <= quietMs ? ends() : Stream.<World>empty();
    return Stream.concat(stays, leaves);
  }

  private Stream<World> ends() {
    var delivered = Stream.of(ended(Phase.DELIVERED));
    return pending().expiresMs() == Long.MAX_VALUE
        ? delivered
        : Stream.concat(delivered, Stream.of(ended(Phase.EXPIRED)));
  }

  @Override
  public String toString() {
    return "%s v%d, delivered %d times".formatted(phase, version, arrivals.size());
  }
}
