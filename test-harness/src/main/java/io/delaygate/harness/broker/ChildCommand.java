package io.delaygate.harness.broker;

import java.nio.file.Path;

/** What to run in a process of its own. Implementations are immutable. */
public interface ChildCommand {
  /** What it is, for messages. */
  String name();

  /** The file that standard output and error are appended to. */
  Path output();

  /** The command line, the environment and where the output goes; a new builder each time. */
  ProcessBuilder toBuilder();
}
