package io.delaygate.gateway.payload;

import io.delaygate.schemas.contract.DelayHeader;
import io.delaygate.schemas.contract.Op;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.apache.kafka.common.header.Header;
import org.jspecify.annotations.Nullable;

/**
 * What a worker says of an attempt, as the record that says the same on Kafka.
 *
 * @param headers control headers
 * @param value the result of a finished job; null when there is none
 * @param replyTo where somebody waits for the result, as the lease says it; null for nowhere
 */
public record FeedbackRequest(
    List<Header> headers, byte @Nullable [] value, @Nullable String replyTo) {
  /** The job's field, where a body names one. */
  public static final String ID = "id";

  private static final char BEHIND_LEASE = '~';

  private static final Set<String> CLAIM = Set.of("lease", "attempt");
  private static final Set<String> TIMES = Set.of("delay", "delayMs", "due", "dueMs");

  /** Takes a body apart; ends the call with a problem where names or types are wrong. */
  public static FeedbackRequest of(Op op, JobBody body) {
    return of(op, body.fieldsAmong(known(op)));
  }

  /** The same where the body names the job, too. */
  public static FeedbackRequest ofNamed(Op op, FieldReader fields) {
    var known = known(op);
    known.add(ID);
    fields.refuseUnknown(known);
    return of(op, fields);
  }

  /**
   * The job is done, and there is no result.
   *
   * @param lease as it was shown to the worker
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
      case FINISH -> known.addAll(Set.of("result", "resultBase64"));
      case RELEASE -> {
        known.addAll(TIMES);
        known.addAll(Set.of("failure", "unused"));
      }
      default -> known.add("failure");
    }
    return known;
  }
}
