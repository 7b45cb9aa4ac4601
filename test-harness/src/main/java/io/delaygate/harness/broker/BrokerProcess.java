package io.delaygate.harness.broker;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Test cluster in a JVM of its own that can be killed and restarted at the same address.
 *
 * <p>Several nodes all run in the one process: a kill is like a power cut, not like the loss of a
 * node. Methods may be called from any thread, one runs at a time.
 */
public final class BrokerProcess implements KafkaCluster {
  // Includes replay after a kill and the predecessor's fencing (6 s session); usually 3 to 10 s.
  private static final Duration READY_LIMIT = Duration.ofSeconds(90);
  private static final Duration STOP_LIMIT = Duration.ofSeconds(40);

  // A test's broker runs for seconds: the optimising compiler would only take CPU from it.
  static final List<String> SMALL =
      List.of("-Xmx256m", "-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1");

  private final BrokerOptions options;
  private final List<String> jvmFlags;
  private final DataDirectory directory;
  private final ClusterLayout layout;
  private @Nullable JavaProcess process;

  private BrokerProcess(BrokerOptions options, List<String> jvmFlags, DataDirectory directory) {
    this.options = options;
    this.jvmFlags = jvmFlags;
    this.directory = directory;
    // Chosen here, so that the address is known before the child runs and after it ends.
    this.layout = ClusterLayout.of(directory, options);
  }

  /**
   * Starts the process and returns when all its nodes take requests.
   *
   * @throws IllegalStateException if it ends or is not ready in time; the message has the end of
   *     its output
   */
  public static BrokerProcess start(BrokerOptions options) {
    return start(options, SMALL);
  }

  /**
   * The same with other JVM flags than the defaults for short runs.
   *
   * @param jvmFlags such as {@code -Xmx1g}
   */
  public static BrokerProcess start(BrokerOptions options, List<String> jvmFlags) {
    var broker = new BrokerProcess(options, jvmFlags, DataDirectory.open(options));
    try {
      broker.start();
    } catch (RuntimeException e) {
      broker.close();
      throw e;
    }
    return broker;
  }

  /**
   * Starts it again after {@link #kill()} or {@link #terminate()}, on its port and its data.
   *
   * @throws IllegalStateException if it runs already, ends, or is not ready in time
   */
  public synchronized void start() {
    if (isAlive()) {
      throw new IllegalStateException("the broker is already running");
    }
    JavaProcess child = JavaProcess.start(command());
    process = child;
    ClusterReadiness.await(this, child, READY_LIMIT);
  }

  /** SIGKILL to all nodes at once; returns when the process is gone. */
  public synchronized void kill() {
    if (process != null) {
      process.kill();
    }
  }

  /** A clean stop by SIGTERM; returns when the process is gone. */
  public synchronized void terminate() {
    if (process != null) {
      process.terminate();
      process.awaitExit(STOP_LIMIT);
    }
  }

  /** The process id, another one after each start. */
  public synchronized long pid() {
    return Objects.requireNonNull(process, "the broker was not started").pid();
  }

  /** Whether the process runs. */
  public synchronized boolean isAlive() {
    return process != null && process.isAlive();
  }

  /** The output of all starts of the process. */
  public Path output() {
    return directory.path().resolve("broker.log");
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
  public synchronized void close() {
    kill();
    directory.release();
  }

  private JavaCommand command() {
    return JavaCommand.of(BrokerMain.class, output())
        .withArguments(BrokerMain.arguments(options, directory.path()))
        .withJvmFlags(jvmFlags.toArray(String[]::new))
        .withClassPath(BrokerRelease.classPath());
  }
}
