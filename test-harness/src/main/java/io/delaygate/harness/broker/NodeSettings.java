package io.delaygate.harness.broker;

import java.util.Locale;
import java.util.Properties;

/**
 * Server properties of one node: a small broker that starts quickly, otherwise Kafka's defaults.
 */
final class NodeSettings {
  // Kafka's own deadline for a start is "never"; a loaded two-core machine needs under ten seconds.
  private static final int START_LIMIT_MS = 60_000;

  /**
   * Prefix of options that are not broker properties but listeners; the value is their two ports.
   */
  static final String LISTENER = "harness.listener.";

  private final BrokerOptions options;
  private final ClusterLayout layout;
  private final DataDirectory directory;

  NodeSettings(BrokerOptions options, ClusterLayout layout, DataDirectory directory) {
    this.options = options;
    this.layout = layout;
    this.directory = directory;
  }

  /** The properties of the node with this id, counted from 1. */
  Properties ofNode(int id) {
    var settings = new Properties();
    putIdentity(settings, id);
    putReplication(settings);
    putSmallness(settings);
    settings.putAll(options.properties());
    options.properties().forEach((name, value) -> putListener(settings, id, name, value));
    return settings;
  }

  private static void putListener(Properties settings, int id, String option, String value) {
    if (!option.startsWith(LISTENER)) {
      return;
    }
    settings.remove(option);
    var name = option.substring(LISTENER.length());
    var ports = value.split(",", 2);
    append(settings, "listeners", address(name, ports[0], id));
    append(settings, "advertised.listeners", address(name, ports[1], id));
    append(settings, "listener.security.protocol.map", name + ":PLAINTEXT");
    // one client each: the usual three threads would only take memory
    settings.setProperty(
        "listener.name." + name.toLowerCase(Locale.ROOT) + ".num.network.threads", "1");
  }

  private static String address(String listener, String firstPort, int id) {
    return listener + "://127.0.0.1:" + (Integer.parseInt(firstPort) + id - 1);
  }

  private static void append(Properties settings, String name, String value) {
    settings.setProperty(name, settings.getProperty(name) + "," + value);
  }

  private void putIdentity(Properties settings, int id) {
    String client = "PLAINTEXT://127.0.0.1:" + layout.brokerPorts().get(id - 1);
    String controller = "CONTROLLER://127.0.0.1:" + layout.controllerPorts().get(id - 1);
    settings.setProperty("node.id", String.valueOf(id));
    settings.setProperty("process.roles", "broker,controller");
    settings.setProperty("controller.quorum.voters", layout.voters());
    settings.setProperty("controller.listener.names", "CONTROLLER");
    String clients = options.loginPort() == 0 ? client : client + "," + login(id);
    settings.setProperty("listeners", clients + "," + controller);
    settings.setProperty("advertised.listeners", clients);
    settings.setProperty("inter.broker.listener.name", "PLAINTEXT");
    settings.setProperty(
        "listener.security.protocol.map", "PLAINTEXT:PLAINTEXT,CONTROLLER:PLAINTEXT");
    settings.setProperty("log.dirs", directory.ofNode(id).toString());
  }

  private String login(int id) {
    return "LOGIN://127.0.0.1:" + (options.loginPort() + id - 1);
  }

  private void putReplication(Properties settings) {
    String replicas = String.valueOf(layout.nodes());
    // Two of three: one node may be down, and acks=all still means that two nodes have the record.
    String inSync = layout.nodes() == 3 ? "2" : "1";
    settings.setProperty("default.replication.factor", replicas);
    settings.setProperty("min.insync.replicas", inSync);
    settings.setProperty("offsets.topic.replication.factor", replicas);
    settings.setProperty("transaction.state.log.replication.factor", replicas);
    settings.setProperty("transaction.state.log.min.isr", inSync);
    settings.setProperty("share.coordinator.state.topic.replication.factor", replicas);
    settings.setProperty("share.coordinator.state.topic.min.isr", inSync);
  }

  private static void putSmallness(Properties settings) {
    settings.setProperty("offsets.topic.num.partitions", "4");
    settings.setProperty("transaction.state.log.num.partitions", "4");
    settings.setProperty("share.coordinator.state.topic.num.partitions", "4");
    // 4 MiB instead of 128 MiB of heap per node, as the log cleaner has little to do.
    settings.setProperty("log.cleaner.dedupe.buffer.size", "4194304");
    // A group's first assignment does not wait 3 s for further members.
    settings.setProperty("group.initial.rebalance.delay.ms", "0");
    // A test must fail on a topic that was not created.
    settings.setProperty("auto.create.topics.enable", "false");
    // A killed broker is fenced, or may register again, after 6 s instead of 9 s.
    settings.setProperty("broker.session.timeout.ms", "6000");
    settings.setProperty("server.max.startup.time.ms", String.valueOf(START_LIMIT_MS));
  }
}
