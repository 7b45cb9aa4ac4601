package io.delaygate.gateway.control;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.delaygate.gateway.payload.DefaultsRequest;
import io.delaygate.schemas.contract.TextHeader;
import io.delaygate.schemas.job.Policy;
import io.delaygate.service.control.ControlKey.Kind;
import io.delaygate.service.control.FailureAlarm;
import io.delaygate.service.control.TargetControl;
import io.delaygate.service.control.TargetPause;
import java.util.List;
import org.apache.kafka.common.header.Header;
import org.jspecify.annotations.Nullable;

/**
 * Decision about a target, as a record of the control topic.
 *
 * @param value null takes back the earlier decision of that kind
 * @param change its effect on the earlier decisions
 */
record ControlDecision(Kind kind, List<Header> headers, byte @Nullable [] value, Change change) {
  /** Value of a record whose headers say everything. */
  private static final byte[] EMPTY = {};

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
  static ControlDecision pause(long untilMs) {
    return new ControlDecision(
        Kind.PAUSE,
        untilMs == TargetPause.FOR_EVER
            ? List.of()
            : List.of(TextHeader.of(TargetPause.UNTIL_MS, Long.toString(untilMs))),
        "paused".getBytes(UTF_8),
        (was, atMs) -> was.withPause(new TargetPause(atMs, untilMs)));
  }

  static ControlDecision rate(int perSecond) {
    return new ControlDecision(
        Kind.RATE,
        List.of(),
        Integer.toString(perSecond).getBytes(UTF_8),
        (was, atMs) -> was.withPerSecond(perSecond));
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

  static ControlDecision alarm(FailureAlarm alarm) {
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
}
