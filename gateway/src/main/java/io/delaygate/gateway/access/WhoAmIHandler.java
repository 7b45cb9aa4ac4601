package io.delaygate.gateway.access;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import io.javalin.http.ContentType;
import io.javalin.http.Context;
import java.nio.charset.StandardCharsets;

/**
 * Handler of {@code GET /v1/me}: name, namespace and role of the caller, so that a page can offer
 * what the token allows.
 *
 * @param access the guard that admits them
 * @param requests the topic of commands, which only callers of the installation see
 */
public record WhoAmIHandler(AccessGuard access, String requests) {
  /** Handles the call. */
  public void get(Context ctx) {
    var caller = AccessGuard.caller(ctx);
    var json = JsonNodeFactory.instance.objectNode();
    json.put("name", caller.name());
    json.put("namespace", caller.namespace());
    json.put("role", caller.role().text());
    json.put("installation", caller.isOfInstallation());
    json.put("tokens", access.asksForTokens());
    if (caller.isOfInstallation()) {
      json.put("requests", requests);
    }
    ctx.contentType(ContentType.APPLICATION_JSON)
        .result(json.toString().getBytes(StandardCharsets.UTF_8));
  }
}
