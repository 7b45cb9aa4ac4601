package io.delaygate.scheduler.view;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.delaygate.scheduler.targets.Obstacle;
import io.delaygate.schemas.contract.ReasonCode;
import org.jspecify.annotations.Nullable;

/**
 * Reason why parked jobs of a target wait now: its code, a sentence for people, and times.
 *
 * @param text one sentence for people
 * @param sinceMs when it began, epoch milliseconds; null where that is not known
 * @param nextTryMs when the target is tried or looked at again at the latest, epoch milliseconds;
 *     null where that takes an operator
 */
public record WaitReason(
    ReasonCode reason, String text, @Nullable Long sinceMs, @Nullable Long nextTryMs) {
  /** Nothing is wrong with the target: the jobs wait for earlier ones of their sequences. */
  public static final WaitReason TURNS =
      new WaitReason(
          ReasonCode.EARLIER_JOB_UNFINISHED,
          "earlier jobs with the same tags are not finished",
          null,
          null);

  static WaitReason of(Obstacle obstacle) {
    return new WaitReason(
        obstacle.reason(), obstacle.text(), obstacle.sinceMs(), obstacle.nextTryMs());
  }

  /** Writes the reason, with the times that are known. */
  public void put(ObjectNode json) {
    json.put("reason", reason.name()).put("reasonText", text);
    if (sinceMs != null) {
      json.put("sinceMs", sinceMs);
    }
    if (nextTryMs != null) {
      json.put("nextTryMs", nextTryMs);
    }
  }
}
