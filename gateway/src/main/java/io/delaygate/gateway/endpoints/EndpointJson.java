package io.delaygate.gateway.endpoints;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.delaygate.gateway.control.ControlCache;
import io.delaygate.gateway.control.ControlJson;
import io.delaygate.gateway.outcome.CallerJobView;
import io.delaygate.schemas.job.Policy;
import io.delaygate.service.control.EndpointControl;
import java.util.Optional;
import java.util.function.Function;

/**
 * JSON of an endpoint without its secrets.
 *
 * @param urlFault why a URL is not allowed now; empty for one that is
 */
record EndpointJson(EndpointCatalog endpoints, Function<String, Optional<String>> urlFault) {
  /** Its settings, its pause, and the reason if it cannot be called. */
  ObjectNode of(KnownEndpoint endpoint) {
    var json = JsonNodeFactory.instance.objectNode();
    json.put("endpoint", endpoint.name().name());
    addSet(json, endpoint.control());
    if (endpoint instanceof Endpoint open) {
      var names = json.putObject(EndpointRequest.SECRET_HEADERS);
      open.secrets().headers().keySet().forEach(name -> names.put(name, true));
    }
    json.setAll(CallerJobView.withIsoTimes(state(endpoint)));
    return json;
  }

  private static void addSet(ObjectNode json, EndpointControl control) {
    json.put(EndpointRequest.URL, control.url());
    json.put(EndpointRequest.METHOD, control.method());
    var headers = json.putObject(EndpointRequest.HEADERS);
    control.headers().forEach(headers::put);
    json.put(EndpointRequest.TIMEOUT + "Ms", control.timeoutMs());
    json.put(EndpointRequest.PARALLELISM, control.parallelism());
    if (control.perSecond() != null) {
      json.put(EndpointRequest.PER_SECOND, control.perSecond());
    }
    json.put(EndpointRequest.JOB_URLS, control.jobUrls());
    json.setAll(policy(control.policy()));
  }

  private static ObjectNode policy(Policy policy) {
    var json = JsonNodeFactory.instance.objectNode();
    json.put("priority", policy.priority());
    json.put("onExpiry", policy.onExpiry().text());
    if (policy.retry() != null) {
      var ack = json.putObject("ack").put("maxAttempts", policy.retry().maxAttempts());
      ack.set("backoff", ControlJson.backoff(policy.retry().backoff()));
    }
    return json;
  }

  private ObjectNode state(KnownEndpoint endpoint) {
    var json = JsonNodeFactory.instance.objectNode();
    if (endpoint instanceof Endpoint open) {
      json.put("secretSetAtMs", open.secrets().latest().setAtMs());
      open.secrets().signing().stream()
          .skip(1)
          .filter(former -> former.isValid(known().nowMs()))
          .findFirst()
          .ifPresent(former -> json.put("formerSecretUntilMs", former.untilMs()));
    }
    json.setAll(known().pause(endpoints.target(endpoint.name())));
    obstacle(endpoint).ifPresent(why -> json.put("obstacle", why));
    return json;
  }

  /** Why the endpoint is not called; empty if it is. */
  private Optional<String> obstacle(KnownEndpoint endpoint) {
    return endpoint instanceof LockedEndpoint locked
        ? Optional.of(locked.obstacle())
        : urlFault.apply(endpoint.control().url()).map(fault -> "its URL is refused: " + fault);
  }

  private ControlCache known() {
    return endpoints.known();
  }
}
