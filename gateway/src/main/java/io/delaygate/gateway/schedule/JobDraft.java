package io.delaygate.gateway.schedule;

import com.fasterxml.jackson.databind.JsonNode;
import io.delaygate.gateway.problem.ProblemException;
import io.delaygate.schemas.contract.DelayHeader;
import io.delaygate.schemas.contract.Op;
import io.delaygate.schemas.contract.ReasonCode;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.apache.kafka.common.header.Header;
import org.apache.kafka.common.header.internals.RecordHeader;
import org.jspecify.annotations.Nullable;

/**
 * A body as the record that says the same on Kafka. Names and types are checked here; what the
 * values mean is judged by the contract's parser, so that both doors judge alike.
 *
 * @param id the caller's id; null when the body has none
 * @param headers control headers, then the caller's in their order
 * @param value the payload
 */
record JobDraft(@Nullable String id, List<Header> headers, byte @Nullable [] value) {
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
          "ifExists",
          "ack");

  private static final Set<String> TARGET_FIELDS = Set.of("topic", "key", "keyBase64", "partition");
  private static final Set<String> HEADER_FIELDS = Set.of("name", "value", "valueBase64");

  static JobDraft of(JobBody body) {
    var fields = new FieldReader(body.fields(), "");
    fields.refuseUnknown(FIELDS);
    var headers = new ArrayList<Header>();
    add(headers, DelayHeader.OP, Op.SCHEDULE.text());
    addTarget(headers, fields);
    add(headers, DelayHeader.DELAY, fields.text("delay"));
    add(headers, DelayHeader.DELAY_MS, fields.number("delayMs"));
    add(headers, DelayHeader.DUE, fields.text("due"));
    add(headers, DelayHeader.DUE_MS, fields.number("dueMs"));
    add(headers, DelayHeader.IF_EXISTS, fields.text("ifExists"));
    addUnsupported(headers, DelayHeader.PRIORITY, fields.node("priority"));
    addUnsupported(headers, DelayHeader.EXPIRES_MS, fields.node("expires"));
    addUnsupported(headers, DelayHeader.ACK, fields.node("ack"));
    addForeign(headers, fields);
    return new JobDraft(fields.text("id"), headers, value(body, fields));
  }

  private static byte @Nullable [] value(JobBody body, FieldReader fields) {
    fields.refuseBoth(JobBody.VALUE, body.hasValue(), "valueBase64");
    var text = body.value();
    return text != null ? FieldReader.utf8(JobBody.VALUE, text) : fields.base64("valueBase64");
  }

  private static void addTarget(List<Header> headers, FieldReader fields) {
    var node = fields.node("target");
    if (node == null) {
      return; // the parser says what is missing
    }
    var target = FieldReader.of(node, "target");
    target.refuseUnknown(TARGET_FIELDS);
    add(headers, DelayHeader.TARGET_TOPIC, target.text("topic"));
    if (target.has("key") || target.has("keyBase64")) {
      headers.add(new RecordHeader(DelayHeader.TARGET_KEY.headerName(), target.bytes("key")));
    }
    add(headers, DelayHeader.TARGET_PARTITION, target.number("partition"));
  }

  private static void addForeign(List<Header> headers, FieldReader fields) {
    var list = fields.node("headers");
    if (list == null) {
      return;
    }
    if (!list.isArray()) {
      throw FieldReader.invalid("headers", "must be a list of {name, value or valueBase64}");
    }
    for (var i = 0; i < list.size(); i++) {
      var header = FieldReader.of(list.get(i), "headers[" + i + "]");
      header.refuseUnknown(HEADER_FIELDS);
      var name = foreignName(header);
      if (!header.has("value") && !header.has("valueBase64")) {
        throw missing(header.path() + "value");
      }
      headers.add(new RecordHeader(name, header.bytes("value")));
    }
  }

  /** A delivered record's own headers may come back; the parser drops them. */
  private static String foreignName(FieldReader header) {
    var field = header.path() + "name";
    var name = header.text("name");
    if (name == null) {
      throw missing(field);
    }
    FieldReader.utf8(field, name);
    if (DelayHeader.isControl(name) && !name.startsWith(DelayHeader.JOB_PREFIX)) {
      throw FieldReader.invalid(
          field, "'%s' is Delaygate's; use the call's fields".formatted(name));
    }
    return name;
  }

  private static ProblemException missing(String field) {
    return ProblemException.at(field, ReasonCode.FIELD_MISSING, "'" + field + "' is missing");
  }

  private static void add(List<Header> headers, DelayHeader header, @Nullable String text) {
    if (text != null) {
      var field = FieldNames.BY_HEADER.getOrDefault(header, header.headerName());
      headers.add(new RecordHeader(header.headerName(), FieldReader.utf8(field, text)));
    }
  }

  /** The parser refuses such a header whatever it holds, until a version supports it. */
  private static void addUnsupported(
      List<Header> headers, DelayHeader header, @Nullable JsonNode node) {
    add(headers, header, node == null ? null : node.getNodeType().name());
  }
}
