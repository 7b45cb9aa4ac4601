package io.delaygate.gateway.push;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.Arrays;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * Network of IP addresses, such as {@code 10.0.0.0/8}.
 *
 * @param address its first address, of 4 or 16 bytes
 * @param bits length of the prefix that its addresses share
 */
public record IpNetwork(byte[] address, int bits) {
  /** An address without a name's letters, so that parsing it asks no name server. */
  private static final Pattern CIDR =
      Pattern.compile("((?:[0-9]{1,3}\\.){3}[0-9]{1,3}|[0-9A-Fa-f:]*:[0-9A-Fa-f:.]*)/([0-9]{1,3})");

  /** Parses the usual form; empty if it is not valid, or if bits behind the prefix are set. */
  public static Optional<IpNetwork> parse(String text) {
    var parts = CIDR.matcher(text);
    if (!parts.matches()) {
      return Optional.empty();
    }
    try {
      var address = InetAddress.getByName(parts.group(1)).getAddress();
      var network = new IpNetwork(address, Integer.parseInt(parts.group(2)));
      return network.isValid() ? Optional.of(network) : Optional.empty();
    } catch (UnknownHostException notAnAddress) {
      return Optional.empty();
    }
  }

  /** A network that the code names. */
  static IpNetwork of(String text) {
    return parse(text).orElseThrow(() -> new IllegalStateException(text + " is not a network"));
  }

  /** Whether the address belongs to it. Addresses of the other version do not. */
  boolean contains(byte[] other) {
    if (other.length != address.length) {
      return false;
    }
    for (var bit = 0; bit < bits; bit++) {
      if (bit(other, bit) != bit(address, bit)) {
        return false;
      }
    }
    return true;
  }

  private boolean isValid() {
    if (bits > address.length * 8) {
      return false;
    }
    for (var bit = bits; bit < address.length * 8; bit++) {
      if (bit(address, bit) != 0) {
        return false;
      }
    }
    return true;
  }

  private static int bit(byte[] address, int bit) {
    return address[bit / 8] >> (7 - bit % 8) & 1;
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof IpNetwork that
        && that.bits == bits
        && Arrays.equals(that.address, address);
  }

  @Override
  public int hashCode() {
    return Arrays.hashCode(address) + bits;
  }

  @Override
  public String toString() {
    try {
      return InetAddress.getByAddress(address).getHostAddress() + "/" + bits;
    } catch (UnknownHostException wrongLength) {
      throw new IllegalStateException("an address has 4 or 16 bytes", wrongLength);
    }
  }
}
