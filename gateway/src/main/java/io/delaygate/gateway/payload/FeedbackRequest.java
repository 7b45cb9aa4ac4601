package io.delaygate.gateway.payload;

import io.delaygate.schemas.contract.DelayHeader;
import io.delaygate.schemas.contract.Op;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.apache.kafka.common.header.Header;
import org.jspecify.annotations.Nullable;

/**
 * Request with a worker's feedback on an attempt: the JSON body as headers and value of a command.
 *
 * @param headers control headers
 * @param value the result of a finished job; null when there is none
 * @param replyTo address of the caller that waits for the result, from the lease; null for none
 */
public record FeedbackRequest(
    List<Header> headers, byte @Nullable [] value, @Nullable String replyTo) {
  /** The field of the job's id, where a body has one. */
  public static final String ID = "id";

  private static final char BEHIND_LEASE = '~';

  private static final Set<String> CLAIM = Set.of("lease", "attempt");
  private static final Set<String> TIMES = Set.of("delay", "delayMs", "due", "dueMs");

  /** Converts a body; ends the call with a problem where names or types are wrong. */
  public static FeedbackRequest of(Op op, JobBody body) {
    return of(op, body.fieldsAmong(known(op)));
  }

  /** Converts a body that has the job's id, too. */
  public static FeedbackRequest ofNamed(Op op, FieldReader fields) {
    var known = known(op);
    known.add(ID);
    fields.refuseUnknown(known);
    return of(op, fields);
  }

  /**
   * Feedback that the job is done, without a result.
   *
   * @param lease as the worker got it
   */
  public static FeedbackRequest finish(String lease) {
    var headers = new CommandHeaders();
    headers.add(DelayHeader.OP, Op.FINISH.text());
    headers.add(DelayHeader.LEASE, ofAttempt(lease));
    return new FeedbackRequest(headers.list(), null, behind(lease));
  }

  private static FeedbackRequest of(Op op, FieldReader fields) {
    var headers = new CommandHeaders();
    headers.add(DelayHeader.OP, op.text());
    var lease = fields.text("lease");
    headers.add(DelayHeader.LEASE, lease == null ? null : ofAttempt(lease));
    headers.add(DelayHeader.ATTEMPT, fields.number("attempt"));
    headers.add(DelayHeader.LEASE_MS, fields.number("leaseMs"));
    headers.addTimes(fields);
    headers.add(DelayHeader.ATTEMPT_UNUSED, fields.flag("unused"));
    headers.add(DelayHeader.FAILURE, fields.text("failure"));
    headers.add(DelayHeader.NOTE, fields.text("note"));
    return new FeedbackRequest(
        headers.list(), fields.bytes("result"), lease == null ? null : behind(lease));
  }

  private static String ofAttempt(String lease) {
    var end = lease.indexOf(BEHIND_LEASE);
    return end < 0 ? lease : lease.substring(0, end);
  }

  private static @Nullable String behind(String lease) {
    var end = lease.indexOf(BEHIND_LEASE);
    return end < 0 ? null : lease.substring(end + 1);
  }

  private static HashSet<String> known(Op op) {
    var known = new HashSet<>(CLAIM);
    switch (op) {
      case RESERVE, EXTEND -> known.add("leaseMs");
      case FINISH -> known.addAll(Set.of("result", "resultBase64", "note"));
      case RELEASE -> {
        known.addAll(TIMES);
        known.addAll(Set.of("failure", "unused"));
      }
      default -> known.add("failure");
    }
    return known;
  }
}
