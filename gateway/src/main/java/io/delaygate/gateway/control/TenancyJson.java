package io.delaygate.gateway.control;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.delaygate.gateway.access.Role;
import io.delaygate.gateway.http.ProblemException;
import io.delaygate.gateway.payload.FieldReader;
import io.delaygate.gateway.payload.JobBody;
import io.delaygate.schemas.contract.ReasonCode;
import io.delaygate.service.control.NamespaceControl;
import io.delaygate.service.control.TokenControl;
import io.delaygate.service.control.UsageLimits;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Parser and writer of the JSON of namespaces, tokens and their limits. A body that is not valid
 * ends the call with a problem.
 */
final class TenancyJson {
  private static final String LIMITS = "limits";
  private static final String ALLOW = "allow";
  private static final String DENY = "deny";
  private static final String NAME = "name";
  private static final String ROLE = "role";
  private static final String REQUESTS = "requestsPerSecond";
  private static final String JOBS = "jobsPerSecond";
  private static final String PENDING = "pendingJobs";
  private static final String PAYLOAD = "payloadBytes";

  /** Every gateway matches each job against them, and one record must hold them. */
  private static final int PATTERNS_MAX = 100;

  private static final Set<String> OF_LIMITS = Set.of(REQUESTS, JOBS, PENDING, PAYLOAD);

  /** A topic name in which a star may stand for any characters. */
  private static final Pattern PATTERN = Pattern.compile("[a-zA-Z0-9._*-]{1,249}");

  private TenancyJson() {}

  static ObjectNode namespace(String name, NamespaceControl control) {
    var json = JsonNodeFactory.instance.objectNode();
    json.put("namespace", name);
    json.set(LIMITS, limits(control.limits()));
    json.set(ALLOW, texts(control.allow()));
    json.set(DENY, texts(control.deny()));
    return json;
  }

  /** Without the token itself, which is not stored. */
  static ObjectNode token(String id, TokenControl control) {
    var json = JsonNodeFactory.instance.objectNode();
    json.put("id", id);
    json.put(NAME, control.name());
    json.put("namespace", control.namespace());
    json.put(ROLE, control.role());
    json.set(LIMITS, limits(control.limits()));
    return json;
  }

  /** Only the limits that are set. */
  static ObjectNode limits(UsageLimits limits) {
    var json = JsonNodeFactory.instance.objectNode();
    put(json, REQUESTS, limits.requestsPerSecond());
    put(json, JOBS, limits.jobsPerSecond());
    put(json, PENDING, limits.pendingJobs());
    put(json, PAYLOAD, limits.payloadBytes());
    return json;
  }

  private static void put(ObjectNode json, String name, @Nullable Number value) {
    if (value != null) {
      json.put(name, value.longValue());
    }
  }

  private static ArrayNode texts(List<String> texts) {
    var list = JsonNodeFactory.instance.arrayNode();
    texts.forEach(list::add);
    return list;
  }

  static NamespaceControl namespace(JobBody body) {
    var fields = body.fieldsAmong(Set.of(LIMITS, ALLOW, DENY));
    return new NamespaceControl(
        nested(fields),
        patterns(fields, ALLOW, NamespaceControl.OPEN.allow()),
        patterns(fields, DENY, NamespaceControl.OPEN.deny()));
  }

  static TokenControl token(JobBody body, String namespace) {
    var fields = body.fieldsAmong(Set.of(NAME, ROLE, LIMITS));
    var name = needed(fields, NAME);
    if (!TokenControl.isName(name)) {
      throw FieldReader.invalid(NAME, "must be 1 to 64 letters, digits, '.', '-' and '_'");
    }
    var role = needed(fields, ROLE);
    if (Role.ofToken(role).isEmpty()) {
      throw FieldReader.invalid(ROLE, "must be read, write or admin");
    }
    return new TokenControl(name, namespace, role, nested(fields));
  }

  static UsageLimits limits(JobBody body) {
    return limits(body.fieldsAmong(OF_LIMITS));
  }

  private static UsageLimits nested(FieldReader fields) {
    var node = fields.node(LIMITS);
    if (node == null) {
      return UsageLimits.NONE;
    }
    var limits = FieldReader.of(node, LIMITS);
    limits.refuseUnknown(OF_LIMITS);
    return limits(limits);
  }

  private static UsageLimits limits(FieldReader fields) {
    return new UsageLimits(
        integer(fields.whole(REQUESTS, 1, UsageLimits.MOST_PER_SECOND)),
        integer(fields.whole(JOBS, 1, UsageLimits.MOST_PER_SECOND)),
        fields.whole(PENDING, 1, Long.MAX_VALUE),
        integer(fields.whole(PAYLOAD, 0, Integer.MAX_VALUE)));
  }

  private static @Nullable Integer integer(@Nullable Long number) {
    return number == null ? null : number.intValue();
  }

  private static String needed(FieldReader fields, String name) {
    var text = fields.text(name);
    if (text == null) {
      throw ProblemException.at(name, ReasonCode.FIELD_MISSING, "'" + name + "' is missing");
    }
    return text;
  }

  private static List<String> patterns(FieldReader fields, String name, List<String> byDefault) {
    var list = fields.node(name);
    if (list == null) {
      return byDefault;
    }
    if (!list.isArray() || list.size() > PATTERNS_MAX) {
      throw FieldReader.invalid(
          name, "must be a list of up to %d topic names and patterns".formatted(PATTERNS_MAX));
    }
    var patterns = new ArrayList<String>();
    for (JsonNode pattern : list) {
      if (!pattern.isTextual() || !PATTERN.matcher(pattern.textValue()).matches()) {
        throw FieldReader.invalid(
            name + "[" + patterns.size() + "]",
            "must be the name of a topic, in which '*' stands for any characters");
      }
      patterns.add(pattern.textValue());
    }
    return patterns;
  }
}
