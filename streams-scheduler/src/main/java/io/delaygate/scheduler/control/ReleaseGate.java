package io.delaygate.scheduler.control;

import io.delaygate.schemas.job.Job;
import io.delaygate.schemas.job.JobState;
import io.delaygate.service.control.ControlView;
import io.delaygate.service.control.TargetPause;
import java.util.HashMap;
import java.util.Map;
import java.util.function.Predicate;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Gate for the due jobs of one task: closed while the target is paused or its rate is used up. For
 * the task's thread only.
 */
public final class ReleaseGate {
  private final Supplier<ControlView> control;
  private final PartitionShare share;
  private final Predicate<String> hasParked;
  private final Map<String, RateLimit> limits = new HashMap<>();

  /** Ends of the timed pauses that jobs were found waiting for, by target. */
  private final Map<String, Long> resumes = new HashMap<>();

  /**
   * Creates a gate without limits yet.
   *
   * @param control current decisions about targets
   * @param hasParked whether jobs of a target wait to be released
   */
  public ReleaseGate(
      Supplier<ControlView> control, PartitionShare share, Predicate<String> hasParked) {
    this.control = control;
    this.share = share;
    this.hasParked = hasParked;
  }

  /**
   * Whether a due job may leave. Where a rate is set, a job that becomes due waits behind the
   * parked ones, and all are released in order.
   */
  public boolean tryPass(Job job, long nowMs) {
    var topic = job.target().topic();
    var decided = control.get().of(topic);
    var perSecond = decided.perSecond();
    var isPaused = decided.isPaused(nowMs);
    noteEnd(topic, isPaused ? decided.pause() : null);
    if (isPaused || perSecond == null) {
      limits.remove(topic);
      return !isPaused;
    }
    var limit = limits.get(topic);
    if (limit == null || !limit.isFor(perSecond)) {
      limit = new RateLimit(perSecond, share, nowMs);
      limits.put(topic, limit);
    }
    return (job.state() == JobState.PARKED || !hasParked.test(topic)) && limit.isOpen(nowMs);
  }

  private void noteEnd(String topic, @Nullable TargetPause pause) {
    if (pause != null && pause.isTimed()) {
      resumes.put(topic, pause.untilMs());
    } else if (!resumes.isEmpty()) {
      resumes.remove(topic);
    }
  }

  /** Counts a job that left for its target. */
  public void left(Job job, long nowMs) {
    var limit = limits.get(job.target().topic());
    if (limit != null) {
      limit.take(nowMs);
    }
  }

  /** Whether jobs of a target wait only for its rate or for the end of its pause. */
  public boolean isLimited(String topic) {
    return limits.containsKey(topic) || resumes.containsKey(topic);
  }

  /**
   * Earliest end of a pause that parked jobs wait for, epoch milliseconds; {@link Long#MAX_VALUE}
   * without one.
   */
  public long resumesMs() {
    var next = Long.MAX_VALUE;
    for (var pause : resumes.entrySet()) {
      if (hasParked.test(pause.getKey())) {
        next = Math.min(next, pause.getValue());
      }
    }
    return next;
  }

  /**
   * Next time when parked jobs of a limited target may leave, epoch milliseconds; {@link
   * Long#MAX_VALUE} if none wait.
   */
  public long nextOpenMs() {
    var next = Long.MAX_VALUE;
    for (var limit : limits.entrySet()) {
      if (hasParked.test(limit.getKey())) {
        next = Math.min(next, limit.getValue().opensMs());
      }
    }
    return next;
  }
}
