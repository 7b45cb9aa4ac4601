package io.delaygate.scheduler.query;

import io.javalin.http.Context;
import io.javalin.http.Header;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Address of the query server, and the secret that gateways must send.
 *
 * @param host the address to bind
 * @param port 0 takes any free one
 * @param secret empty when every caller that reaches the port may ask
 */
public record QueryEndpoint(String host, int port, Optional<String> secret) {
  /** Refuses a request without the secret, in a time that tells nothing about the secret. */
  void check(Context context) {
    if (secret.isPresent() && !isShown(context.header(Header.AUTHORIZATION), secret.get())) {
      context.header(Header.WWW_AUTHENTICATE, "Bearer");
      throw QueryRefusal.unauthorized();
    }
  }

  private static boolean isShown(@Nullable String header, String secret) {
    return header != null && MessageDigest.isEqual(bytes(header), bytes("Bearer " + secret));
  }

  private static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }

  /** Without the secret. */
  @Override
  public String toString() {
    return "QueryEndpoint[" + host + ":" + port + "]";
  }
}
