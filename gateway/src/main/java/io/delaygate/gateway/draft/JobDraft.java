package io.delaygate.gateway.draft;

import io.delaygate.gateway.problem.ProblemException;
import io.delaygate.gateway.trace.CallTrace;
import io.delaygate.schemas.contract.DelayHeader;
import io.delaygate.schemas.contract.Op;
import io.delaygate.schemas.contract.ReasonCode;
import java.time.OffsetDateTime;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeParseException;
import java.util.List;
import java.util.Set;
import org.apache.kafka.common.header.Header;
import org.jspecify.annotations.Nullable;

/**
 * A body as the record that says the same on Kafka. Names and types are checked here; what the
 * values mean is judged by the contract's parser, so that both doors judge alike.
 *
 * @param id the caller's id; null when the body has none
 * @param headers control headers, then the caller's in their order
 * @param value the payload
 * @param names what this body calls the headers
 */
public record JobDraft(
    @Nullable String id, List<Header> headers, byte @Nullable [] value, FieldNames names) {
  private static final Set<String> FIELDS =
      Set.of(
          "id",
          "target",
          "headers",
          "valueBase64",
          "delay",
          "delayMs",
          "due",
          "dueMs",
          "priority",
          "expires",
          "expiresMs",
          "ttlMs",
          "ifExists",
          "onExpiry",
          "deadLetterTopic",
          "ack");

  private static final Set<String> TARGET_FIELDS = Set.of("topic", "key", "keyBase64", "partition");

  /** Takes a body apart; ends the call with a problem where names or types are wrong. */
  public static JobDraft of(JobBody body) {
    var fields = new FieldReader(body.fields(), "");
    fields.refuseUnknown(FIELDS);
    var headers = new DraftHeaders();
    headers.add(DelayHeader.OP, Op.SCHEDULE.text());
    addTarget(headers, fields);
    headers.addTimes(fields);
    headers.add(DelayHeader.IF_EXISTS, fields.text("ifExists"));
    var names = addExpiry(headers, fields);
    PolicyFields.add(headers, fields);
    headers.addForeign(fields);
    return new JobDraft(fields.text("id"), headers.list(), DraftHeaders.value(body, fields), names);
  }

  /** The same with what its call is followed by, which is judged and counted with the rest. */
  public JobDraft with(CallTrace call) {
    return new JobDraft(id, call.onto(headers), value, names);
  }

  /** What the body wants for a known id, as text; null when it does not say. */
  public @Nullable String ifExists() {
    return DraftHeaders.text(headers, DelayHeader.IF_EXISTS);
  }

  private static void addTarget(DraftHeaders headers, FieldReader fields) {
    var node = fields.node("target");
    if (node == null) {
      return; // the parser says what is missing
    }
    var target = FieldReader.of(node, "target");
    target.refuseUnknown(TARGET_FIELDS);
    headers.add(DelayHeader.TARGET_TOPIC, target.text("topic"));
    if (target.has("key") || target.has("keyBase64")) {
      headers.addBytes(DelayHeader.TARGET_KEY, target.bytes("key"));
    }
    headers.add(DelayHeader.TARGET_PARTITION, target.number("partition"));
  }

  /** One header has two fields here: as text and as a number. */
  private static FieldNames addExpiry(DraftHeaders headers, FieldReader fields) {
    var iso = fields.text("expires");
    var millis = fields.number("expiresMs");
    if (iso != null && millis != null) {
      throw ProblemException.at(
          "expiresMs", ReasonCode.TIME_AMBIGUOUS, "'expires' and 'expiresMs' exclude each other");
    }
    headers.add(DelayHeader.EXPIRES_MS, iso == null ? millis : epochMillis(iso));
    headers.add(DelayHeader.TTL_MS, fields.number("ttlMs"));
    return FieldNames.ofJob(iso == null ? "expiresMs" : "expires");
  }

  /** Rounded down: never delivered later than this. */
  private static String epochMillis(String iso) {
    try {
      var time = OffsetDateTime.parse(iso, DateTimeFormatter.ISO_OFFSET_DATE_TIME);
      return Long.toString(time.toInstant().toEpochMilli());
    } catch (DateTimeParseException unreadable) {
      throw ProblemException.at(
          "expires", ReasonCode.TIME_INVALID, "'%s' cannot be read as expires".formatted(iso));
    }
  }
}
