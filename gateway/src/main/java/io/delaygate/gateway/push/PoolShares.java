package io.delaygate.gateway.push;

/**
 * Shares of the calls that a gateway makes at the same time. A namespace holds at most half of
 * them, so that one whose endpoints all hang leaves the other half to everybody else.
 *
 * @param maxCalls of the gateway, at least 1
 */
public record PoolShares(int maxCalls) {
  /** How many more calls of a namespace may begin; 0 or more. */
  public int room(int inFlight, int inFlightOfNamespace) {
    return Math.max(0, Math.min(maxCalls - inFlight, namespaceMax() - inFlightOfNamespace));
  }

  /** Most calls of one namespace: half, but one at least. */
  public int namespaceMax() {
    return Math.max(1, maxCalls / 2);
  }

  /**
   * Most calls of an endpoint by this gateway: its parallelism divided by the gateways, rounded up,
   * so that each may call. With more gateways than parallelism there are more calls than it says.
   *
   * @param gateways that are alive; less than 1 counts as 1
   */
  public static int ofEndpoint(int parallelism, int gateways) {
    var sharing = Math.max(1, gateways);
    return (parallelism + sharing - 1) / sharing;
  }
}
