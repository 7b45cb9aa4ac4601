package io.delaygate.gateway.payload;

import static io.delaygate.gateway.settings.QueueSettings.LONGEST_LEASE;
import static io.delaygate.gateway.settings.QueueSettings.SHORTEST_LEASE;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import io.delaygate.schemas.contract.DelayHeader;
import io.delaygate.schemas.job.LeaseStart;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Converter of the policy fields of a JSON body to headers: priority, expiry action, dead-letter
 * topic and acknowledgement, of a job or of a target's defaults.
 */
final class PolicyFields {
  /** Names of the fields. */
  static final Set<String> NAMES = Set.of("priority", "onExpiry", "deadLetterTopic", "ack");

  private static final String ACK = "ack";

  private static final Set<String> OF_QUEUE_FIELDS =
      Set.of("maxAttempts", "lease", "leaseMs", "backoff");

  private static final Set<String> OF_ENDPOINT_FIELDS = Set.of("maxAttempts", "backoff");

  private static final Set<String> ACK_FIELDS =
      Set.of("maxAttempts", "lease", "leaseMs", "leaseStart", "backoff");

  private static final Set<String> BACKOFF_FIELDS =
      Set.of("kind", "initial", "initialMs", "max", "maxMs", "jitter");

  private PolicyFields() {}

  /** Adds a header for each field that is present. */
  static void add(CommandHeaders headers, FieldReader fields) {
    addCommon(headers, fields);
    addAck(headers, fields.node(ACK));
  }

  /**
   * Adds headers for a job of a queue.
   *
   * @param leaseMs length of its lease, where neither the job nor the reservation says it
   */
  static void addOfQueue(CommandHeaders headers, FieldReader fields, long leaseMs) {
    addCommon(headers, fields);
    addReserved(headers);
    var node = fields.node(ACK);
    var ack = FieldReader.of(node == null ? JsonNodeFactory.instance.objectNode() : node, ACK);
    ack.refuseUnknown(OF_QUEUE_FIELDS);
    var lease = ack.durationMs("lease", SHORTEST_LEASE.toMillis(), LONGEST_LEASE.toMillis());
    headers.add(DelayHeader.LEASE_MS, Long.toString(lease == null ? leaseMs : lease));
    addAttempts(headers, ack);
  }

  /** Adds headers for the jobs of an endpoint; their lease follows from its time-out. */
  static void addOfEndpoint(CommandHeaders headers, FieldReader fields) {
    addCommon(headers, fields);
    headers.add(DelayHeader.ACK, "true");
    var node = fields.node(ACK);
    if (node != null) {
      var ack = FieldReader.of(node, ACK);
      ack.refuseUnknown(OF_ENDPOINT_FIELDS);
      addAttempts(headers, ack);
    }
  }

  /**
   * Adds headers for a job of a queue from its number of attempts; they follow without a backoff.
   */
  static void addOfQueue(CommandHeaders headers, int attempts) {
    addReserved(headers);
    headers.add(DelayHeader.MAX_ATTEMPTS, Integer.toString(attempts));
    headers.add(DelayHeader.BACKOFF, "fixed");
    headers.add(DelayHeader.BACKOFF_INITIAL_MS, "0");
    headers.add(DelayHeader.BACKOFF_JITTER, "0");
  }

  private static void addReserved(CommandHeaders headers) {
    headers.add(DelayHeader.ACK, "true");
    headers.add(DelayHeader.LEASE_START, LeaseStart.RESERVE.text());
  }

  private static void addCommon(CommandHeaders headers, FieldReader fields) {
    headers.add(DelayHeader.PRIORITY, fields.number("priority"));
    headers.add(DelayHeader.ON_EXPIRY, fields.text("onExpiry"));
    headers.add(DelayHeader.DEAD_LETTER_TOPIC, fields.text("deadLetterTopic"));
  }

  /**
   * Adds the headers of {@code ack}. Without the field the target's defaults hold. False means that
   * the job ends with its delivery, whatever they say. An empty object takes the usual values.
   */
  private static void addAck(CommandHeaders headers, @Nullable JsonNode node) {
    if (node == null) {
      return;
    }
    if (node.isBoolean() && !node.booleanValue()) {
      headers.add(DelayHeader.ACK, "false");
      return;
    }
    var ack = FieldReader.of(node, ACK);
    ack.refuseUnknown(ACK_FIELDS);
    headers.add(DelayHeader.ACK, "true");
    headers.add(DelayHeader.LEASE_MS, ack.duration("lease"));
    headers.add(DelayHeader.LEASE_START, ack.text("leaseStart"));
    addAttempts(headers, ack);
  }

  private static void addAttempts(CommandHeaders headers, FieldReader ack) {
    headers.add(DelayHeader.MAX_ATTEMPTS, ack.number("maxAttempts"));
    var backoff = ack.node("backoff");
    if (backoff != null) {
      addBackoff(headers, FieldReader.of(backoff, "ack.backoff"));
    }
  }

  private static void addBackoff(CommandHeaders headers, FieldReader backoff) {
    backoff.refuseUnknown(BACKOFF_FIELDS);
    headers.add(DelayHeader.BACKOFF, backoff.text("kind"));
    headers.add(DelayHeader.BACKOFF_INITIAL_MS, backoff.duration("initial"));
    headers.add(DelayHeader.BACKOFF_MAX_MS, backoff.duration("max"));
    headers.add(DelayHeader.BACKOFF_JITTER, backoff.number("jitter"));
  }
}
