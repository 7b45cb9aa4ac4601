package io.delaygate.scheduler.query;

import io.delaygate.service.http.SiteRule;
import io.javalin.http.Context;
import io.javalin.http.Handler;
import io.javalin.http.Header;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Address of the query server, and the check of the secret that gateways must send.
 *
 * @param host the address to bind
 * @param port 0 takes any free one
 * @param secret empty when every caller that reaches the port may ask, except for pages of other
 *     sites
 * @param hosts names by which the port may be called without a secret
 */
public record QueryEndpoint(String host, int port, Optional<String> secret, Set<String> hosts) {
  /**
   * The check of each request. It refuses one without the secret, in a time that reveals nothing
   * about the secret.
   */
  Handler check() {
    var sites = new SiteRule(hosts);
    return context -> {
      if (secret.isEmpty()) {
        checkSite(context, sites);
      } else if (!isShown(context.header(Header.AUTHORIZATION), secret.get())) {
        context.header(Header.WWW_AUTHENTICATE, "Bearer");
        throw QueryRefusal.unauthorized();
      }
    };
  }

  private static void checkSite(Context context, SiteRule sites) {
    var refusal = sites.refusal(SiteRule.Call.of(context));
    if (refusal.isPresent()) {
      throw QueryRefusal.forbidden(refusal.get().text());
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
