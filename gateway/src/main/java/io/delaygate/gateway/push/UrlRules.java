package io.delaygate.gateway.push;

import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Exceptions from the rule that endpoints have public addresses and use https.
 *
 * @param allowsHttpToLoopback whether {@code localhost} and literal loopback addresses may be
 *     called, also by http: for development, where the endpoint runs on the same machine
 * @param allowedHosts names that may be called by http too, and that may have private addresses;
 *     {@code *.example.org} stands for all names below {@code example.org}
 * @param allowedNetworks networks whose private addresses any name may have
 */
public record UrlRules(
    boolean allowsHttpToLoopback, Set<String> allowedHosts, List<IpNetwork> allowedNetworks) {
  /** No exceptions. */
  public static final UrlRules STRICT = new UrlRules(false, Set.of(), List.of());

  public UrlRules {
    allowedHosts =
        allowedHosts.stream()
            .map(host -> host.toLowerCase(Locale.ROOT))
            .collect(Collectors.toUnmodifiableSet());
    allowedNetworks = List.copyOf(allowedNetworks);
  }

  /** Whether the operator lists the host, itself or by a name above it. */
  boolean allowsHost(String host) {
    if (allowedHosts.contains(host)) {
      return true;
    }
    for (var dot = host.indexOf('.'); dot >= 0; dot = host.indexOf('.', dot + 1)) {
      if (allowedHosts.contains("*" + host.substring(dot))) {
        return true;
      }
    }
    return false;
  }

  /** Whether the operator lists a network that the address belongs to. */
  boolean allowsNetworkOf(byte[] address) {
    return allowedNetworks.stream().anyMatch(network -> network.contains(address));
  }
}
