package io.delaygate.scheduler.control;

import io.delaygate.schemas.contract.ReasonCode;
import io.delaygate.service.control.ControlView;
import io.delaygate.service.control.FailureAlarm;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Counter of failures of targets that have an alarm, for all tasks of a scheduler. Each scheduler
 * uses its partitions' share of a threshold, rounded down, so that at least one scheduler notices a
 * target that passes it. Counts are in memory and start at zero with the process. Thread-safe.
 */
public final class FailureWatch {
  private final Supplier<ControlView> control;
  private final int partitions;
  private final Map<String, Counted> targets = new HashMap<>();
  private int own;

  /**
   * Creates a counter at zero.
   *
   * @param control current decisions about targets
   * @param partitions number of partitions of all schedulers together
   */
  public FailureWatch(Supplier<ControlView> control, int partitions) {
    this.control = control;
    this.partitions = partitions;
  }

  /** Adds a partition to this scheduler's share. */
  public synchronized void taskOpened() {
    own++;
  }

  /** Removes a partition from this scheduler's share. */
  public synchronized void taskClosed() {
    own--;
  }

  /** Counts a failed attempt of a job of the target. */
  public Optional<ThresholdExceeded> failed(String topic, long nowMs) {
    return count(topic, What.ATTEMPT, nowMs);
  }

  /**
   * Counts a job of the target that became a dead letter.
   *
   * @param reason if it names failed attempts, the last attempt is counted as well
   */
  public Optional<ThresholdExceeded> died(String topic, ReasonCode reason, long nowMs) {
    return count(topic, What.of(reason), nowMs);
  }

  private Optional<ThresholdExceeded> count(String topic, What what, long nowMs) {
    var alarm = control.get().of(topic).alarm();
    return alarm == null ? Optional.empty() : count(topic, alarm, what, nowMs);
  }

  private synchronized Optional<ThresholdExceeded> count(
      String topic, FailureAlarm alarm, What what, long nowMs) {
    var counted = targets.get(topic);
    if (counted == null || !counted.alarm.equals(alarm)) {
      counted = new Counted(alarm);
      targets.put(topic, counted);
    }
    if (what != What.ATTEMPT) {
      counted.deadLetters.add(nowMs);
    }
    if (what != What.JOB) {
      counted.failures.add(nowMs);
    }
    return Optional.ofNullable(counted.passed(topic, nowMs));
  }

  private boolean isPassed(long count, int threshold) {
    return threshold > 0 && count >= Math.max(1, (long) threshold * own / partitions);
  }

  private enum What {
    ATTEMPT,
    JOB,
    BOTH;

    private static What of(ReasonCode reason) {
      return reason == ReasonCode.ATTEMPTS_EXHAUSTED || reason == ReasonCode.BURIED ? BOTH : JOB;
    }
  }

  /**
   * Counts of one target. Reports a passed threshold once, and again only after the counts fell
   * below it.
   */
  private final class Counted {
    private final FailureAlarm alarm;
    private final SlidingCount deadLetters;
    private final SlidingCount failures;
    private boolean isTold;

    private Counted(FailureAlarm alarm) {
      this.alarm = alarm;
      this.deadLetters = new SlidingCount(alarm.windowMs());
      this.failures = new SlidingCount(alarm.windowMs());
    }

    private @Nullable ThresholdExceeded passed(String topic, long nowMs) {
      var dead = deadLetters.sum(nowMs);
      var failed = failures.sum(nowMs);
      var wasTold = isTold;
      isTold = isPassed(dead, alarm.deadLetters()) || isPassed(failed, alarm.failures());
      return isTold && !wasTold ? new ThresholdExceeded(topic, dead, failed, alarm) : null;
    }
  }
}
