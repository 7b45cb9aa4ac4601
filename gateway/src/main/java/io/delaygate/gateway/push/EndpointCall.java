package io.delaygate.gateway.push;

import java.net.URI;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Call of an HTTP endpoint, complete and signed.
 *
 * @param headers in the order in which they are sent; may hold secrets
 * @param body null for none
 * @param timeout for all of it, from the lookup of the name to the end of the answer
 */
public record EndpointCall(
    URI url, String method, List<Field> headers, byte @Nullable [] body, Duration timeout) {
  /** Copies the list, so that a call never changes. */
  public EndpointCall(
      URI url, String method, List<Field> headers, byte @Nullable [] body, Duration timeout) {
    this.url = url;
    this.method = method;
    this.headers = List.copyOf(headers);
    this.body = body;
    this.timeout = timeout;
  }

  /** Header field. */
  public record Field(String name, String value) {
    /** The name alone: the value may be a secret. */
    @Override
    public String toString() {
      return name;
    }
  }

  /** Where it goes, without the query, headers and body, which may hold secrets. */
  @Override
  public String toString() {
    return method + " " + url.getScheme() + "://" + url.getRawAuthority() + url.getRawPath();
  }
}
