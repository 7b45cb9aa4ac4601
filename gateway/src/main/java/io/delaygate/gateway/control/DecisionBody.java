package io.delaygate.gateway.control;

import io.delaygate.gateway.http.ProblemException;
import io.delaygate.gateway.payload.FieldReader;
import io.delaygate.gateway.payload.JobBody;
import io.delaygate.schemas.contract.ReasonCode;
import io.delaygate.service.control.FailureAlarm;
import io.delaygate.service.control.TargetControl;
import io.delaygate.service.control.TargetPause;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Parser of bodies of decisions: rate, pause and alarm. Ends the call with a problem where a number
 * is out of bounds.
 */
final class DecisionBody {
  private static final String PER_SECOND = "perSecond";
  private static final String DEAD_LETTERS = "deadLetters";
  private static final String FAILURES = "failures";
  private static final String WINDOW = "window";
  private static final String FOR = "for";

  /** In so many seconds each partition must get one delivery, or its jobs would never leave. */
  private static final int RATE_WINDOW_SECONDS = 10;

  private DecisionBody() {}

  /**
   * The rate that a body sets.
   *
   * @param partitions of the topic of commands, among which it is split
   */
  static int perSecond(JobBody body, int partitions) {
    var fields = body.fieldsAmong(Set.of(PER_SECOND));
    var perSecond = fields.whole(PER_SECOND, 1, TargetControl.MOST_PER_SECOND);
    if (perSecond == null) {
      throw missing(PER_SECOND, "'perSecond' is missing");
    }
    if (perSecond * RATE_WINDOW_SECONDS < partitions) {
      throw FieldReader.invalid(
          PER_SECOND,
          "%d a second cannot be split over %d partitions; the lowest rate is %d"
              .formatted(
                  perSecond,
                  partitions,
                  (partitions + RATE_WINDOW_SECONDS - 1) / RATE_WINDOW_SECONDS));
    }
    return perSecond.intValue();
  }

  /** The length of the pause that a body sets, milliseconds; null for no end. */
  static @Nullable Long pauseMs(JobBody body) {
    return body.fieldsAmong(Set.of(FOR, FOR + "Ms"))
        .durationMs(FOR, 1, TargetPause.LONGEST.toMillis());
  }

  /** The alarm that a body sets. */
  static FailureAlarm alarm(JobBody body) {
    var fields = body.fieldsAmong(Set.of(DEAD_LETTERS, FAILURES, WINDOW, WINDOW + "Ms"));
    var deadLetters = threshold(fields, DEAD_LETTERS);
    var failures = threshold(fields, FAILURES);
    var windowMs =
        fields.durationMs(
            WINDOW, FailureAlarm.SHORTEST.toMillis(), FailureAlarm.LONGEST.toMillis());
    if (deadLetters == 0 && failures == 0) {
      throw missing(null, "give 'deadLetters', 'failures' or both, above 0");
    }
    return new FailureAlarm(
        deadLetters, failures, windowMs == null ? FailureAlarm.USUAL_WINDOW.toMillis() : windowMs);
  }

  private static int threshold(FieldReader fields, String name) {
    var number = fields.whole(name, 0, FailureAlarm.MOST);
    return number == null ? 0 : number.intValue();
  }

  private static ProblemException missing(@Nullable String field, String detail) {
    return ProblemException.at(field, ReasonCode.FIELD_MISSING, detail);
  }
}
