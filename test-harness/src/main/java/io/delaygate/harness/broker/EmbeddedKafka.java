package io.delaygate.harness.broker;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Properties;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.stream.IntStream;
import kafka.tools.StorageTool;
import org.jspecify.annotations.Nullable;

/**
 * Embedded Kafka cluster: one to three combined KRaft nodes in this JVM, reached by TCP.
 *
 * <p>Only this class and {@link CombinedNode} use Kafka's server classes, which are not a public
 * API: check both when Kafka is upgraded. Stopping a node is always a clean stop; for a crash use
 * {@link BrokerProcess}. Methods may be called from any thread, one runs at a time.
 */
public final class EmbeddedKafka implements KafkaCluster {
  // Longer than the limit inside the broker, whose message is more precise.
  private static final Duration START_LIMIT = Duration.ofSeconds(70);
  // A stop with a quorum takes up to 5.5 s, most of it a timeout inside the Raft client; on a busy
  // machine some more.
  private static final Duration HAND_OVER_LIMIT = Duration.ofSeconds(10);
  private static final Duration STOP_LIMIT = Duration.ofSeconds(60);

  private final ClusterLayout layout;
  private final DataDirectory directory;
  private final NodeSettings settings;
  private final TreeMap<Integer, Node> running = new TreeMap<>();

  private EmbeddedKafka(BrokerOptions options, DataDirectory directory) {
    this.directory = directory;
    this.layout = ClusterLayout.of(directory, options);
    this.settings = new NodeSettings(options, layout, directory);
  }

  /**
   * Starts all nodes and returns when each of them takes requests.
   *
   * @throws IllegalStateException with the broker's own fault as cause; no node is left running
   */
  public static EmbeddedKafka start(BrokerOptions options) {
    FatalExit.intercept();
    return startOnly(options, IntStream.rangeClosed(1, options.nodes()).boxed().toList());
  }

  /**
   * Starts some nodes in a process of their own, which a fatal fault may end. Returns when they
   * take requests; this needs a majority of all nodes.
   *
   * @param ids counted from 1; the other nodes run elsewhere, on the same data directory
   * @throws IllegalStateException as {@link #start}
   */
  static EmbeddedKafka startOnly(BrokerOptions options, List<Integer> ids) {
    var cluster = new EmbeddedKafka(options, DataDirectory.open(options));
    cluster.startNodes(ids);
    return cluster;
  }

  @Override
  public String bootstrapServers() {
    return layout.bootstrapServers();
  }

  @Override
  public int nodes() {
    return layout.nodes();
  }

  /** The data directory of the nodes. */
  public Path dataDir() {
    return directory.path();
  }

  /**
   * Stops one node cleanly, after it has transferred its leaderships.
   *
   * @param id counted from 1
   */
  public synchronized void stopNode(int id) {
    Node node = running.remove(id);
    if (node == null) {
      throw new IllegalStateException("node " + id + " is not running");
    }
    await(node.stop(), STOP_LIMIT, "stop of node " + id);
  }

  /**
   * Starts a stopped node again, on its port and its data.
   *
   * @param id counted from 1
   * @throws IllegalStateException with the broker's own fault as cause; the cluster is then closed
   */
  public synchronized void startNode(int id) {
    if (id < 1 || id > nodes() || running.containsKey(id)) {
      throw new IllegalStateException("node " + id + " is already running or does not exist");
    }
    startNodes(List.of(id));
  }

  @Override
  public synchronized void close() {
    try {
      stopAll();
    } finally {
      directory.release();
    }
  }

  // Together, because a node's start ends only when a majority of the quorum has started.
  private synchronized void startNodes(List<Integer> ids) {
    CompletableFuture<Void> fault = FatalExit.next();
    try {
      for (int id : ids) {
        running.put(id, new Node(settings.ofNode(id), layout.clusterId(), fault));
      }
      var all = running.values().stream().map(node -> node.started);
      var ready = CompletableFuture.allOf(all.toArray(CompletableFuture[]::new));
      await(CompletableFuture.anyOf(ready, fault), START_LIMIT, "start of Kafka");
    } catch (RuntimeException e) {
      closeAfter(e);
      throw e;
    }
  }

