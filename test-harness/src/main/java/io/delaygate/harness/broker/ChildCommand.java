package io.delaygate.harness.broker;

import java.nio.file.Path;
import java.util.List;

/** What to run in a process of its own. Implementations are immutable. */
public interface ChildCommand {
  /** What it is, for messages. */
  String name();

  /** The file that standard output and error are appended to. */
  Path output();

  /** The command line, the environment and where the output goes; a new builder each time. */
  ProcessBuilder toBuilder();

  /**
   * This command line, with the environment of this JVM but for what chooses Kafka and services for
   * the tests, which would be unknown settings to a service.
   */
  default ProcessBuilder builder(List<String> line) {
    var builder = new ProcessBuilder(line);
    builder.environment().keySet().removeIf(name -> name.startsWith("DELAYGATE_"));
    return builder
        .redirectErrorStream(true)
        .redirectOutput(ProcessBuilder.Redirect.appendTo(output().toFile()));
  }
}
