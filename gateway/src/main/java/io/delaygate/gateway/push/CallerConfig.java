package io.delaygate.gateway.push;

import java.security.cert.X509Certificate;
import java.time.Duration;
import java.util.List;

/**
 * Limits and trust of the client that calls endpoints.
 *
 * @param authorities certificates that are trusted besides those that Java trusts
 * @param maxCalls how many calls the gateway makes at the same time
 * @param connectTimeout for one address, without the TLS handshake
 * @param idleTimeout after which a connection of HTTP/1.1 without a call is closed; one of HTTP/2
 *     stays for {@link #HTTP2_IDLE}
 */
public record CallerConfig(
    UrlRules rules,
    List<X509Certificate> authorities,
    int maxCalls,
    Duration connectTimeout,
    Duration idleTimeout) {
  /**
   * Time without a byte after which a connection of HTTP/2 is closed, also while calls wait for
   * their answers: more than any call may take.
   */
  static final Duration HTTP2_IDLE = Duration.ofMinutes(10);

  /**
   * The usual limits: a connection that takes five seconds will not come; and 30 seconds, less than
   * the minute after which most servers and load balancers close an idle connection, so that a call
   * seldom meets one that is being closed.
   */
  public static CallerConfig of(UrlRules rules, List<X509Certificate> authorities, int maxCalls) {
    return new CallerConfig(
        rules, authorities, maxCalls, Duration.ofSeconds(5), Duration.ofSeconds(30));
  }
}
