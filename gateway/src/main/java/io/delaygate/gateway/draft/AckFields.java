package io.delaygate.gateway.draft;

import com.fasterxml.jackson.databind.JsonNode;
import io.delaygate.schemas.contract.DelayHeader;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** How an acknowledged job is delivered again, as the object {@code ack} of a body says it. */
final class AckFields {
  private static final Set<String> FIELDS =
      Set.of("maxAttempts", "lease", "leaseMs", "leaseStart", "backoff");

  private static final Set<String> BACKOFF_FIELDS =
      Set.of("kind", "initial", "initialMs", "max", "maxMs", "jitter");

  private AckFields() {}

  /** Without the object the job ends with its delivery; an empty one takes all defaults. */
  static void add(DraftHeaders headers, @Nullable JsonNode node) {
    if (node == null) {
      return;
    }
    var ack = FieldReader.of(node, "ack");
    ack.refuseUnknown(FIELDS);
    headers.add(DelayHeader.ACK, "true");
    headers.add(DelayHeader.MAX_ATTEMPTS, ack.number("maxAttempts"));
    headers.addDuration(DelayHeader.LEASE_MS, ack, "lease");
    headers.add(DelayHeader.LEASE_START, ack.text("leaseStart"));
    var backoff = ack.node("backoff");
    if (backoff != null) {
      addBackoff(headers, FieldReader.of(backoff, "ack.backoff"));
    }
  }

  private static void addBackoff(DraftHeaders headers, FieldReader backoff) {
    backoff.refuseUnknown(BACKOFF_FIELDS);
    headers.add(DelayHeader.BACKOFF, backoff.text("kind"));
    headers.addDuration(DelayHeader.BACKOFF_INITIAL_MS, backoff, "initial");
    headers.addDuration(DelayHeader.BACKOFF_MAX_MS, backoff, "max");
    headers.add(DelayHeader.BACKOFF_JITTER, backoff.number("jitter"));
  }
}
