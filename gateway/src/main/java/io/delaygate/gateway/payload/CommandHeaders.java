package io.delaygate.gateway.payload;

import io.delaygate.gateway.http.ProblemException;
import io.delaygate.schemas.command.HeaderNames;
import io.delaygate.schemas.contract.DelayHeader;
import io.delaygate.schemas.contract.ReasonCode;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.apache.kafka.common.header.Header;
import org.apache.kafka.common.header.internals.RecordHeader;
import org.jspecify.annotations.Nullable;

/** Builder of the headers of a command from the fields of a JSON body. */
final class CommandHeaders {
  private static final Set<String> HEADER_FIELDS = Set.of("name", "value", "valueBase64");

  /** The field with the target of a job. */
  static final String TARGET = "target";

  private static final String URL = "url";

  private static final Set<String> TARGET_FIELDS =
      Set.of("topic", "key", "keyBase64", "partition", "endpoint", "path", URL);

  /** Fields with which a null has a meaning. */
  private static final Set<String> KEYS = Set.of("key", "keyBase64");

  private final List<Header> headers;

  CommandHeaders() {
    this(List.of());
  }

  /** Creates a builder that begins with these headers. */
  CommandHeaders(List<Header> headers) {
    this.headers = new ArrayList<>(headers);
  }

  List<Header> list() {
    return headers;
  }

  boolean has(DelayHeader header) {
    return text(headers, header) != null;
  }

  /** Adds a header; nothing for null. */
  void add(DelayHeader header, @Nullable String text) {
    if (text != null) {
      var field = FieldNames.BY_HEADER.getOrDefault(header, header.headerName());
      addBytes(header, FieldReader.utf8(field, text));
    }
  }

  void addBytes(DelayHeader header, byte @Nullable [] bytes) {
    headers.add(new RecordHeader(header.headerName(), bytes));
  }

  void addTimes(FieldReader fields) {
    add(DelayHeader.DELAY, fields.text("delay"));
    add(DelayHeader.DELAY_MS, fields.number("delayMs"));
    add(DelayHeader.DUE, fields.text("due"));
    add(DelayHeader.DUE_MS, fields.number("dueMs"));
  }

  /**
   * Adds the target of a body; nothing without one. A URL becomes the endpoint that takes it, and a
   * path: schedulers know names of endpoints only.
   */
  void addTarget(FieldReader fields, JobUrls.OfNamespace urls) {
    var node = fields.node(TARGET);
    if (node == null) {
      return; // the parser refuses a job without one
    }
    var target = FieldReader.of(node, TARGET);
    target.refuseUnknown(TARGET_FIELDS);
    var url = target.text(URL);
    if (url != null) {
      refuseBesidesUrl(target);
      var found = urls.find(url);
      add(DelayHeader.TARGET_ENDPOINT, found.endpoint());
      add(DelayHeader.TARGET_PATH, found.path());
      return;
    }
    add(DelayHeader.TARGET_TOPIC, target.text("topic"));
    if (target.has("key") || target.has("keyBase64")) {
      addBytes(DelayHeader.TARGET_KEY, target.bytes("key"));
    }
    add(DelayHeader.TARGET_PARTITION, target.number("partition"));
    add(DelayHeader.TARGET_ENDPOINT, target.text("endpoint"));
    add(DelayHeader.TARGET_PATH, target.text("path"));
  }

  private static void refuseBesidesUrl(FieldReader target) {
    for (var name : target.fields().keySet()) {
      var isGiven = KEYS.contains(name) || target.node(name) != null;
      if (isGiven && !name.equals(URL)) {
        throw ProblemException.at(
            target.path() + name,
            ReasonCode.TARGET_AMBIGUOUS,
            "'url' and '%s' cannot be given together: a URL is a whole target".formatted(name));
      }
    }
  }

  void addForeign(FieldReader fields) {
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

  /** The payload of a body; null when it has none. */
  static byte @Nullable [] value(JobBody body, FieldReader fields) {
    fields.refuseBoth(JobBody.VALUE, body.hasValue(), "valueBase64");
    var text = body.value();
    return text != null ? FieldReader.utf8(JobBody.VALUE, text) : fields.base64("valueBase64");
  }

  /** The text of a header; null if the list does not have it. */
  static @Nullable String text(List<Header> headers, DelayHeader name) {
    return headers.stream()
        .filter(header -> header.key().equals(name.headerName()))
        .map(header -> new String(header.value(), StandardCharsets.UTF_8))
        .findFirst()
        .orElse(null);
  }

  /** Headers of a delivered job or dead letter may be sent again; the parser drops them. */
  private static String foreignName(FieldReader header) {
    var field = header.path() + "name";
    var name = header.text("name");
    if (name == null) {
      throw missing(field);
    }
    FieldReader.utf8(field, name);
    var isControl = DelayHeader.isControl(name) && !DelayHeader.isOutput(name);
    if (isControl || name.equals(ScheduleRequest.REPLY_TO)) {
      throw FieldReader.invalid(
          field,
          "the header '%s' is reserved for Delaygate; use the fields of the call".formatted(name));
    }
    HeaderNames.refusal(name)
        .ifPresent(
            refusal -> {
              throw FieldReader.invalid(field, refusal.text());
            });
    return name;
  }

  private static ProblemException missing(String field) {
    return ProblemException.at(field, ReasonCode.FIELD_MISSING, "'" + field + "' is missing");
  }
}
