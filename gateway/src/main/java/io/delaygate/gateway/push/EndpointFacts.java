package io.delaygate.gateway.push;

import io.delaygate.gateway.push.EndpointCall.Field;
import java.net.URI;
import java.time.Duration;
import java.util.List;

/**
 * Facts of an endpoint that all its calls share, with its secrets opened.
 *
 * @param method such as {@code POST}
 * @param headers fixed headers, of which some may be secrets
 * @param signingSecrets keys of the signatures: one, two while one is rotated, or none
 * @param timeout for a whole call
 */
public record EndpointFacts(
    URI url, String method, List<Field> headers, List<byte[]> signingSecrets, Duration timeout) {
  public EndpointFacts {
    headers = List.copyOf(headers);
    signingSecrets = List.copyOf(signingSecrets);
  }

  /** No secret, and no query, which may hold one. */
  @Override
  public String toString() {
    return method + " " + url.getScheme() + "://" + url.getRawAuthority() + url.getRawPath();
  }
}
