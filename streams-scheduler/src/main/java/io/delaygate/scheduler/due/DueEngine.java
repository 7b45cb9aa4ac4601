package io.delaygate.scheduler.due;

import io.delaygate.scheduler.control.ReleaseGate;
import io.delaygate.scheduler.due.Budget.Slice;
import io.delaygate.scheduler.effects.EffectApplier;
import io.delaygate.scheduler.rules.DecisionTime;
import io.delaygate.scheduler.store.JobTable;
import io.delaygate.scheduler.store.ParkingBucket;
import io.delaygate.schemas.job.Job;
import io.delaygate.schemas.job.Policy;
import java.time.Duration;
import java.util.function.BooleanSupplier;
import java.util.function.DoubleSupplier;
import java.util.function.LongSupplier;

/**
 * Engine that delivers one task's due jobs, a slice at a time. Knows in RAM when something has to
 * happen next and touches the store only then. For the task's thread only.
 */
public final class DueEngine {
  /** How many jobs that wait alone are passed over to reach the others of their lane. */
  private static final int PASSED_OVER = 1_000;

  /** A trial takes some ten milliseconds where it is answered. */
  private static final long TRIAL_MS = 50;

  private final JobTable table;
  private final EffectApplier effects;
  private final ReleaseGate gate;
  private final Pace pace;
  private final DoubleSupplier chance;
  private final ParkingBuckets lanes;
  private final FormerQueues former;
  private long recheckLimitedAtMs = Long.MAX_VALUE;

  /**
   * An engine over a restored table.
   *
   * @param chance what jitter is made of, from 0 inclusive to 1 exclusive
   */
  public DueEngine(
      JobTable table, EffectApplier effects, ReleaseGate gate, Pace pace, DoubleSupplier chance) {
    this.table = table;
    this.effects = effects;
    this.gate = gate;
    this.pace = pace;
    this.chance = chance;
    this.lanes = new ParkingBuckets(pace.recheckParked().toMillis());
    this.former = new FormerQueues(table, effects::isQueue, effects::offer);
  }

  /**
   * When {@link #run} has something to do next, epoch milliseconds; {@link Long#MAX_VALUE} for
   * never.
   */
  public long nextRunMs(long nowMs) {
    table.eachAdmitted((lane, endMs) -> lanes.admit(lane, endMs, nowMs));
    if (former.isUnderWay()) {
      return nowMs;
    }
    var next = table.nextWakeMs();
    return table.hasParked() ? Math.min(next, Math.min(lanes.nextMs(), limitedAtMs())) : next;
  }

  /** A job that meets a pause meanwhile may wait for less than the others. */
  private long limitedAtMs() {
    return Math.min(recheckLimitedAtMs, gate.resumesMs());
  }

  /**
   * Delivers what is due, within the budget: all of one priority before the next. Parked jobs get
   * what is left of it, so that the release of many does not hold up jobs of other targets.
   *
   * @param nowMs epoch milliseconds; a job leaves only if it is due at this time
   */
  public void run(long nowMs) {
    var budget = new Budget(pace.slice(), pace.ticker(), pace.isFull());
    deliverDue(nowMs, budget);
    former.run(nowMs, budget);
    if (table.hasParked()) {
      recheckParked(nowMs, budget);
    }
  }

  /**
   * Limited targets are looked at when their rate allows it or their pause ends, all others by
   * their timetable.
   */
  private void recheckParked(long nowMs, Budget budget) {
    var due = lanes.takeDue(nowMs);
    var isTimeForLimited = nowMs >= limitedAtMs();
    if (due.isEmpty() && !isTimeForLimited) {
      return;
    }
    due.forEach(lane -> recheck(lane, nowMs, budget));
    if (isTimeForLimited) {
      table.parked().stream()
          .filter(lane -> gate.isLimited(lane.topic()))
          .forEach(lane -> recheck(lane, nowMs, budget));
    }
    // what may leave and did not, waits for more than its rate
    var openMs = gate.nextOpenMs();
    recheckLimitedAtMs = openMs > nowMs ? openMs : nowMs + pace.recheckParked().toMillis();
  }

  private void deliverDue(long nowMs, Budget budget) {
    var goesOn = true;
    for (var priority = Policy.FIRST; goesOn && priority <= Policy.LAST; priority++) {
      goesOn = table.nextWakeMs(priority) > nowMs || deliverDue(priority, nowMs, budget);
    }
  }

  /** Returns whether all of that priority that is due was judged. */
  private boolean deliverDue(int priority, long nowMs, Budget budget) {
    try (var jobs = table.waking(priority)) {
      while (jobs.hasNext()) {
        var wakeMs = jobs.peekMs();
        if (wakeMs > nowMs || budget.isSpent()) {
          table.nothingWakesBefore(wakeMs, priority);
          return wakeMs > nowMs;
        }
        var job = jobs.next();
        effects.wake(job, job, moment(nowMs));
        budget.spendOne();
      }
    }
    table.nothingWakesBefore(Long.MAX_VALUE, priority);
    return true;
  }

  /**
   * Tries a lane's first job, and goes on as long as jobs leave. One job that stays speaks for all
   * behind it, which wait for the same partition and whose patience ends later; but not one that
   * was refused itself.
   */
  private void recheck(ParkingBucket lane, long nowMs, Budget budget) {
    if (budget.isSpent()) {
      lanes.again(lane, lanes.endMs(lane), nowMs);
    } else if (lanes.isSettled(lane, nowMs) && effects.isClosed(lane.topic())) {
      lanes.stays(lane, lanes.endMs(lane), nowMs);
    } else {
      walk(lane, nowMs, budget);
    }
  }

  private void walk(ParkingBucket lane, long nowMs, Budget budget) {
    var firstEndMs = Long.MAX_VALUE;
    var passedOver = 0;
    try (var jobs = table.inLane(lane)) {
      while (jobs.hasNext()) {
        if (budget.isSpent()) {
          lanes.again(lane, firstEndMs, nowMs);
          return;
        }
        var job = jobs.next();
        var woken = effects.wake(job, job, moment(nowMs));
        budget.spendOne();
        if (woken.job() instanceof Job now && lane.holds(now)) {
          firstEndMs = Math.min(firstEndMs, JobTable.endMs(now));
          if (woken.isTried()) {
            lanes.again(lane, firstEndMs, nowMs + TRIAL_MS);
            return;
          }
          passedOver++;
          if (!woken.waitsAlone() || passedOver >= PASSED_OVER) {
            lanes.stays(lane, firstEndMs, nowMs);
            return;
          }
        }
      }
    }
    if (passedOver > 0) {
      lanes.stays(lane, firstEndMs, nowMs);
    } else {
      table.emptied(lane);
      lanes.left(lane);
    }
  }

  private DecisionTime moment(long nowMs) {
    return new DecisionTime(nowMs, nowMs, chance.getAsDouble());
  }

  /**
   * How fast and how often an engine works.
   *
   * @param recheckParked how often parked jobs' targets are looked at
   * @param ticker monotonic nanoseconds
   * @param isFull whether the calling thread's transaction should not grow any more
   */
  public record Pace(
      Slice slice, Duration recheckParked, LongSupplier ticker, BooleanSupplier isFull) {
    /**
     * A pace with its slice spelled out.
     *
     * @param jobs how many jobs one run delivers at most
     * @param time how long one run takes at most; well below the transaction time-out
     */
    public static Pace of(
        int jobs,
        Duration time,
        Duration recheckParked,
        LongSupplier ticker,
        BooleanSupplier isFull) {
      return new Pace(new Slice(jobs, time), recheckParked, ticker, isFull);
    }
  }
}
