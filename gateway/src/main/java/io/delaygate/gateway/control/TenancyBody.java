package io.delaygate.gateway.control;

import com.fasterxml.jackson.databind.JsonNode;
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
 * Parser of bodies about namespaces, tokens and their limits. Ends the call with a problem where a
 * body is not valid.
 */
final class TenancyBody {
  static final String LIMITS = "limits";
  static final String ALLOW = "allow";
  static final String DENY = "deny";
  static final String NAME = "name";
  static final String ROLE = "role";
  static final String REQUESTS = "requestsPerSecond";
  static final String JOBS = "jobsPerSecond";
  static final String PENDING = "pendingJobs";
  static final String PAYLOAD = "payloadBytes";

  /** Every gateway matches each job against them, and one record must hold them. */
  static final int PATTERNS_MAX = 100;

  private static final Set<String> OF_LIMITS = Set.of(REQUESTS, JOBS, PENDING, PAYLOAD);

  /** A topic name in which a star may stand for any characters. */
  private static final Pattern PATTERN = Pattern.compile("[a-zA-Z0-9._*-]{1,249}");

  private TenancyBody() {}

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
            name + "[" + patterns.size() + "]", "is no topic name, with or without '*'");
      }
      patterns.add(pattern.textValue());
    }
    return patterns;
  }
}
