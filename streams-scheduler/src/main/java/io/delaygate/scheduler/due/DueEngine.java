package io.delaygate.scheduler.due;

import io.delaygate.scheduler.due.Budget.Slice;
import io.delaygate.scheduler.effects.EffectApplier;
import io.delaygate.scheduler.release.ReleaseGate;
import io.delaygate.scheduler.rules.Moment;
import io.delaygate.scheduler.store.JobTable;
import io.delaygate.scheduler.store.Lane;
import io.delaygate.scheduler.store.WakingJobs;
import io.delaygate.schemas.job.Job;
import io.delaygate.schemas.job.JobState;
import io.delaygate.schemas.job.KnownJob;
import io.delaygate.schemas.job.Policy;
import java.time.Duration;
import java.util.function.DoubleSupplier;
import java.util.function.LongSupplier;

/**
 * Delivers one task's due jobs, a slice at a time. Knows in RAM when something has to happen next
 * and touches the store only then. For the task's thread only.
 */
public final class DueEngine {
  /** How soon a job whose target's state could not be read is tried again. */
  private static final long HELD_RETRY_MS = 200;

  private final JobTable table;
  private final EffectApplier effects;
  private final ReleaseGate gate;
  private final Pace pace;
  private final DoubleSupplier chance;
  private long recheckParkedAtMs;
  private long recheckLimitedAtMs = Long.MAX_VALUE;
  private long heldUntilMs;

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
  }

  /**
   * When {@link #run} has something to do next, epoch milliseconds; {@link Long#MAX_VALUE} for
   * never.
   */
  public long nextRunMs() {
    var next = Math.max(table.nextWakeMs(), heldUntilMs);
    return table.hasParked() ? Math.min(next, Math.min(recheckParkedAtMs, limitedAtMs())) : next;
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
    table.together(() -> runTogether(nowMs));
  }

  private void runTogether(long nowMs) {
    var budget = new Budget(pace.slice(), pace.ticker());
    deliverDue(nowMs, budget);
    if (table.hasParked()) {
      recheckParked(nowMs, budget);
    }
  }

  /**
   * Limited targets are looked at when their rate allows it or their pause ends, all others at
   * intervals.
   */
  private void recheckParked(long nowMs, Budget budget) {
    var isTimeForAll = nowMs >= recheckParkedAtMs;
    if (!isTimeForAll && nowMs < limitedAtMs()) {
      return;
    }
    var soonMs = nowMs + pace.recheckParked().toMillis();
    recheckParkedAtMs = isTimeForAll ? soonMs : recheckParkedAtMs;
    for (var lane : table.parked()) {
      if (isTimeForAll || gate.isLimited(lane.topic())) {
        recheck(lane, nowMs, budget);
      }
    }
    // what may leave and did not, waits for more than its rate
    var openMs = gate.nextOpenMs();
    recheckLimitedAtMs = openMs > nowMs ? openMs : soonMs;
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
        if (wakeMs > nowMs || budget.isSpent() || !deliver(jobs, nowMs)) {
          table.nothingWakesBefore(wakeMs, priority);
          return wakeMs > nowMs;
        }
        budget.spendOne();
      }
    }
    table.nothingWakesBefore(Long.MAX_VALUE, priority);
    return true;
  }

  private boolean deliver(WakingJobs jobs, long nowMs) {
    var job = jobs.next();
    var done = effects.wake(job, job, moment(nowMs)).isPresent();
    heldUntilMs = done ? 0 : nowMs + HELD_RETRY_MS;
    return done;
  }

  /**
   * Tries a lane's first job, and goes on as long as jobs leave. One job that stays speaks for all
   * behind it: they wait for the same partition, and their patience ends later.
   */
  private void recheck(Lane lane, long nowMs, Budget budget) {
    try (var jobs = table.inLane(lane)) {
      while (jobs.hasNext()) {
        if (budget.isSpent()) {
          recheckParkedAtMs = nowMs;
          return;
        }
        var job = jobs.next();
        var after = effects.wake(job, job, moment(nowMs));
        if (after.isEmpty() || isParked(after.get())) {
          return;
        }
        budget.spendOne();
      }
    }
    table.emptied(lane);
  }

  private Moment moment(long nowMs) {
    return new Moment(nowMs, nowMs, chance.getAsDouble());
  }

  private static boolean isParked(KnownJob job) {
    return job instanceof Job pending && pending.state() == JobState.PARKED;
  }

  /**
   * How fast and how often an engine works.
   *
   * @param recheckParked how often parked jobs' targets are looked at
   * @param ticker monotonic nanoseconds
   */
  public record Pace(Slice slice, Duration recheckParked, LongSupplier ticker) {
    /**
     * A pace with its slice spelled out.
     *
     * @param jobs how many jobs one run delivers at most
     * @param time how long one run takes at most; well below the transaction time-out
     */
    public static Pace of(int jobs, Duration time, Duration recheckParked, LongSupplier ticker) {
      return new Pace(new Slice(jobs, time), recheckParked, ticker);
    }
  }
}