  private void closeAfter(RuntimeException fault) {
    try {
      close();
    } catch (RuntimeException e) {
      fault.addSuppressed(e);
    }
  }

  private void stopAll() {
    var stops = running.values().stream().map(Node::stop).toArray(CompletableFuture[]::new);
    running.clear();
    await(CompletableFuture.allOf(stops), STOP_LIMIT, "stop of Kafka");
  }

  private static void await(CompletableFuture<?> step, Duration limit, String what) {
    try {
      step.get(limit.toMillis(), TimeUnit.MILLISECONDS);
    } catch (ExecutionException e) {
      throw new IllegalStateException(what + " failed: " + e.getCause(), e.getCause());
    } catch (TimeoutException e) {
      throw new IllegalStateException(what + " took more than " + limit, e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(what + " was interrupted", e);
    }
  }

  /** One node, created and started in the background. */
  private static final class Node {
    private final CompletableFuture<Void> started;
    private volatile @Nullable CombinedNode server;

    /** Completes the fault as soon as this start fails, even if other nodes still wait. */
    Node(Properties properties, String clusterId, CompletableFuture<Void> fault) {
      this.started =
          CompletableFuture.runAsync(() -> start(properties, clusterId), Node::inThread)
              .whenComplete((ok, failure) -> report(fault, failure));
    }

    private void start(Properties properties, String clusterId) {
      format(properties, clusterId);
      var made = new CombinedNode(properties);
      server = made;
      made.startup();
    }

    private static void report(CompletableFuture<Void> fault, @Nullable Throwable failure) {
      if (failure != null) {
        fault.completeExceptionally(failure);
      }
    }

    // After the start, however it ended: a server ignores a stop while it starts, and a failed
    // start of the broker leaves its controller running.
    CompletableFuture<Void> stop() {
      return started.handle((ok, failure) -> failure).thenRunAsync(this::shutDown, Node::inThread);
    }

    private void shutDown() {
      CombinedNode made = server;
      if (made != null) {
        giveUpHandOverLater(Thread.currentThread());
        made.shutdown();
      }
    }

    // A broker asks the controller before it stops, and without a quorum would ask for 5 minutes:
    // an interrupt ends this, and the stop continues. It has no effect on a finished stop.
    private static void giveUpHandOverLater(Thread stopping) {
      CompletableFuture.delayedExecutor(HAND_OVER_LIMIT.toMillis(), TimeUnit.MILLISECONDS)
          .execute(stopping::interrupt);
    }

    // Each in a daemon thread of its own: a broker that hangs must not keep the JVM alive.
    private static void inThread(Runnable step) {
      var thread = new Thread(step, "embedded-kafka");
      thread.setDaemon(true);
      thread.start();
    }

    // A directory that is formatted already, or only in part after a crash, is completed.
    private static void format(Properties properties, String clusterId) {
      Path logDir = Path.of(properties.getProperty("log.dirs"));
      Path file = logDir.resolveSibling(logDir.getFileName() + ".properties");
      var output = new ByteArrayOutputStream();
      write(properties, file);
      String[] command = {"format", "-t", clusterId, "-c", file.toString(), "--ignore-formatted"};
      int status =
          StorageTool.execute(command, new PrintStream(output, true, StandardCharsets.UTF_8));
      if (status != 0) {
        throw new IllegalStateException(
            "cannot format " + logDir + ": " + output.toString(StandardCharsets.UTF_8));
      }
    }

    private static void write(Properties properties, Path file) {
      try (var out = Files.newOutputStream(file)) {
        properties.store(out, null);
      } catch (IOException e) {
        throw new UncheckedIOException("cannot write " + file, e);
      }
    }
  }
}
