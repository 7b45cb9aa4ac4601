package io.delaygate.gateway.publish;

import io.delaygate.gateway.http.Problem;
import io.delaygate.schemas.contract.ReasonCode;

/** Problem that answers a call whose command is not stored, or perhaps not. */
public final class NotStoredProblem {
  private NotStoredProblem() {}

  /**
   * Returns the problem.
   *
   * @param published not a {@link PublishResult.Stored}
   */
  public static Problem problem(PublishResult published) {
    if (published instanceof PublishResult.TooLarge refused) {
      return Problem.of(
          ReasonCode.RECORD_TOO_LARGE,
          null,
          "larger than the topic '%s' takes; its max.message.bytes may be raised"
              .formatted(refused.topic()));
    }
    var detail =
        published instanceof PublishResult.Unknown
            ? "Kafka did not acknowledge in time; the command may still be stored"
            : "Kafka does not take commands now; nothing was stored";
    return Problem.of(ReasonCode.UNAVAILABLE, null, detail);
  }
}
