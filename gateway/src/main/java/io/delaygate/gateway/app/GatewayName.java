package io.delaygate.gateway.app;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.random.RandomGenerator;

/** Name of a gateway for people: its host, and digits that differ after each start. */
final class GatewayName {
  private static final int DIGITS_BOUND = 1 << 16;

  private GatewayName() {}

  static String of(RandomGenerator random) {
    return "%s-%04x".formatted(host(), random.nextInt(DIGITS_BOUND));
  }

  /** A host without a name still has a gateway. */
  private static String host() {
    try {
      return InetAddress.getLocalHost().getHostName();
    } catch (UnknownHostException unnamed) {
      return "gateway";
    }
  }
}
