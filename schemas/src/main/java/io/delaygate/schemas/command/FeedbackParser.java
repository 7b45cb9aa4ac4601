package io.delaygate.schemas.command;

import static io.delaygate.schemas.contract.DelayHeader.ATTEMPT;
import static io.delaygate.schemas.contract.DelayHeader.ATTEMPT_UNUSED;
import static io.delaygate.schemas.contract.DelayHeader.FAILURE;
import static io.delaygate.schemas.contract.DelayHeader.LEASE;
import static io.delaygate.schemas.contract.DelayHeader.LEASE_MS;
import static io.delaygate.schemas.contract.DelayHeader.NOTE;

import io.delaygate.schemas.contract.DelayHeader;
import io.delaygate.schemas.contract.JobId;
import io.delaygate.schemas.contract.Op;
import io.delaygate.schemas.contract.ReasonCode;
import io.delaygate.schemas.job.EndedJob;
import org.jspecify.annotations.Nullable;

/**
 * Parser of the operations of workers on acknowledged jobs: reserve, finish, release, extend, bury.
 */
final class FeedbackParser {
  private FeedbackParser() {}

  static Command.Feedback parse(
      Op op, JobId id, CommandRecord record, ControlHeaders headers, long baseMs) {
    var claim = claim(headers);
    return switch (op) {
      case RESERVE -> new Command.Reserve(id, claim, leaseMs(headers));
      case FINISH -> new Command.Finish(id, claim, result(record), headers.text(NOTE));
      case RELEASE -> release(id, claim, headers, baseMs);
      case EXTEND -> new Command.Extend(id, claim, leaseMs(headers));
      case BURY -> new Command.Bury(id, claim, headers.text(FAILURE));
      default -> throw new IllegalArgumentException(op + " is not an operation of workers");
    };
  }

  private static Command.Feedback release(
      JobId id, Command.Claim claim, ControlHeaders headers, long baseMs) {
    if (!HeaderValues.isFirst(headers, ATTEMPT_UNUSED, "true", "false", false)) {
      var when = WhenParser.optional(headers, baseMs);
      return new Command.Release(id, claim, when, headers.text(FAILURE));
    }
    for (var header : DelayHeader.values()) {
      if (headers.has(header) && (header.isTime() || header == FAILURE)) {
        throw new RefusalException(
            ReasonCode.HEADER_MISPLACED,
            header,
            "'%s' cannot be given with 'delay-attempt-unused': the attempt did not fail, and the"
                + " job is due at once",
            header.headerName());
      }
    }
    return new Command.HandBack(id, claim);
  }

  private static Command.Claim claim(ControlHeaders headers) {
    var lease = headers.text(LEASE);
    if (lease == null) {
      throw new RefusalException(
          ReasonCode.HEADER_MISSING,
          LEASE,
          "'delay-lease' is missing; it must be the lease of the attempt");
    }
    // a job without a limit of attempts goes on counting
    var attempt =
        headers.has(ATTEMPT)
            ? (int) HeaderValues.whole(headers, ATTEMPT, 1, Integer.MAX_VALUE, 0)
            : null;
    return new Command.Claim(lease, attempt);
  }

  private static @Nullable Long leaseMs(ControlHeaders headers) {
    return headers.has(LEASE_MS) ? HeaderValues.leaseMs(headers, 0) : null;
  }

  private static byte @Nullable [] result(CommandRecord record) {
    var value = record.value();
    if (value != null && value.length > EndedJob.RESULT_BYTES) {
      throw new RefusalException(
          ReasonCode.RESULT_TOO_LARGE,
          "the result has %d bytes; at most %d are accepted",
          value.length,
          EndedJob.RESULT_BYTES);
    }
    return value;
  }
}
