package io.delaygate.harness.chaos;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One course that the life of a job may have taken so far.
 *
 * @param version at least this: parking for a while adds one, unseen
 * @param plan when it is due and what it delivers; null until it is scheduled
 * @param attempt of an acknowledged job, the last one of this life
 * @param past what has left so far
 */
record World(Phase phase, long version, @Nullable Due plan, Attempt attempt, Past past) {

  /** Where a job is in its life. */
  enum Phase {
    UNKNOWN,
    PENDING,
    /** Of an acknowledged job: due again, soon and by itself. */
    RETRYING,
    /** Of an acknowledged job that nobody reserved: delivered again once its target takes it. */
    HELD_BACK,
    READY,
    RESERVED,
    DEAD,
    DELIVERED,
    DONE,
    CANCELLED,
    EXPIRED,
    DISCARDED;

    /** Whether it waits for a time to be delivered at. */
    boolean waits() {
      return this == PENDING || this == RETRYING || this == HELD_BACK;
    }

    /** Whether it counts as a pending job. */
    boolean isPending() {
      return waits() || isUnderWay();
    }

    boolean isUnderWay() {
      return this == READY || this == RESERVED;
    }
  }

  /**
   * A delivery that is to come, or has come.
   *
   * @param fromMs due at this time at the earliest
   * @param toMs due at this time at the latest
   * @param expiresMs at the latest; {@link Long#MAX_VALUE} for never
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
   * A delivery that has to be confirmed.
   *
   * @param number counted from 1; 0 before the first
   * @param lease that runs, or ran last; empty where only the worker that reserved it knows
   * @param endsFromMs it is not over by itself before this time, by the clocks that were read
   */
  record Attempt(int number, String lease, long endsFromMs) {
    static final Attempt NONE = new Attempt(0, "", 0);
  }

  /** A dead letter that must be there, and not of a time before {@code fromMs}. */
  record Death(String reason, int attempt, Cargo cargo, long fromMs) {
    boolean explains(Letter letter) {
      return reason.equals(letter.reason())
          && attempt == letter.attempt()
          && cargo.equals(letter.cargo())
          && fromMs <= letter.stampMs();
    }
  }

  /**
   * What must have left, and nothing else.
   *
   * @param arrivals of jobs that end with their delivery, in any order
   * @param attempts how many deliveries of acknowledged jobs, from the first one on
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

  /** What the job delivers, and when; must be known. */
  Due planned() {
    if (plan == null) {
      throw new IllegalStateException("not planned: " + this);
    }
    return plan;
  }

  /** How an acknowledged job is treated; it must be one. */
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

  /** The same job after a change; what is pending stays so. */
  World changed(Phase newPhase, Due due) {
    return new World(newPhase, version + 1, due, attempt, past);
  }

  /** The version is known for certain. */
  World at(long newVersion) {
    return new World(phase, newVersion, plan, attempt, past);
  }

  /** A worker has more time, or the attempt for itself. */
  World attempting(Phase newPhase, Attempt now) {
    return new World(newPhase, version + 1, plan, now, past);
  }

  /** A delivery of an acknowledged job was the next one. */
  World taking(Attempt now) {
    var more = new Past(past.arrivals(), past.attempts() + 1, past.deaths());
    return new World(Phase.READY, version + 1, plan, now, more);
  }

  /**
   * A dead letter.
   *
   * @param fromMs not before this time
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
