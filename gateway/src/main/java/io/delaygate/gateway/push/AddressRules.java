package io.delaygate.gateway.push;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/**
 * Rule for the addresses that an endpoint may have: public unicast addresses, and what the settings
 * allow besides. By the registries of special addresses of IANA (RFC 6890 and successors).
 *
 * <p>IPv6 addresses that carry an IPv4 address are judged by that one too, since a gateway of the
 * network may turn one into the other.
 */
final class AddressRules {
  /** Kind of exception from the refusal of a network. */
  private enum Exemption {
    /** Nobody, whatever the settings say. */
    NONE,
    /** Hosts and networks that the operator lists. */
    LISTED,
    /** The machine's own names, where the settings allow them, and networks that are listed. */
    LOOPBACK
  }

  private record Special(IpNetwork network, String what, Exemption exemption) {}

  /** The first that contains an address counts. */
  private static final List<Special> SPECIAL =
      List.of(
          special("169.254.0.0/16", "link-local, as metadata services are", Exemption.NONE),
          special("168.63.129.16/32", "a cloud's metadata service", Exemption.NONE),
          special("100.100.100.200/32", "a cloud's metadata service", Exemption.NONE),
          special("fd00:ec2::/32", "a cloud's metadata service", Exemption.NONE),
          special("fd20:ce::254/128", "a cloud's metadata service", Exemption.NONE),
          special("127.0.0.0/8", "loopback", Exemption.LOOPBACK),
          special("::1/128", "loopback", Exemption.LOOPBACK),
          special("10.0.0.0/8", "private", Exemption.LISTED),
          special("172.16.0.0/12", "private", Exemption.LISTED),
          special("192.168.0.0/16", "private", Exemption.LISTED),
          special("100.64.0.0/10", "carrier-grade NAT", Exemption.LISTED),
          special("fc00::/7", "unique local", Exemption.LISTED),
          special("198.18.0.0/15", "for benchmarks", Exemption.LISTED),
          special("0.0.0.0/8", "unspecified", Exemption.NONE),
          special("192.0.0.0/24", "for protocols", Exemption.NONE),
          special("192.0.2.0/24", "for documentation", Exemption.NONE),
          special("192.88.99.0/24", "a 6to4 relay", Exemption.NONE),
          special("198.51.100.0/24", "for documentation", Exemption.NONE),
          special("203.0.113.0/24", "for documentation", Exemption.NONE),
          special("224.0.0.0/4", "multicast", Exemption.NONE),
          special("255.255.255.255/32", "broadcast", Exemption.NONE),
          special("240.0.0.0/4", "reserved", Exemption.NONE),
          special("2001:2::/48", "for benchmarks", Exemption.NONE),
          special("2001:10::/28", "for protocols", Exemption.NONE),
          special("2001:20::/28", "for protocols", Exemption.NONE),
          special("2001:db8::/32", "for documentation", Exemption.NONE),
          special("3fff::/20", "for documentation", Exemption.NONE),
          special("::/128", "unspecified", Exemption.NONE),
          special("fe80::/10", "link-local", Exemption.NONE),
          special("fec0::/10", "site-local", Exemption.NONE),
          special("ff00::/8", "multicast", Exemption.NONE));

  private static final IpNetwork GLOBAL = IpNetwork.of("2000::/3");
  private static final IpNetwork NAT64 = IpNetwork.of("64:ff9b::/96");
  private static final IpNetwork SIX_TO_FOUR = IpNetwork.of("2002::/16");
  private static final IpNetwork TEREDO = IpNetwork.of("2001::/32");

  private AddressRules() {}

  /**
   * Why the host may not be called at the address; empty if it may.
   *
   * @param host as in the URL, in lower case
   */
  static Optional<String> fault(String host, InetAddress address, UrlRules rules) {
    var bytes = address.getAddress();
    return special(host, bytes, rules)
        .or(() -> carried(bytes).flatMap(inner -> inner(host, inner, rules)))
        .map(what -> "the address " + address.getHostAddress() + " is " + what);
  }

  private static Optional<String> special(String host, byte[] address, UrlRules rules) {
    for (var special : SPECIAL) {
      if (special.network.contains(address)) {
        return allows(special.exemption, host, address, rules)
            ? Optional.empty()
            : Optional.of(special.what);
      }
    }
    var isPublic = address.length == 4 || GLOBAL.contains(address) || NAT64.contains(address);
    return isPublic ? Optional.empty() : Optional.of("not a public IPv6 address");
  }

  private static boolean allows(Exemption exemption, String host, byte[] address, UrlRules rules) {
    return switch (exemption) {
      case NONE -> false;
      case LISTED -> rules.allowsHost(host) || rules.allowsNetworkOf(address);
      case LOOPBACK ->
          rules.allowsNetworkOf(address)
              || (rules.allowsHttpToLoopback() && HostRules.isOfLoopback(host));
    };
  }

  private static Optional<String> inner(String host, List<byte[]> carried, UrlRules rules) {
    return carried.stream()
        .flatMap(
            inner ->
                special(host, inner, rules).stream()
                    .map(what -> text(inner) + ", which is " + what))
        .findFirst()
        .map(text -> "one that stands for " + text);
  }

  /** The IPv4 addresses that an IPv6 address carries; empty for none. */
  private static Optional<List<byte[]>> carried(byte[] address) {
    if (address.length == 4) {
      return Optional.empty();
    }
    var found = new ArrayList<byte[]>();
    if (NAT64.contains(address) || isIsatap(address)) {
      found.add(Arrays.copyOfRange(address, 12, 16));
    }
    if (SIX_TO_FOUR.contains(address)) {
      found.add(Arrays.copyOfRange(address, 2, 6));
    }
    if (TEREDO.contains(address)) {
      found.add(Arrays.copyOfRange(address, 4, 8));
      found.add(inverted(Arrays.copyOfRange(address, 12, 16)));
    }
    return found.isEmpty() ? Optional.empty() : Optional.of(found);
  }

  /** An address of RFC 5214: 0000:5efe or 0200:5efe, and an IPv4 address. */
  private static boolean isIsatap(byte[] address) {
    return (address[8] & 0xFD) == 0
        && address[9] == 0
        && address[10] == 0x5E
        && address[11] == (byte) 0xFE;
  }

  private static byte[] inverted(byte[] address) {
    for (var i = 0; i < address.length; i++) {
      address[i] = (byte) ~address[i];
    }
    return address;
  }

  private static String text(byte[] address) {
    try {
      return InetAddress.getByAddress(address).getHostAddress();
    } catch (UnknownHostException wrongLength) {
      throw new IllegalStateException("an address has 4 or 16 bytes", wrongLength);
    }
  }

  private static Special special(String network, String what, Exemption exemption) {
    return new Special(IpNetwork.of(network), what, exemption);
  }
}
