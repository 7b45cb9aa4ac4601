package io.delaygate.gateway.push;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * Rule for the hosts of URLs, before any lookup: host names in their plain form, and literal
 * addresses in their usual form. Names that never belong to a public endpoint are refused early, so
 * that the mistake is told when the endpoint is stored.
 */
final class HostRules {
  private static final int MAX_NAME = 253;

  private static final Pattern NAME =
      Pattern.compile("[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?(\\.[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?)*");

  /** A last label that makes parsers read the host as an IPv4 address: 1, 017, 0x7f. */
  private static final Pattern LIKE_IPV4 = Pattern.compile("(.*\\.)?(0x[0-9a-f]*|[0-9]+)");

  private static final String BYTE = "(25[0-5]|2[0-4][0-9]|1[0-9]{2}|[1-9]?[0-9])";

  /** Four decimal numbers without leading zeros, which some read as octal. */
  private static final Pattern IPV4 = Pattern.compile(BYTE + "(\\." + BYTE + "){3}");

  /** Not {@code %}: a zone names a network card of this machine. */
  private static final Pattern IPV6 = Pattern.compile("\\[[0-9a-f:]*:[0-9a-f:.]*]");

  /** Services of clouds that give credentials to whoever asks; no setting allows them. */
  private static final Set<String> METADATA =
      Set.of(
          "metadata",
          "metadata.google.internal",
          "metadata.goog",
          "instance-data",
          "instance-data.ec2.internal");

  /** Names of private networks and clusters, by RFC 6761, 6762, 8375, 9476 and by custom. */
  private static final List<String> PRIVATE =
      List.of(
          "localhost",
          "localdomain",
          "local",
          "internal",
          "intranet",
          "private",
          "corp",
          "home",
          "lan",
          "svc",
          "alt",
          "home.arpa",
          "in-addr.arpa",
          "ip6.arpa");

  private HostRules() {}

  /**
   * Why no URL may have the host; empty if one may.
   *
   * @param host in lower case; an IPv6 address in brackets
   */
  static Optional<String> fault(String host, UrlRules rules) {
    if (host.startsWith("[")) {
      return IPV6.matcher(host).matches()
          ? literal(host).map(it -> AddressRules.fault(host, it, rules)).orElse(notAnAddress())
          : notAnAddress();
    }
    if (host.length() > MAX_NAME || !NAME.matcher(host).matches()) {
      return Optional.of(
          "the host must be a name of letters, digits, hyphens and single dots between them,"
              + " or an IP address");
    }
    if (LIKE_IPV4.matcher(host).matches()) {
      return literal(host).map(it -> AddressRules.fault(host, it, rules)).orElse(notAnAddress());
    }
    return nameFault(host, rules);
  }

  /** Whether a URL with the host may begin with {@code http://}. */
  static boolean allowsHttp(String host, UrlRules rules) {
    return rules.allowsHost(host) || (rules.allowsHttpToLoopback() && isOfLoopback(host));
  }

  /** Whether the host says itself that it is this machine: no name that resolves to it does. */
  static boolean isOfLoopback(String host) {
    return isBelow(host, "localhost")
        || literal(host).filter(InetAddress::isLoopbackAddress).isPresent();
  }

  /** The address that the host is; empty for a name. Asks no name server. */
  static Optional<InetAddress> literal(String host) {
    if (!IPV4.matcher(host).matches() && !IPV6.matcher(host).matches()) {
      return Optional.empty();
    }
    try {
      return Optional.of(InetAddress.getByName(host));
    } catch (UnknownHostException notAnAddress) {
      return Optional.empty();
    }
  }

  private static Optional<String> nameFault(String host, UrlRules rules) {
    if (METADATA.contains(host)) {
      return Optional.of("the host " + host + " is a cloud's metadata service");
    }
    if (allowsHttp(host, rules)) {
      return Optional.empty();
    }
    if (PRIVATE.stream().anyMatch(top -> isBelow(host, top))) {
      return Optional.of("the host " + host + " is a name of a private network");
    }
    return host.indexOf('.') < 0
        ? Optional.of("the host " + host + " is not a full name, such as hooks.example.com")
        : Optional.empty();
  }

  private static boolean isBelow(String host, String top) {
    return host.equals(top) || host.endsWith("." + top);
  }

  private static Optional<String> notAnAddress() {
    return Optional.of(
        "the host must be a name, an IPv4 address of four decimal numbers, or an IPv6 address in"
            + " brackets without a zone");
  }
}
