package io.delaygate.gateway.endpoints;

import io.delaygate.gateway.push.EndpointCall.Field;
import io.delaygate.gateway.push.EndpointFacts;
import io.delaygate.schemas.topics.EndpointName;
import io.delaygate.service.control.EndpointControl;
import java.net.URI;
import java.time.Duration;
import java.util.LinkedHashMap;

/** Endpoint with its opened secrets, ready to be called. It is in memory only. */
public record Endpoint(EndpointName name, EndpointControl control, EndpointSecrets secrets)
    implements KnownEndpoint {
  /**
   * Facts that all its calls share: fixed and secret headers, and the keys that sign a call, which
   * are two while a secret is being replaced.
   *
   * @param nowMs epoch milliseconds
   */
  public EndpointFacts facts(long nowMs) {
    var headers = new LinkedHashMap<>(control.headers());
    headers.putAll(secrets.headers());
    return new EndpointFacts(
        URI.create(control.url()),
        control.method(),
        headers.entrySet().stream()
            .map(header -> new Field(header.getKey(), header.getValue()))
            .toList(),
        secrets.signing().stream()
            .filter(secret -> secret.isValid(nowMs))
            .map(SigningSecret::key)
            .toList(),
        Duration.ofMillis(control.timeoutMs()));
  }

  /** The name alone. */
  @Override
  public String toString() {
    return name.toString();
  }
}
