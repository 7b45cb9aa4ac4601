package io.delaygate.gateway.control;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.delaygate.gateway.outcome.CallerJobView;
import io.delaygate.schemas.job.Backoff;
import io.delaygate.schemas.job.Policy;
import io.delaygate.schemas.job.RetryPolicy;
import io.delaygate.service.control.FailureAlarm;
import io.delaygate.service.control.TargetControl;

/** JSON of the decisions about a target; decisions that were not made are left out. */
public final class ControlJson {
  private ControlJson() {}

  /**
   * The JSON of one target.
   *
   * @param nowMs to judge the end of a pause by, epoch milliseconds
   */
  static ObjectNode of(ControlSubject subject, TargetControl control, long nowMs) {
    var json = JsonNodeFactory.instance.objectNode();
    json.put(subject.kind(), subject.name());
    json.setAll(pause(control, nowMs));
    if (control.perSecond() != null) {
      json.put("perSecond", control.perSecond());
    }
    if (control.defaults() != null) {
      json.set("defaults", defaults(control.defaults()));
    }
    if (control.alarm() != null) {
      json.set("alarm", alarm(control.alarm()));
    }
    return CallerJobView.withIsoTimes(json);
  }

  /** Whether deliveries are paused now, since when and until when. */
  static ObjectNode pause(TargetControl control, long nowMs) {
    var json = JsonNodeFactory.instance.objectNode();
    var isPaused = control.isPaused(nowMs);
    json.put("paused", isPaused);
    var pause = control.pause();
    if (isPaused && pause != null) {
      json.put("pausedSinceMs", pause.sinceMs());
      if (pause.by() != null) {
        json.put("pausedBy", pause.by());
      }
      if (pause.isTimed()) {
        json.put("pausedUntilMs", pause.untilMs());
      }
    }
    return json;
  }

  /**
   * The whole policy: fields that the decision did not name have their usual values, which apply
   * too.
   */
  private static ObjectNode defaults(Policy policy) {
    var json = JsonNodeFactory.instance.objectNode();
    json.put("priority", policy.priority());
    json.put("onExpiry", policy.onExpiry().text());
    if (policy.deadLetterTopic() != null) {
      json.put("deadLetterTopic", policy.deadLetterTopic());
    }
    if (policy.retry() != null) {
      json.set("ack", ack(policy.retry()));
    }
    return json;
  }

  private static ObjectNode ack(RetryPolicy retry) {
    var json = JsonNodeFactory.instance.objectNode();
    json.put("maxAttempts", retry.maxAttempts());
    json.put("leaseMs", retry.leaseMs());
    json.put("leaseStart", retry.leaseStart().text());
    json.set("backoff", backoff(retry.backoff()));
    return json;
  }

  /** The waits after failed attempts. */
  public static ObjectNode backoff(Backoff backoff) {
    var json = JsonNodeFactory.instance.objectNode();
    var isFixed = backoff.factor() == 1;
    json.put("kind", isFixed ? "fixed" : "exponential");
    json.put("initialMs", backoff.initialMs());
    if (!isFixed) {
      json.put("maxMs", backoff.maxMs());
    }
    json.put("jitter", backoff.jitter());
    return json;
  }

  private static ObjectNode alarm(FailureAlarm alarm) {
    return JsonNodeFactory.instance
        .objectNode()
        .put("deadLetters", alarm.deadLetters())
        .put("failures", alarm.failures())
        .put("windowMs", alarm.windowMs());
  }
}
