package io.delaygate.harness.chaos;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One possible course of a job's life so far.
 *
 * @param version lower bound: a short parking increases it without being noticed
 * @param plan due time and content; null until the job is scheduled
 * @param attempt the last attempt of an acknowledged job in this life
 * @param past records that have left so far
 */
record World(Phase phase, long version, @Nullable Due plan, Attempt attempt, Past past) {

  /** Phase of a job's life. */
  enum Phase {
    UNKNOWN,
    PENDING,
    /** Acknowledged and due again soon by itself. */
    RETRYING,
    /** Acknowledged and not reserved: delivered again once its target takes it. */
    HELD_BACK,
    READY,
    RESERVED,
    DEAD,
    DELIVERED,
    DONE,
    CANCELLED,
    EXPIRED,
    DISCARDED;

    /** Whether it waits for its due time. */
    boolean waits() {
      return this == PENDING || this == RETRYING || this == HELD_BACK;
    }

    /** Whether it counts as pending. */
    boolean isPending() {
      return waits() || isUnderWay();
    }

    boolean isUnderWay() {
      return this == READY || this == RESERVED;
    }
  }

  /**
   * Delivery, in the future or past.
   *
   * @param fromMs earliest due time
   * @param toMs latest due time
   * @param expiresMs latest expiry; {@link Long#MAX_VALUE} for never
   * @param ack null for a job that ends with its delivery
   */
  record Due(long fromMs, long toMs, long expiresMs, Cargo cargo, @Nullable Ack ack) {
    boolean explains(Delivery delivery) {
      return cargo.equals(delivery.cargo())
          && includes(delivery.dueMs())
          && (delivery.isStampedByBroker() || delivery.stampMs() <= expiresMs);
    }

    boolean includes(long dueMs) {
      return fromMs <= dueMs && dueMs <= toMs;
    }

    Due at(long dueMs) {
      return between(dueMs, dueMs);
    }

    Due between(long newFromMs, long newToMs) {
      return new Due(newFromMs, newToMs, expiresMs, cargo, ack);
    }
  }

  /**
   * Delivery of an acknowledged job.
   *
   * @param number number of the attempt, from 1; 0 before the first
   * @param lease current or last lease; empty if only the worker that reserved it knows it
   * @param endsFromMs earliest end by itself, by the clocks that were read
   */
  record Attempt(int number, String lease, long endsFromMs) {
    static final Attempt NONE = new Attempt(0, "", 0);
  }

  /** Dead letter that must exist, with a time of {@code fromMs} or later. */
  record Death(String reason, int attempt, Cargo cargo, long fromMs) {
    boolean explains(Letter letter) {
      return reason.equals(letter.reason())
          && attempt == letter.attempt()
          && cargo.equals(letter.cargo())
          && fromMs <= letter.stampMs();
    }
  }

  /**
   * Records that must have left, and no others.
   *
   * @param arrivals deliveries that ended jobs, in any order
   * @param attempts number of deliveries of acknowledged jobs, from the first one on
   */
  record Past(List<Due> arrivals, int attempts, List<Death> deaths) {
    static final Past NOTHING = new Past(List.of(), 0, List.of());

    Past {
      arrivals = List.copyOf(arrivals);
      deaths = List.copyOf(deaths);
    }

    private Past arrived(Due due) {
      return new Past(with(arrivals, due), attempts, deaths);
    }

    private Past died(Death death) {
      return new Past(arrivals, attempts, with(deaths, death));
    }

    private static <T> List<T> with(List<T> list, T more) {
      var all = new ArrayList<>(list);
      all.add(more);
      return all;
    }
  }

  static final World START = new World(Phase.UNKNOWN, 0, null, Attempt.NONE, Past.NOTHING);

  /** Due time and content; the job must be scheduled. */
  Due planned() {
    if (plan == null) {
      throw new IllegalStateException("not planned: " + this);
    }
    return plan;
  }

  /** Policy of an acknowledged job. */
  Ack ack() {
    var ack = planned().ack();
    if (ack == null) {
      throw new IllegalStateException("not acknowledged: " + this);
    }
    return ack;
  }

  boolean isAcknowledged() {
    return plan != null && plan.ack() != null;
  }

  boolean hasAttemptLeft() {
    return !isAcknowledged() || attempt.number() < ack().maxAttempts();
  }

  World scheduled(long newVersion, Due due) {
    return new World(Phase.PENDING, newVersion, due, Attempt.NONE, past);
  }

  /** The same job with all its attempts. */
  World begunAnew(Due due) {
    return new World(Phase.RETRYING, version + 1, due, Attempt.NONE, past);
  }

  /** The same job after a change; a pending job stays pending. */
  World changed(Phase newPhase, Due due) {
    return new World(newPhase, version + 1, due, attempt, past);
  }

  /** The same with an exact version. */
  World at(long newVersion) {
    return new World(phase, newVersion, plan, attempt, past);
  }

  /** The same with a new lease or a reservation. */
  World attempting(Phase newPhase, Attempt now) {
    return new World(newPhase, version + 1, plan, now, past);
  }

  /** The same after the next delivery of an acknowledged job. */
  World taking(Attempt now) {
    var more = new Past(past.arrivals(), past.attempts() + 1, past.deaths());
    return new World(Phase.READY, version + 1, plan, now, more);
  }

  /**
   * The same as a dead letter.
   *
   * @param fromMs earliest time of the letter
   */
  World dead(String reason, long fromMs) {
    var death = new Death(reason, attempt.number(), planned().cargo(), fromMs);
    return new World(Phase.DEAD, version + 1, plan, attempt, past.died(death));
  }

  World ended(Phase end) {
    var all = end == Phase.DELIVERED ? past.arrived(planned()) : past;
    return new World(end, version, plan, attempt, all);
  }

  @Override
  public String toString() {
    return "%s v%d attempt %d due from %s, delivered %d times, %d deaths"
        .formatted(
            phase,
            version,
            attempt.number(),
            plan == null ? "?" : plan.fromMs(),
            past.arrivals().size() + past.attempts(),
            past.deaths().size());
  }
}
