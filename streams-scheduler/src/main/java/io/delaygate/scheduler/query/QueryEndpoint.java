package io.delaygate.scheduler.query;

import io.javalin.http.Context;
import io.javalin.http.Header;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Where gateways ask, and what they have to show.
 *
 * @param host the address to bind
 * @param port 0 takes any free one
 * @param secret empty when whoever reaches the port may ask
 */
public record QueryEndpoint(String host, int port, Optional<String> secret) {
  /** Lets the question go on, or refuses it; how long that takes says nothing of the secret. */
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
    return "Door[" + host + ":" + port + "]";
  }
}
