package io.delaygate.scheduler.due;

import io.delaygate.scheduler.control.ReleaseGate;
import io.delaygate.scheduler.due.DueRunBudget.Slice;
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
 * Engine that delivers one task's due jobs, a slice at a time. It keeps the next wake-up time in
 * memory and reads the store only then. For the task's thread only.
 */
public final class DueEngine {
  /**
   * Number of jobs with a problem of their own that are skipped to reach the others of their
   * parking bucket.
   */
  private static final int PASSED_OVER = 1_000;

  /** Time to the check after a trial, which takes some ten milliseconds if the broker answers. */
  private static final long TRIAL_MS = 50;

  private final JobTable table;
  private final EffectApplier effects;
  private final ReleaseGate gate;
  private final Pace pace;
  private final DoubleSupplier chance;
  private final BucketRecheckSchedule buckets;
  private final QueueJobMigration former;
  private long recheckLimitedAtMs = Long.MAX_VALUE;

  /**
   * Creates an engine over a restored table.
   *
   * @param chance random source of jitter, from 0 inclusive to 1 exclusive
   */
  public DueEngine(
      JobTable table, EffectApplier effects, ReleaseGate gate, Pace pace, DoubleSupplier chance) {
    this.table = table;
    this.effects = effects;
    this.gate = gate;
    this.pace = pace;
    this.chance = chance;
    this.buckets = new BucketRecheckSchedule(pace.recheckParked().toMillis());
    this.former = new QueueJobMigration(table, effects::isQueue, effects::offer);
  }

  /** Next time when {@link #run} has work, epoch milliseconds; {@link Long#MAX_VALUE} for never. */
  public long nextRunMs(long nowMs) {
    table.eachAdmitted((bucket, endMs) -> buckets.admit(bucket, endMs, nowMs));
    if (former.isUnderWay() || effects.hasTurns()) {
      return nowMs;
    }
    var next = table.nextWakeMs();
    return table.hasParked() ? Math.min(next, Math.min(buckets.nextMs(), limitedAtMs())) : next;
  }

  /** Next check of limited targets. The end of a pause that a job met meanwhile may come first. */
  private long limitedAtMs() {
    return Math.min(recheckLimitedAtMs, gate.resumesMs());
  }

  /**
   * Delivers due jobs within the budget: all of one priority before the next. Parked jobs get the
   * rest of the budget, so that the release of many does not delay jobs of other targets.
   *
   * @param nowMs epoch milliseconds; a job leaves only if it is due at this time
   */
  public void run(long nowMs) {
    var budget = new DueRunBudget(pace.slice(), pace.ticker(), pace.isFull());
    deliverDue(nowMs, budget);
    former.run(nowMs, budget);
    if (table.hasParked()) {
      recheckParked(nowMs, budget);
    }
    takeTurns(nowMs, budget);
  }

  /** Delivers jobs of sequences whose predecessors have ended, each after the other. */
  private void takeTurns(long nowMs, DueRunBudget budget) {
    while (!budget.isSpent()) {
      var job = effects.nextTurn();
      if (job == null) {
        return;
      }
      effects.wake(job, job, moment(nowMs));
      budget.spendOne();
    }
  }

  /**
   * Checks limited targets when their rate allows it or their pause ends, all others by the
   * timetable.
   */
  private void recheckParked(long nowMs, DueRunBudget budget) {
    var due = buckets.takeDue(nowMs);
    var isTimeForLimited = nowMs >= limitedAtMs();
    if (due.isEmpty() && !isTimeForLimited) {
      return;
    }
    due.forEach(bucket -> recheck(bucket, nowMs, budget));
    if (isTimeForLimited) {
      table.parked().stream()
          .filter(bucket -> gate.isLimited(bucket.topic()))
          .forEach(bucket -> recheck(bucket, nowMs, budget));
    }
    // a job that may leave by its rate and did not, waits for something else, too
    var openMs = gate.nextOpenMs();
    recheckLimitedAtMs = openMs > nowMs ? openMs : nowMs + pace.recheckParked().toMillis();
  }

  private void deliverDue(long nowMs, DueRunBudget budget) {
    var goesOn = true;
    for (var priority = Policy.FIRST; goesOn && priority <= Policy.LAST; priority++) {
      goesOn = table.nextWakeMs(priority) > nowMs || deliverDue(priority, nowMs, budget);
    }
  }

  /** Returns whether all due jobs of that priority were judged. */
  private boolean deliverDue(int priority, long nowMs, DueRunBudget budget) {
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
   * Tries the first job of a parking bucket, and goes on as long as jobs leave. A job that stays is
   * enough to stop: those behind it wait for the same partition, and their time-outs end later. A
   * job that was refused itself does not stop the walk.
   */
  private void recheck(ParkingBucket bucket, long nowMs, DueRunBudget budget) {
    if (budget.isSpent()) {
      buckets.again(bucket, buckets.endMs(bucket), nowMs);
    } else if (buckets.isSettled(bucket, nowMs) && effects.isClosed(bucket.topic())) {
      buckets.stays(bucket, buckets.endMs(bucket), nowMs);
    } else {
      walk(bucket, nowMs, budget);
    }
  }

  private void walk(ParkingBucket bucket, long nowMs, DueRunBudget budget) {
    var firstEndMs = Long.MAX_VALUE;
    var passedOver = 0;
    try (var jobs = table.inBucket(bucket)) {
      while (jobs.hasNext()) {
        if (budget.isSpent()) {
          buckets.again(bucket, firstEndMs, nowMs);
          return;
        }
        var job = jobs.next();
        var woken = effects.wake(job, job, moment(nowMs));
        budget.spendOne();
        if (woken.job() instanceof Job now && bucket.holds(now)) {
          firstEndMs = Math.min(firstEndMs, JobTable.endMs(now));
          if (woken.isTried()) {
            buckets.again(bucket, firstEndMs, nowMs + TRIAL_MS);
            return;
          }
          passedOver++;
          if (!woken.waitsAlone() || passedOver >= PASSED_OVER) {
            buckets.stays(bucket, firstEndMs, nowMs);
            return;
          }
        }
      }
    }
    if (passedOver > 0) {
      buckets.stays(bucket, firstEndMs, nowMs);
    } else {
      table.emptied(bucket);
      buckets.left(bucket);
    }
  }

  private DecisionTime moment(long nowMs) {
    return new DecisionTime(nowMs, nowMs, chance.getAsDouble());
  }

  /**
   * Pace of an engine: size and frequency of its runs.
   *
   * @param recheckParked longest time between two checks of a parked job's target
   * @param ticker monotonic nanoseconds
   * @param isFull whether the calling thread's transaction should not grow any more
   */
  public record Pace(
      Slice slice, Duration recheckParked, LongSupplier ticker, BooleanSupplier isFull) {
    /**
     * Creates a pace.
     *
     * @param jobs largest number of jobs that one run delivers
     * @param time longest time of one run; well below the transaction time-out
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
