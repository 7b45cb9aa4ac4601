package io.delaygate.harness.distribution;

import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/**
 * Start script of {@code bin}, called from a shell without this JVM's environment except the {@code
 * PATH}, and with the Java of the tests. It writes no archive of classes into the distribution,
 * which all tests share.
 */
record Starter(Path script, Path directory, Map<String, String> environment) {
  private static final Duration LIMIT = Duration.ofMinutes(2);

  static Starter of(Path script, Path directory) {
    var environment =
        Map.of(
            "PATH",
            System.getenv("PATH"),
            "JAVA_HOME",
            System.getProperty("java.home"),
            "CLASS_ARCHIVES",
            "/dev/null/no-folder");
    return new Starter(script, directory, environment);
  }

  /** The same with a changed variable; an empty value removes it. */
  Starter with(String name, String value) {
    var changed = new HashMap<>(environment);
    changed.put(name, value);
    changed.values().removeIf(String::isEmpty);
    return new Starter(script, directory, changed);
  }

  /** Starts the script; the caller must end it. */
  Running start(String... arguments) throws IOException {
    var line = new ArrayList<>(List.of(script.toString()));
    line.addAll(List.of(arguments));
    File output = Files.createTempFile(directory, "output", ".log").toFile();
    var builder = new ProcessBuilder(line).directory(directory.toFile());
    builder.environment().clear();
    builder.environment().putAll(environment);
    builder.redirectErrorStream(true).redirectOutput(output);
    return new Running(builder.start(), output.toPath());
  }

  /** Runs the script to its end. */
  Ended run(String... arguments) throws Exception {
    try (var running = start(arguments)) {
      if (!running.process().waitFor(LIMIT.toSeconds(), TimeUnit.SECONDS)) {
        throw new AssertionError("it still runs:\n" + running.output());
      }
      return new Ended(running.process().exitValue(), running.output());
    }
  }

  /** Exit status and output. */
  record Ended(int status, String output) {}

  /** A started script. */
  record Running(Process process, Path log) implements AutoCloseable {
    String output() throws IOException {
      return new String(Files.readAllBytes(log), StandardCharsets.UTF_8);
    }

    @Override
    public void close() {
      process.destroyForcibly().onExit().join();
    }
  }
}
