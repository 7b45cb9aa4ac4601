package io.delaygate.gateway.control;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.delaygate.service.control.NamespaceControl;
import io.delaygate.service.control.TokenControl;
import io.delaygate.service.control.UsageLimits;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** JSON of namespaces and tokens, with the field names of the bodies that make them. */
final class TenancyJson {
  private TenancyJson() {}

  static ObjectNode namespace(String name, NamespaceControl control) {
    var json = JsonNodeFactory.instance.objectNode();
    json.put("namespace", name);
    json.set(TenancyBody.LIMITS, limits(control.limits()));
    json.set(TenancyBody.ALLOW, texts(control.allow()));
    json.set(TenancyBody.DENY, texts(control.deny()));
    return json;
  }

  /** Without the token itself, which is not stored. */
  static ObjectNode token(String id, TokenControl control) {
    var json = JsonNodeFactory.instance.objectNode();
    json.put("id", id);
    json.put(TenancyBody.NAME, control.name());
    json.put("namespace", control.namespace());
    json.put(TenancyBody.ROLE, control.role());
    json.set(TenancyBody.LIMITS, limits(control.limits()));
    return json;
  }

  /** Only the limits that are set. */
  static ObjectNode limits(UsageLimits limits) {
    var json = JsonNodeFactory.instance.objectNode();
    put(json, TenancyBody.REQUESTS, limits.requestsPerSecond());
    put(json, TenancyBody.JOBS, limits.jobsPerSecond());
    put(json, TenancyBody.PENDING, limits.pendingJobs());
    put(json, TenancyBody.PAYLOAD, limits.payloadBytes());
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
}
