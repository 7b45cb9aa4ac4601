package io.delaygate.scheduler.view;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.delaygate.schemas.job.EndedJob;
import io.delaygate.schemas.job.Job;
import io.delaygate.schemas.job.JobState;
import io.delaygate.schemas.job.JobTimes;
import io.delaygate.schemas.job.KnownJob;
import io.delaygate.schemas.job.Target;
import io.delaygate.schemas.topics.EndpointName;
import java.util.Optional;

/** JSON form of a job in outcomes, events and answers to queries. Thread-safe. */
public final class JobView {
  private JobView() {}

  /** The view of a job; a new object, the caller's. */
  public static ObjectNode of(KnownJob job) {
    return job instanceof Job pending ? pending(pending, Optional.empty()) : ended((EndedJob) job);
  }

  /**
   * The same, with the reason why it waits at that moment in place of the one it was parked for.
   */
  public static ObjectNode of(KnownJob job, WaitReasons reasons, long nowMs) {
    return job instanceof Job pending
        ? pending(pending, reasons.ofJob(pending, nowMs))
        : ended((EndedJob) job);
  }

  private static ObjectNode pending(Job job, Optional<WaitReason> now) {
    var times = job.times();
    var view = head(job, job.state().name(), times.createdMs(), times.dueMs());
    if (times.expiresMs() != JobTimes.NEVER) {
      view.put("expiresMs", times.expiresMs());
    }
    addTarget(job.target(), view);
    view.put("priority", job.policy().priority());
    addAttempt(job, view);
    if (job.state() == JobState.PARKED) {
      addWaiting(job, view, now);
    }
    var death = job.death();
    if (death != null) {
      view.put("diedMs", times.wakeMs());
      view.put("reason", death.reason().name()).put("reasonText", death.text());
    }
    return view;
  }

  /**
   * The begin of the wait is the job's: a reason may have begun long before it was due, or after.
   */
  private static void addWaiting(Job job, ObjectNode view, Optional<WaitReason> now) {
    var parked = job.waiting();
    var times = job.times();
    if (parked == null && now.isEmpty()) {
      return;
    }
    var waiting = view.putObject("waiting");
    if (parked != null) {
      waiting.put("reason", parked.reason().name()).put("reasonText", parked.text());
    }
    now.ifPresent(reason -> reason.put(waiting));
    var sinceMs = parked == null ? Math.max(times.createdMs(), times.dueMs()) : parked.sinceMs();
    waiting.put("sinceMs", sinceMs);
    if (times.wakeMs() != JobTimes.NEVER) {
      waiting.put("untilMs", times.wakeMs());
    }
  }

  private static void addAttempt(Job job, ObjectNode view) {
    var retry = job.policy().retry();
    if (retry != null) {
      view.put("attempt", job.attempts().number()).put("maxAttempts", retry.maxAttempts());
    }
    if (job.state().isUnderWay()) {
      view.put("lease", job.lease()).put("leaseEndsMs", job.times().wakeMs());
    }
  }

  private static ObjectNode ended(EndedJob job) {
    var view = head(job, job.state().name(), job.createdMs(), job.dueMs());
    view.put("endedMs", job.endedMs());
    var reason = job.reason();
    if (reason != null) {
      view.put("reason", reason.name());
    }
    if (job.attempts().number() > 0) {
      view.put("attempt", job.attempts().number());
    }
    var by = job.endedBy();
    if (by != null) {
      view.put("endedBy", by.name());
    }
    addTarget(new Target(job.topic(), null, null), view);
    return view;
  }

  /** An endpoint is of the namespace of the job's id, so that its name is enough. */
  private static void addTarget(Target target, ObjectNode view) {
    var shown = view.putObject("target");
    var endpoint = EndpointName.ofTarget(target.topic());
    if (endpoint == null) {
      shown.put("topic", target.topic());
    } else {
      shown.put("endpoint", endpoint);
    }
    if (target.path() != null) {
      shown.put("path", target.path());
    }
    if (target.partition() != null) {
      shown.put("partition", target.partition());
    }
  }

  private static ObjectNode head(KnownJob job, String state, long createdMs, long dueMs) {
    return JsonNodeFactory.instance
        .objectNode()
        .put("id", job.id().text())
        .put("state", state)
        .put("version", job.version())
        .put("createdMs", createdMs)
        .put("dueMs", dueMs);
  }
}
