package io.delaygate.harness.broker;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Arrays;
import java.util.List;
import java.util.Properties;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.apache.kafka.common.Uuid;

/**
 * Identity of a cluster across restarts: its id and its ports, kept in the data directory as {@code
 * cluster.properties}.
 *
 * @param clusterId the id in Kafka's text form
 * @param brokerPorts client ports, one per node
 * @param controllerPorts ports of the metadata quorum, one per node
 */
record ClusterLayout(String clusterId, List<Integer> brokerPorts, List<Integer> controllerPorts) {
  private static final String FILE = "cluster.properties";

  /** The layout from the directory, or a new one that is saved there. */
  static ClusterLayout of(DataDirectory directory, BrokerOptions options) {
    Path file = directory.path().resolve(FILE);
    try {
      if (Files.exists(file)) {
        return load(file).checkedAgainst(options);
      }
      ClusterLayout layout = choose(options);
      layout.save(file);
      return layout;
    } catch (IOException e) {
      throw new UncheckedIOException("cannot use " + file, e);
    }
  }

  int nodes() {
    return brokerPorts.size();
  }

  String bootstrapServers() {
    return brokerPorts.stream().map(port -> "127.0.0.1:" + port).collect(Collectors.joining(","));
  }

  /** The value of {@code controller.quorum.voters}. */
  String voters() {
    return IntStream.range(0, nodes())
        .mapToObj(i -> (i + 1) + "@127.0.0.1:" + controllerPorts.get(i))
        .collect(Collectors.joining(","));
  }

  private static ClusterLayout choose(BrokerOptions options) {
    int nodes = options.nodes();
    List<Integer> free = FreePorts.choose(2 * nodes);
    List<Integer> brokers =
        options.port() == 0
            ? free.subList(0, nodes)
            : IntStream.range(0, nodes).mapToObj(i -> options.port() + i).toList();
    return new ClusterLayout(Uuid.randomUuid().toString(), brokers, free.subList(nodes, 2 * nodes));
  }

  private ClusterLayout checkedAgainst(BrokerOptions options) {
    boolean samePort = options.port() == 0 || options.port() == brokerPorts.get(0);
    if (nodes() != options.nodes() || !samePort) {
      throw new IllegalArgumentException(
          "the data directory belongs to a cluster with the client ports " + brokerPorts);
    }
    return this;
  }

  private static ClusterLayout load(Path file) throws IOException {
    var kept = new Properties();
    try (var in = Files.newInputStream(file)) {
      kept.load(in);
    }
    return new ClusterLayout(
        require(kept, "cluster.id"),
        ports(require(kept, "broker.ports")),
        ports(require(kept, "controller.ports")));
  }

  // Written to a second file and moved, as a killed process must not leave half a file.
  private void save(Path file) throws IOException {
    var kept = new Properties();
    kept.setProperty("cluster.id", clusterId);
    kept.setProperty("broker.ports", text(brokerPorts));
    kept.setProperty("controller.ports", text(controllerPorts));
    Path draft = file.resolveSibling(FILE + ".new");
    try (var out = Files.newOutputStream(draft)) {
      kept.store(out, null);
    }
    Files.move(draft, file, StandardCopyOption.ATOMIC_MOVE);
  }

  private static String require(Properties kept, String name) {
    String value = kept.getProperty(name);
    if (value == null) {
      throw new IllegalStateException(FILE + " lacks " + name);
    }
    return value;
  }

  private static List<Integer> ports(String text) {
    return Arrays.stream(text.split(",", -1)).map(Integer::valueOf).toList();
  }

  private static String text(List<Integer> ports) {
    return ports.stream().map(String::valueOf).collect(Collectors.joining(","));
  }
}
