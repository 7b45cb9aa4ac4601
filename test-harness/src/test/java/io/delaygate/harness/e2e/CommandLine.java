package io.delaygate.harness.e2e;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.databind.JsonNode;
import io.delaygate.cli.CliMain;
import io.delaygate.harness.distribution.Distribution;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * Command line {@code bin/delaygate}, called from a shell without a terminal: in this JVM, or as a
 * process where {@link Services} are processes.
 *
 * @param environment variables of the command line
 * @param folder folder of its output
 */
record CommandLine(Map<String, String> environment, Path folder) {

  /** Runs a command to its end. */
  Ended run(String... arguments) {
    return Services.chosen() == Services.PROCESSES ? process(arguments) : here(arguments);
  }

  private Ended here(String... arguments) {
    var out = new ByteArrayOutputStream();
    var err = new ByteArrayOutputStream();
    var status =
        CliMain.run(
            environment,
            new PrintStream(out, true, UTF_8),
            new PrintStream(err, true, UTF_8),
            arguments);
    return new Ended(status, out.toString(UTF_8), err.toString(UTF_8));
  }

  private Ended process(String... arguments) {
    var line = new ArrayList<>(List.of(Distribution.scheduler().bin("delaygate").toString()));
    line.addAll(List.of(arguments));
    try {
      var out = Files.createTempFile(folder, "out", ".log");
      var err = Files.createTempFile(folder, "err", ".log");
      var builder =
          new ProcessBuilder(line).redirectOutput(out.toFile()).redirectError(err.toFile());
      builder.environment().keySet().removeIf(name -> name.startsWith("DELAYGATE_"));
      builder.environment().put("JAVA_HOME", System.getProperty("java.home"));
      builder.environment().putAll(environment);
      var status = builder.start().onExit().join().exitValue();
      return new Ended(status, Files.readString(out), Files.readString(err));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Exit status and output. */
  record Ended(int status, String out, String err) {
    /** The lines of JSON in its output. */
    List<JsonNode> json() {
      return out.lines().map(line -> Answer.json(line.getBytes(UTF_8))).toList();
    }

    /** Status and reason code, in one line. */
    String text() {
      return (status + " " + err.replaceFirst("(?s).*\\(([A-Z_]+)\\).*", "$1")).strip();
    }
  }
}
