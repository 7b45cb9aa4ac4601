package io.delaygate.cli;

import com.fasterxml.jackson.databind.node.ObjectNode;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Options for the due time: {@code --in} or {@code --at}. */
final class TimeOptions {
  @Option(
      names = "--in",
      paramLabel = "TIME",
      description = "Due so long from now, by the brokers' clock: 30s, 15m, 2h, 7d or PT30M")
  private @Nullable String delay;

  @Option(
      names = "--at",
      paramLabel = "TIME",
      description = "Due then: 2030-01-31T08:00:00+01:00. The past means now")
  private @Nullable String due;

  void addTo(ObjectNode body) {
    if (delay != null) {
      body.put("delay", delay);
    }
    if (due != null) {
      body.put("due", due);
    }
  }
}
