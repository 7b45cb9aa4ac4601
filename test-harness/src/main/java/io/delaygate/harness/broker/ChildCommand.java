package io.delaygate.harness.broker;

import java.nio.file.Path;
import java.util.List;

/** Command line of a child process. Implementations are immutable. */
public interface ChildCommand {
  /** The name for messages. */
  String name();

  /** The file that standard output and error are appended to. */
  Path output();

  /** The command line, the environment and the output file; a new builder each time. */
  ProcessBuilder toBuilder();

  /**
   * A builder with the environment of this JVM, except for the {@code DELAYGATE_} variables of the
   * tests, which would be unknown settings to a service.
   */
  default ProcessBuilder builder(List<String> line) {
    var builder = new ProcessBuilder(line);
    builder.environment().keySet().removeIf(name -> name.startsWith("DELAYGATE_"));
    return builder
        .redirectErrorStream(true)
        .redirectOutput(ProcessBuilder.Redirect.appendTo(output().toFile()));
  }
}
