package io.delaygate.gateway.draft;

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
 */
public record FeedbackDraft(List<Header> headers, byte @Nullable [] value) {
  private static final Set<String> CLAIM = Set.of("lease", "attempt");
  private static final Set<String> TIMES = Set.of("delay", "delayMs", "due", "dueMs");

  /** Takes a body apart; ends the call with a problem where names or types are wrong. */
  public static FeedbackDraft of(Op op, JobBody body) {
    var fields = body.fieldsAmong(known(op));
    var headers = new DraftHeaders();
    headers.add(DelayHeader.OP, op.text());
    headers.add(DelayHeader.LEASE, fields.text("lease"));
    headers.add(DelayHeader.ATTEMPT, fields.number("attempt"));
    headers.add(DelayHeader.LEASE_MS, fields.number("leaseMs"));
    headers.addTimes(fields);
    headers.add(DelayHeader.ATTEMPT_UNUSED, fields.flag("unused"));
    headers.add(DelayHeader.FAILURE, fields.text("failure"));
    return new FeedbackDraft(headers.list(), fields.bytes("result"));
  }

  private static Set<String> known(Op op) {
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
