package io.delaygate.gateway.push;

import java.net.URI;
import java.net.URISyntaxException;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Rule for the URLs of endpoints, checked when an endpoint is stored and again before each call,
 * since settings change. What a name resolves to is checked when a connection is opened, see {@link
 * CheckedResolver}.
 *
 * <p>Only the plain form of a URL passes: whatever two parsers could read differently, such as user
 * info, backslashes, or addresses in octal, is refused.
 */
public final class EndpointUrl {
  /** Longest URL: what servers and proxies take without being told to. */
  static final int MAX_LENGTH = 2_048;

  private static final Pattern VISIBLE_ASCII = Pattern.compile("[!-~]*");

  /** Host and port, and nothing before them. */
  private static final Pattern AUTHORITY =
      Pattern.compile("(\\[[^\\[\\]@]*]|[^\\[\\]@:]*)(?::([0-9]{1,5}))?");

  /** ASCII that neither a path nor a query has as it is. */
  private static final Pattern ILLEGAL =
      Pattern.compile("%(?![0-9A-Fa-f]{2})|[^A-Za-z0-9%._~!$&'()*+,;=:@/?-]");

  private EndpointUrl() {}

  /** Why the URL cannot be an endpoint's, as a sentence without its end; empty if it can. */
  public static Optional<String> fault(String url, UrlRules rules) {
    if (url.length() > MAX_LENGTH) {
      return Optional.of("the URL must have at most " + MAX_LENGTH + " characters");
    }
    if (!VISIBLE_ASCII.matcher(url).matches() || url.indexOf('\\') >= 0) {
      return Optional.of(
          "the URL must be visible ASCII without backslashes;"
              + " write an international name in its form xn--, and other characters as %xx");
    }
    try {
      return fault(new URI(url), rules);
    } catch (URISyntaxException invalid) {
      return Optional.of("the URL is not valid: " + invalid.getReason());
    }
  }

  /** Why the URL cannot be called; empty if it can. */
  static Optional<String> fault(URI url, UrlRules rules) {
    var scheme = url.getScheme() == null ? "" : url.getScheme().toLowerCase(Locale.ROOT);
    if ((!scheme.equals("https") && !scheme.equals("http")) || url.isOpaque()) {
      return Optional.of("the URL must begin with https://");
    }
    if (url.getRawFragment() != null) {
      return Optional.of("the URL must not have a fragment (#)");
    }
    var authority = AUTHORITY.matcher(url.getRawAuthority() == null ? "" : url.getRawAuthority());
    if (!authority.matches()) {
      return Optional.of(
          "the URL must have a host, with or without a port, and no user or password");
    }
    if (!isPort(authority.group(2))) {
      return Optional.of("the port must be 1 to 65535");
    }
    var host = authority.group(1).toLowerCase(Locale.ROOT);
    var fault = HostRules.fault(host, rules);
    if (fault.isEmpty() && scheme.equals("http") && !HostRules.allowsHttp(host, rules)) {
      return Optional.of(
          "the URL must begin with https://: this gateway does not allow http to it");
    }
    return fault;
  }

  /**
   * The URL of a job.
   *
   * @param path of the job: ASCII that begins with a slash, and may have a query; null for none. It
   *     follows the path of the endpoint, and its query follows the endpoint's query
   */
  static URI join(URI endpoint, @Nullable String path) {
    if (path == null) {
      return endpoint;
    }
    var base = endpoint.getRawPath().replaceFirst("/+$", "");
    var legal = encoded(path);
    var mark = legal.indexOf('?');
    var below = mark < 0 ? legal : legal.substring(0, mark);
    var query = queries(endpoint.getRawQuery(), mark < 0 ? null : legal.substring(mark + 1));
    return URI.create(
        endpoint.getScheme() + "://" + endpoint.getRawAuthority() + base + below + query);
  }

  /** The path with what a URL cannot have percent-encoded, such as braces and a lone percent. */
  private static String encoded(String path) {
    return ILLEGAL
        .matcher(path)
        .replaceAll(illegal -> "%%%02X".formatted((int) illegal.group().charAt(0)));
  }

  private static String queries(@Nullable String first, @Nullable String second) {
    if (first == null || second == null) {
      var only = first == null ? second : first;
      return only == null ? "" : "?" + only;
    }
    return "?" + first + "&" + second;
  }

  private static boolean isPort(@Nullable String text) {
    if (text == null) {
      return true;
    }
    var port = Integer.parseInt(text);
    return port >= 1 && port <= 65_535;
  }
}
