package io.delaygate.harness.process;

import static org.assertj.core.api.Assertions.assertThat;

import io.delaygate.harness.broker.ChildCommand;
import io.delaygate.harness.broker.FreePorts;
import io.delaygate.harness.broker.JavaCommand;
import io.delaygate.harness.broker.JavaProcess;
import io.delaygate.harness.broker.ScriptCommand;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.awaitility.Awaitility;

/** Service in its own process, which can be killed and restarted on the same state. */
public final class ServiceProcess implements Service {
  /**
   * Exit status of a JVM after SIGTERM: 128 and the number of the signal; a gateway returns 0 after
   * a drain.
   */
  private static final int TERMINATED = 143;

  private static final Duration LIMIT = Duration.ofSeconds(60);

  /** Flags for a small JVM that starts quickly, because tests are short. */
  public static final Map<String, String> SMALL =
      Map.of("HEAP_OPTS", "-Xmx256m", "JAVA_OPTS", "-XX:+UseSerialGC -XX:TieredStopAtLevel=1");

  private final int port;
  private final int queryPort;
  private ChildCommand command;
  private JavaProcess process;

  private ServiceProcess(
      Map<String, String> settings, Function<List<String>, ChildCommand> command) {
    var all = new HashMap<>(settings);
    port = choosePort(all, "http.port");
    // only schedulers have this setting
    queryPort = all.containsKey("query.port") ? choosePort(all, "query.port") : 0;
    this.command =
        command.apply(
            all.entrySet().stream().map(e -> "--" + e.getKey() + "=" + e.getValue()).toList());
    process = JavaProcess.start(this.command);
  }

  /**
   * Starts a scheduler from the class path of the tests, with further flags of its JVM; it ends
   * with this JVM.
   */
  public static ServiceProcess scheduler(
      Map<String, String> settings, Path output, String... more) {
    // without the optimising compiler, whose work does not pay off in a few seconds
    var small = Stream.of("-Xmx384m", "-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1");
    var flags = Stream.concat(small, Stream.of(more)).toArray(String[]::new);
    return new ServiceProcess(
        settings,
        arguments ->
            JavaCommand.of(SchedulerChildMain.class, output)
                .withJvmFlags(flags)
                .withArguments(arguments));
  }

  /**
   * Starts a scheduler from the class path of the tests.
   *
   * @param environment of its process, such as that of a {@link FakeClock}
   */
  public static ServiceProcess scheduler(
      Map<String, String> settings, Path output, Map<String, String> environment) {
    return new ServiceProcess(
        settings,
        arguments ->
            new CommandWith(
                JavaCommand.of(SchedulerChildMain.class, output)
                    .withJvmFlags("-Xmx384m", "-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1")
                    .withArguments(arguments),
                environment));
  }

  /** Starts a scheduler from the class path of the tests, with exactly these flags of its JVM. */
  public static ServiceProcess schedulerWith(
      Map<String, String> settings, Path output, List<String> jvmFlags) {
    return new ServiceProcess(
        settings,
        arguments ->
            JavaCommand.of(SchedulerChildMain.class, output)
                .withJvmFlags(jvmFlags.toArray(String[]::new))
                .withArguments(arguments));
  }

  /** Starts a gateway from the class path of the tests, with these flags of its JVM. */
  public static ServiceProcess gateway(
      Map<String, String> settings, Path output, String... jvmFlags) {
    return new ServiceProcess(
        settings,
        arguments ->
            JavaCommand.of(GatewayChildMain.class, output)
                .withJvmFlags(jvmFlags)
                .withArguments(arguments));
  }

  /**
   * Starts a service by a script of its distribution.
   *
   * @param environment for the script, such as {@link #SMALL}
   */
  public static ServiceProcess ofDistribution(
      Path script, Map<String, String> settings, Map<String, String> environment, Path output) {
    return new ServiceProcess(
        settings, arguments -> new ScriptCommand(script, arguments, environment, output));
  }

  @Override
  public int port() {
    return port;
  }

  @Override
  public int queryPort() {
    return queryPort;
  }

  /** Waits until it is ready. */
  public ServiceProcess awaitReady() {
    Awaitility.await().atMost(LIMIT).until(this::isReady);
    return this;
  }

  @Override
  public boolean isReady() {
    if (!process.isAlive()) {
      throw new IllegalStateException("the service ended:\n" + process.outputTail());
    }
    return Service.super.isReady();
  }

  /** SIGKILL. */
  public void kill() {
    process.kill();
  }

  /** SIGSTOP: no thread runs until {@link #thaw()}. */
  public void freeze() {
    process.freeze();
  }

  /** SIGCONT. */
  public void thaw() {
    process.thaw();
  }

  /** The process id, another one after each start. */
  public long pid() {
    return process.pid();
  }

  /** SIGTERM; returns the exit status. */
  public int terminate() {
    process.terminate();
    return awaitExit();
  }

  /** The exit status, once it has ended. */
  public int awaitExit() {
    return process.awaitExit(LIMIT);
  }

  public void startAgain() {
    process = JavaProcess.start(command);
  }

  /**
   * Starts the script of another version instead, with the same settings, ports and environment;
   * only for a service that was started by a script.
   */
  public void startAgain(Path script) {
    var former = (ScriptCommand) command;
    command = new ScriptCommand(script, former.arguments(), former.environment(), former.output());
    process = JavaProcess.start(command);
  }

  public boolean isAlive() {
    return process.isAlive();
  }

  /** Its own metrics, for the message of a failure. */
  public String metrics() {
    return Metrics.lines(port)
        .filter(line -> line.startsWith("delaygate_"))
        .filter(line -> !line.contains("bucket") && !line.contains("_created"))
        .collect(Collectors.joining("\n"));
  }

  /** The end of its output, for the message of a failure. */
  public String outputTail() {
    return process.outputTail();
  }

  /** Java process with additional environment variables. */
  private record CommandWith(JavaCommand java, Map<String, String> environment)
      implements ChildCommand {
    @Override
    public String name() {
      return java.name();
    }

    @Override
    public Path output() {
      return java.output();
    }

    @Override
    public ProcessBuilder toBuilder() {
      var builder = java.toBuilder();
      builder.environment().putAll(environment);
      return builder;
    }
  }

  private static int choosePort(Map<String, String> settings, String key) {
    var port = FreePorts.chooseRow(1);
    settings.put(key, Integer.toString(port));
    return port;
  }

  /**
   * Stops an installed service cleanly. One from the class path is killed, because a clean stop
   * would only take time.
   */
  @Override
  public void close() {
    try {
      if (process.isAlive() && command instanceof ScriptCommand) {
        assertThat(terminate()).as(process.outputTail()).isIn(0, TERMINATED);
      }
    } finally {
      process.close();
    }
  }
}
