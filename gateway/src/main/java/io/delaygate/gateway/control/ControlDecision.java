package io.delaygate.gateway.control;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.delaygate.gateway.http.ProblemException;
import io.delaygate.gateway.payload.DefaultsRequest;
import io.delaygate.gateway.payload.FieldReader;
import io.delaygate.gateway.payload.JobBody;
import io.delaygate.schemas.contract.ReasonCode;
import io.delaygate.schemas.contract.TextHeader;
import io.delaygate.schemas.job.Actor;
import io.delaygate.schemas.job.Policy;
import io.delaygate.service.control.ControlKey.Kind;
import io.delaygate.service.control.FailureAlarm;
import io.delaygate.service.control.TargetControl;
import io.delaygate.service.control.TargetPause;
import java.util.List;
import java.util.Set;
import org.apache.kafka.common.header.Header;
import org.jspecify.annotations.Nullable;

/**
 * Decision about a target, as a record of the control topic. A body with a number out of bounds
 * ends the call with a problem.
 *
 * @param value null takes back the earlier decision of that kind
 * @param change its effect on the earlier decisions
 */
record ControlDecision(Kind kind, List<Header> headers, byte @Nullable [] value, Change change) {
  /** Value of a record whose headers say everything. */
  private static final byte[] EMPTY = {};

  private static final String PER_SECOND = "perSecond";
  private static final String DEAD_LETTERS = "deadLetters";
  private static final String FAILURES = "failures";
  private static final String WINDOW = "window";
  private static final String FOR = "for";

  /** Effect of a decision on the earlier ones. */
  @FunctionalInterface
  interface Change {
    /** The decisions afterwards; the time is the record's, epoch milliseconds. */
    TargetControl after(TargetControl before, long atMs);
  }

  /**
   * Stops deliveries.
   *
   * @param untilMs epoch milliseconds; {@link TargetPause#FOR_EVER} for no end
   */
  static ControlDecision pause(long untilMs, Actor by) {
    return new ControlDecision(
        Kind.PAUSE,
        untilMs == TargetPause.FOR_EVER
            ? List.of()
            : List.of(TextHeader.of(TargetPause.UNTIL_MS, Long.toString(untilMs))),
        "paused".getBytes(UTF_8),
        (was, atMs) -> was.withPause(new TargetPause(atMs, untilMs, by.name())));
  }

  /**
   * Sets the rate of a body.
   *
   * @param partitions of the topic of commands, among which it is split
   */
  static ControlDecision rate(JobBody body, int partitions) {
    var fields = body.fieldsAmong(Set.of(PER_SECOND));
    var perSecond = fields.whole(PER_SECOND, 1, TargetControl.MOST_PER_SECOND);
    if (perSecond == null) {
      throw missing(PER_SECOND, "'perSecond' is missing");
    }
    var rate = perSecond.intValue();
    new RateRule(() -> partitions).check(PER_SECOND, rate);
    return new ControlDecision(
        Kind.RATE,
        List.of(),
        Integer.toString(rate).getBytes(UTF_8),
        (was, atMs) -> was.withPerSecond(rate));
  }

  /** The length of the pause that a body sets, milliseconds; null for no end. */
  static @Nullable Long pauseMs(JobBody body) {
    return body.fieldsAmong(Set.of(FOR, FOR + "Ms"))
        .durationMs(FOR, 1, TargetPause.LONGEST.toMillis());
  }

  /**
   * Sets the defaults for jobs.
   *
   * @param policy the meaning of the request
   */
  static ControlDecision defaults(DefaultsRequest draft, Policy policy) {
    return new ControlDecision(
        Kind.DEFAULTS, draft.headers(), EMPTY, (was, atMs) -> was.withDefaults(policy));
  }

  /** Sets the alarm of a body. */
  static ControlDecision alarm(JobBody body) {
    var fields = body.fieldsAmong(Set.of(DEAD_LETTERS, FAILURES, WINDOW, WINDOW + "Ms"));
    var deadLetters = threshold(fields, DEAD_LETTERS);
    var failures = threshold(fields, FAILURES);
    var windowMs =
        fields.durationMs(
            WINDOW, FailureAlarm.SHORTEST.toMillis(), FailureAlarm.LONGEST.toMillis());
    if (deadLetters == 0 && failures == 0) {
      throw missing(null, "'deadLetters' or 'failures' must be above 0");
    }
    var alarm =
        new FailureAlarm(
            deadLetters,
            failures,
            windowMs == null ? FailureAlarm.USUAL_WINDOW.toMillis() : windowMs);
    return new ControlDecision(
        Kind.ALARM,
        List.of(
            TextHeader.of(FailureAlarm.DEAD_LETTERS, Long.toString(alarm.deadLetters())),
            TextHeader.of(FailureAlarm.FAILURES, Long.toString(alarm.failures())),
            TextHeader.of(FailureAlarm.WINDOW_MS, Long.toString(alarm.windowMs()))),
        EMPTY,
        (was, atMs) -> was.withAlarm(alarm));
  }

  /** Takes back a decision, even one that was never made. */
  static ControlDecision none(Kind kind) {
    return new ControlDecision(kind, List.of(), null, (was, atMs) -> was.without(kind));
  }

  private static int threshold(FieldReader fields, String name) {
    var number = fields.whole(name, 0, FailureAlarm.MOST);
    return number == null ? 0 : number.intValue();
  }

  private static ProblemException missing(@Nullable String field, String detail) {
    return ProblemException.at(field, ReasonCode.FIELD_MISSING, detail);
  }
}
