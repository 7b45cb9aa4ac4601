package io.delaygate.schemas.command;

import static io.delaygate.schemas.contract.DelayHeader.ACK;
import static io.delaygate.schemas.contract.DelayHeader.BACKOFF;
import static io.delaygate.schemas.contract.DelayHeader.BACKOFF_INITIAL_MS;
import static io.delaygate.schemas.contract.DelayHeader.BACKOFF_JITTER;
import static io.delaygate.schemas.contract.DelayHeader.BACKOFF_MAX_MS;
import static io.delaygate.schemas.contract.DelayHeader.DEAD_LETTER_TOPIC;
import static io.delaygate.schemas.contract.DelayHeader.LEASE_MS;
import static io.delaygate.schemas.contract.DelayHeader.LEASE_START;
import static io.delaygate.schemas.contract.DelayHeader.MAX_ATTEMPTS;
import static io.delaygate.schemas.contract.DelayHeader.ON_EXPIRY;
import static io.delaygate.schemas.contract.DelayHeader.PRIORITY;

import io.delaygate.schemas.contract.DelayHeader;
import io.delaygate.schemas.contract.ReasonCode;
import io.delaygate.schemas.job.Backoff;
import io.delaygate.schemas.job.LeaseStart;
import io.delaygate.schemas.job.OnExpiry;
import io.delaygate.schemas.job.Policy;
import io.delaygate.schemas.job.RetryPolicy;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Parser of the headers that set a job's policy: priority, expiry, dead-letter topic, retries.
 * Thread-safe.
 */
final class PolicyParser {
  private static final Set<DelayHeader> OF_ALL_JOBS =
      EnumSet.of(PRIORITY, ON_EXPIRY, DEAD_LETTER_TOPIC, ACK);

  private static final List<DelayHeader> OF_ACKNOWLEDGED_JOBS =
      List.of(
          MAX_ATTEMPTS,
          LEASE_MS,
          LEASE_START,
          BACKOFF,
          BACKOFF_INITIAL_MS,
          BACKOFF_MAX_MS,
          BACKOFF_JITTER);

  private final TargetNames names;

  PolicyParser(TargetNames names) {
    this.names = names;
  }

  /** Whether a header is part of a job's policy. */
  static boolean reads(DelayHeader header) {
    return OF_ALL_JOBS.contains(header) || OF_ACKNOWLEDGED_JOBS.contains(header);
  }

  /**
   * The policy of a job.
   *
   * @param usual values for headers that are absent
   */
  Policy policy(ControlHeaders headers, Policy usual) {
    return new Policy(
        (int) HeaderValues.whole(headers, PRIORITY, Policy.FIRST, Policy.LAST, usual.priority()),
        HeaderValues.choice(
            headers, ON_EXPIRY, OnExpiry::byText, usual.onExpiry(), "drop, dead-letter"),
        deadLetterTopic(headers, usual.deadLetterTopic()),
        retry(headers, usual.retry()));
  }

  private @Nullable String deadLetterTopic(ControlHeaders headers, @Nullable String usual) {
    var topic = headers.text(DEAD_LETTER_TOPIC);
    if (topic == null) {
      return usual;
    }
    names.check(DEAD_LETTER_TOPIC, topic);
    return topic;
  }

  private static @Nullable RetryPolicy retry(ControlHeaders headers, @Nullable RetryPolicy given) {
    if (!HeaderValues.isFirst(headers, ACK, "true", "false", given != null)) {
      for (var header : OF_ACKNOWLEDGED_JOBS) {
        if (headers.has(header)) {
          throw new RefusalException(
              ReasonCode.HEADER_MISPLACED,
              header,
              "'%s' requires 'delay-ack: true'",
              header.headerName());
        }
      }
      return null;
    }
    var usual = given == null ? RetryPolicy.USUAL : given;
    return new RetryPolicy(
        HeaderValues.maxAttempts(headers, usual.maxAttempts()),
        HeaderValues.leaseMs(headers, usual.leaseMs()),
        HeaderValues.choice(
            headers, LEASE_START, LeaseStart::byText, usual.leaseStart(), "delivery, reserve"),
        backoff(headers, usual.backoff()));
  }

  /**
   * A sender may give the first or the longest wait alone; the other one is adapted. If the kind of
   * backoff differs from the given defaults, the general defaults apply instead.
   */
  private static Backoff backoff(ControlHeaders headers, Backoff given) {
    var isGivenFixed = given.factor() == 1;
    var isFixed = HeaderValues.isFirst(headers, BACKOFF, "fixed", "exponential", isGivenFixed);
    var usual = isFixed == isGivenFixed ? given : RetryPolicy.USUAL.backoff();
    var most = Backoff.LONGEST.toMillis();
    var initialMs = HeaderValues.whole(headers, BACKOFF_INITIAL_MS, 0, most, usual.initialMs());
    var maxMs = HeaderValues.whole(headers, BACKOFF_MAX_MS, 0, most, usual.maxMs());
    var jitter = HeaderValues.fraction(headers, BACKOFF_JITTER, usual.jitter());
    if (isFixed) {
      if (headers.has(BACKOFF_MAX_MS)) {
        throw new RefusalException(
            ReasonCode.HEADER_MISPLACED,
            BACKOFF_MAX_MS,
            "a fixed backoff has a single wait; use 'delay-backoff-initial-ms'");
      }
      return new Backoff(initialMs, 1, initialMs, jitter);
    }
    if (initialMs > maxMs && headers.has(BACKOFF_MAX_MS)) {
      if (headers.has(BACKOFF_INITIAL_MS)) {
        throw new RefusalException(
            ReasonCode.HEADER_INVALID,
            BACKOFF_MAX_MS,
            "the longest wait of %d ms must not be shorter than the first wait of %d ms",
            maxMs,
            initialMs);
      }
      initialMs = maxMs;
    }
    return new Backoff(initialMs, usual.factor(), Math.max(initialMs, maxMs), jitter);
  }
}
