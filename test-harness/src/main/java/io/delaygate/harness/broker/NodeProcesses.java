package io.delaygate.harness.broker;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * Test cluster with a JVM for each node, so that one can be killed, frozen or restarted while the
 * others continue.
 *
 * <p>Nodes are counted from 1. Methods may be called from any thread; calls for the same node must
 * not overlap.
 */
public final class NodeProcesses implements KafkaCluster {
  // Three JVMs at once on two busy cores.
  private static final Duration READY_LIMIT = Duration.ofMinutes(2);
  private static final Duration STOP_LIMIT = Duration.ofSeconds(40);
  private static final int CONNECT_LIMIT_MS = 500;

  private final BrokerOptions options;
  private final DataDirectory directory;
  private final ClusterLayout layout;
  private final Map<Integer, JavaProcess> processes = new ConcurrentHashMap<>();

  private NodeProcesses(BrokerOptions options, DataDirectory directory) {
    this.options = options;
    this.directory = directory;
    // Saved here, before the children read it.
    this.layout = ClusterLayout.of(directory, options);
  }

  /**
   * Starts all nodes at once and returns when they take requests.
   *
   * @throws IllegalStateException if the first node ends, or not all are ready in time; the message
   *     has its output
   */
  public static NodeProcesses start(BrokerOptions options) {
    var cluster = new NodeProcesses(options, DataDirectory.open(options));
    try {
      IntStream.rangeClosed(1, options.nodes()).forEach(cluster::start);
      ClusterReadiness.await(cluster, cluster.process(1), READY_LIMIT);
    } catch (RuntimeException e) {
      cluster.close();
      throw e;
    }
    return cluster;
  }

  /** Starts a node that does not run, on its port and its data; returns at once. */
  public void start(int node) {
    if (isAlive(node)) {
      throw new IllegalStateException("node " + node + " is already running");
    }
    processes.put(node, JavaProcess.start(command(node)));
  }

  /** SIGKILL; returns when the process is gone. */
  public void kill(int node) {
    process(node).kill();
  }

  /** A clean stop by SIGTERM; returns when the process is gone. */
  public void terminate(int node) {
    process(node).terminate();
    process(node).awaitExit(STOP_LIMIT);
  }

  /** SIGSTOP, until {@link #thaw}. */
  public void freeze(int node) {
    process(node).freeze();
  }

  /** SIGCONT. */
  public void thaw(int node) {
    process(node).thaw();
  }

  /** Whether the process of the node runs, or is frozen. */
  public boolean isAlive(int node) {
    var process = processes.get(node);
    return process != null && process.isAlive();
  }

  /** Whether the node takes connections, which it does as the last step of its start. */
  public boolean isListening(int node) {
    try (var socket = new Socket()) {
      socket.connect(
          new InetSocketAddress(
              InetAddress.getLoopbackAddress(), layout.brokerPorts().get(node - 1)),
          CONNECT_LIMIT_MS);
      return true;
    } catch (IOException refused) {
      return false;
    }
  }

  /** The output of all starts of a node. */
  public Path output(int node) {
    return directory.path().resolve("node-" + node + ".log");
  }

  /** The log directory of a node. */
  public Path logDirectory(int node) {
    return directory.ofNode(node);
  }

  @Override
  public String bootstrapServers() {
    return layout.bootstrapServers();
  }

  @Override
  public int nodes() {
    return layout.nodes();
  }

  @Override
  public void close() {
    processes.values().forEach(JavaProcess::kill);
    directory.release();
  }

  private JavaProcess process(int node) {
    @Nullable JavaProcess process = processes.get(node);
    if (process == null) {
      throw new IllegalStateException("node " + node + " was not started");
    }
    return process;
  }

  private JavaCommand command(int node) {
    return JavaCommand.of(BrokerMain.class, output(node))
        .withArguments(BrokerMain.arguments(node, options, directory.path()))
        .withJvmFlags(BrokerProcess.SMALL.toArray(String[]::new))
        .withClassPath(BrokerRelease.classPath());
  }
}
