package io.delaygate.harness.e2e;

import io.delaygate.harness.broker.JavaCommand;
import io.delaygate.harness.broker.JavaProcess;
import io.delaygate.harness.process.SchedulerChildMain;
import java.io.IOException;
import java.net.ServerSocket;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.stream.Collectors;
import org.awaitility.Awaitility;

/** A scheduler in a JVM of its own, which can be killed and started again on the same state. */
final class SchedulerChild implements AutoCloseable {
  private final JavaCommand command;
  private final int port;
  private JavaProcess process;

  SchedulerChild(Map<String, String> settings, Path output) throws IOException {
    port = freePort();
    var all = new HashMap<>(settings);
    all.put("http.port", Integer.toString(port));
    command =
        JavaCommand.of(SchedulerChildMain.class, output)
            .withJvmFlags("-Xmx384m")
            .withArguments(
                all.entrySet().stream().map(e -> "--" + e.getKey() + "=" + e.getValue()).toList());
    process = JavaProcess.start(command);
  }

  /** Waits until it delivers. */
  SchedulerChild awaitReady() {
    Awaitility.await()
        .atMost(Installation.LIMIT)
        .failFast(this::requireAlive)
        .until(() -> Metrics.get(port, "/readyz").filter(a -> a.statusCode() == 200).isPresent());
    return this;
  }

  private void requireAlive() {
    if (!process.isAlive()) {
      throw new IllegalStateException("the scheduler ended:\n" + process.outputTail());
    }
  }

  /** SIGKILL. */
  void kill() {
    process.kill();
  }

  /** SIGTERM, and the exit status. */
  int terminate() {
    process.terminate();
    return process.awaitExit(Installation.LIMIT);
  }

  void startAgain() {
    process = JavaProcess.start(command);
  }

  boolean isAlive() {
    return process.isAlive();
  }

  /** What its own metrics say, for the message of a failure. */
  String metrics() {
    return Metrics.lines(port)
        .filter(line -> line.startsWith("delaygate_"))
        .filter(line -> !line.contains("bucket") && !line.contains("_created"))
        .collect(Collectors.joining("\n"));
  }

  /** The end of what it printed, for the message of a failure. */
  String outputTail() {
    return process.outputTail();
  }

  private static int freePort() throws IOException {
    try (var socket = new ServerSocket(0)) {
      return socket.getLocalPort();
    }
  }

  @Override
  public void close() {
    process.close();
  }
}
