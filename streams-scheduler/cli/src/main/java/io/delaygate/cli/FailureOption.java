package io.delaygate.cli;

import com.fasterxml.jackson.databind.node.ObjectNode;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Option {@code --failure}: the reason why an attempt failed. */
final class FailureOption {
  @Option(names = "--failure", paramLabel = "TEXT", description = "Why, up to 256 bytes")
  private @Nullable String failure;

  void addTo(ObjectNode body) {
    if (failure != null) {
      body.put("failure", failure);
    }
  }
}
