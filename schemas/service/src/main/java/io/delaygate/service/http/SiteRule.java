package io.delaygate.service.http;

import io.javalin.http.Context;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Rule of a port that asks callers for no secret: refuses calls that a page of another site made a
 * browser send. Such a page cannot forge the headers that are looked at. Of these headers, other
 * clients than browsers send only {@code Host}. Immutable.
 *
 * <p>What a browser does not tell, no rule can see: over HTTP without TLS, to another address than
 * the own machine's, browsers send no {@code Sec-Fetch-Site}, and no {@code Origin} with GET.
 */
public final class SiteRule {
  private static final Pattern AUTHORITY =
      Pattern.compile("(\\[[^\\[\\]]*]|[^\\[\\]:/@?#\\s]*)(?::(\\d{0,5}))?");

  private static final String OCTET = "(25[0-5]|2[0-4]\\d|1\\d\\d|[1-9]?\\d)";

  private static final Pattern IPV4 = Pattern.compile("(" + OCTET + "\\.){3}" + OCTET);

  private static final Pattern IPV6 =
      Pattern.compile("\\[[0-9a-f.]*:[0-9a-f:.]*(%[0-9a-z._~%-]+)?]");

  private static final Pattern ORIGIN = Pattern.compile("(https?)://([^/\\s]+)");

  private static final String SAME_ORIGIN = "same-origin";

  /** {@code none}: the address was typed, or is a bookmark. */
  private static final Set<String> OWN_SITES = Set.of(SAME_ORIGIN, "none");

  private final Set<String> hosts;

  /**
   * A rule.
   *
   * @param hosts names by which the port may be called besides IP addresses and {@code localhost};
   *     {@code *.} at the beginning stands for one label
   */
  public SiteRule(Collection<String> hosts) {
    this.hosts = hosts.stream().map(SiteRule::normalized).collect(Collectors.toSet());
  }

  /**
   * Headers of a call by which a browser tells where it comes from.
   *
   * @param scheme of the connection, {@code http} or {@code https}
   * @param host null for none, which HTTP/1.0 allows
   * @param fetchSites each {@code Sec-Fetch-Site}
   * @param origins each {@code Origin}
   */
  public record Call(
      String scheme, @Nullable String host, List<String> fetchSites, List<String> origins) {
    /** The headers of a call. */
    public static Call of(Context ctx) {
      var call = ctx.req();
      return new Call(
          call.isSecure() ? "https" : "http",
          call.getHeader("Host"),
          Collections.list(call.getHeaders("Sec-Fetch-Site")),
          Collections.list(call.getHeaders("Origin")));
    }
  }

  /**
   * Refusal of a call.
   *
   * @param header that is at fault
   * @param text what was expected, for people
   */
  public record Refusal(String header, String text) {
    /** Whether the name is refused by which the port was called. */
    public boolean isOfHost() {
      return header.equals("Host");
    }
  }

  /**
   * Judges a call; empty for one that may go on. One without {@code Host} may: browsers always send
   * it.
   */
  public Optional<Refusal> refusal(Call call) {
    var host = call.host();
    if (host != null && !isKnown(host)) {
      return Optional.of(
          new Refusal(
              "Host",
              "this port asks for no token and does not accept the host name '"
                  + host
                  + "': use an IP address or `localhost`, or list the name in `http.hosts`"));
    }
    return foreign("Sec-Fetch-Site", call.fetchSites(), OWN_SITES::contains)
        .or(() -> foreign("Origin", call.origins(), origin -> isOwn(origin, call)));
  }

  private static Optional<Refusal> foreign(
      String header, List<String> values, Predicate<String> isOwn) {
    return values.stream()
        .filter(isOwn.negate())
        .findFirst()
        .map(
            value ->
                new Refusal(
                    header,
                    "a page of another site sent this call (`"
                        + header
                        + ": "
                        + value
                        + "`), and this port asks for no token: open the address directly, or"
                        + " configure tokens"));
  }

  private boolean isKnown(String host) {
    var parts = AUTHORITY.matcher(host);
    if (!parts.matches()) {
      return false;
    }
    var name = normalized(parts.group(1));
    return name.equals("localhost")
        || IPV4.matcher(name).matches()
        || IPV6.matcher(name).matches()
        || hosts.contains(name)
        || hosts.contains("*" + name.substring(Math.max(0, name.indexOf('.'))));
  }

  private static String normalized(String name) {
    var lower = name.toLowerCase(Locale.ROOT);
    return lower.endsWith(".") ? lower.substring(0, lower.length() - 1) : lower;
  }

  /**
   * Whether an origin is that of the call. The scheme may differ if the browser says that the
   * origin is the same: something in front of the port ends TLS then, and passes on {@code Host}.
   */
  private static boolean isOwn(String origin, Call call) {
    var parts = ORIGIN.matcher(origin);
    if (!parts.matches() || call.host() == null) {
      return false;
    }
    var scheme = parts.group(1);
    return (scheme.equals(call.scheme()) || call.fetchSites().contains(SAME_ORIGIN))
        && withPort(parts.group(2), scheme).equals(withPort(call.host(), scheme));
  }

  /** An authority with the usual port of the scheme, if it names none. */
  private static String withPort(String authority, String scheme) {
    var parts = AUTHORITY.matcher(authority.toLowerCase(Locale.ROOT));
    if (!parts.matches()) {
      return authority;
    }
    var port = Objects.requireNonNullElse(parts.group(2), "");
    var usual = scheme.equals("https") ? "443" : "80";
    return parts.group(1) + ":" + (port.isEmpty() ? usual : port);
  }
}
