package io.delaygate.cli;

import com.fasterxml.jackson.databind.node.ObjectNode;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Options for acknowledged delivery: {@code --ack}, {@code --max-attempts} and {@code --lease}. */
final class AckOptions {
  @Option(
      names = "--ack",
      description = "The delivery is to be confirmed by its worker; implied by the two below")
  private boolean ack;

  @Option(
      names = "--max-attempts",
      paramLabel = "N",
      description = "How often it is delivered at most: 1 to 65535")
  private @Nullable Integer maxAttempts;

  @Option(
      names = "--lease",
      paramLabel = "TIME",
      description = "How long an attempt may take, such as 90s")
  private @Nullable String lease;

  void addTo(ObjectNode body) {
    if (!ack && maxAttempts == null && lease == null) {
      return;
    }
    var object = body.putObject("ack");
    if (maxAttempts != null) {
      object.put("maxAttempts", maxAttempts);
    }
    if (lease != null) {
      object.put("lease", lease);
    }
  }
}
