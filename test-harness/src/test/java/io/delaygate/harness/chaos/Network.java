package io.delaygate.harness.chaos;

import io.delaygate.harness.broker.BrokerOptions;
import io.delaygate.harness.broker.FreePorts;
import io.delaygate.harness.network.ProxyLink;
import io.delaygate.harness.network.ProxyLink.Cut;
import io.delaygate.harness.network.TcpProxy;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * Network links between services and brokers, each of which can be cut. Every service has its own
 * listener at each broker, which it reaches by a proxy. Brokers reach each other, and the load
 * reaches brokers, without a proxy. Thread-safe.
 */
final class Network implements AutoCloseable {
  private final int brokers;
  private final TcpProxy proxy = new TcpProxy();
  private final Map<String, Line> lines = new HashMap<>();

  /**
   * Connection of a service with all brokers.
   *
   * @param port port of the first broker's listener; the next brokers have the following ports
   * @param proxyPort port of the first broker's proxy; the next brokers have the following ports
   * @param links one link for each broker
   */
  private record Line(int port, int proxyPort, List<ProxyLink> links) {}

  Network(int brokers) {
    this.brokers = brokers;
    IntStream.range(0, Shape.SCHEDULERS).forEach(i -> add(scheduler(i)));
    IntStream.range(0, Shape.GATEWAYS).forEach(i -> add(gateway(i)));
  }

  private void add(String service) {
    var port = FreePorts.chooseRow(brokers);
    var proxyPort = FreePorts.chooseRow(brokers);
    var links = new ArrayList<ProxyLink>();
    for (var i = 0; i < brokers; i++) {
      links.add(proxy.link(proxyPort + i, port + i));
    }
    lines.put(service, new Line(port, proxyPort, links));
  }

  static String scheduler(int number) {
    return "scheduler-" + number;
  }

  static String gateway(int number) {
    return "gateway-" + number;
  }

  /** The options, with a listener for each service. */
  BrokerOptions listenersOf(BrokerOptions options) {
    var all = options;
    for (var line : lines.entrySet()) {
      var name = line.getKey().toUpperCase(Locale.ROOT).replace('-', '_');
      all = all.withListener(name, line.getValue().port(), line.getValue().proxyPort());
    }
    return all;
  }

  /** Addresses at which a service reaches the brokers. */
  String bootstrapServers(String service) {
    var first = line(service).proxyPort();
    return IntStream.range(first, first + brokers)
        .mapToObj(port -> "127.0.0.1:" + port)
        .collect(Collectors.joining(","));
  }

  /** Cuts a service off from all brokers; returns when the links are healed. */
  void cutOff(String service, Fault fault) {
    cut(line(service).links(), fault);
  }

  /** Cuts a broker off from all services; returns when the links are healed. */
  void cutOffBroker(Fault fault) {
    cut(lines.values().stream().map(line -> line.links().get(fault.victim())).toList(), fault);
  }

  /** Cuts all links in the same way, which the seed chooses. */
  private static void cut(List<ProxyLink> links, Fault fault) {
    var how = fault.random().nextInt(3) == 0 ? Cut.RESET : Cut.STALL;
    links.forEach(link -> link.cut(fault, how));
    fault.last();
    links.forEach(link -> link.heal(fault));
  }

  private Line line(String service) {
    return Objects.requireNonNull(lines.get(service), service);
  }

  @Override
  public void close() {
    proxy.close();
  }
}
