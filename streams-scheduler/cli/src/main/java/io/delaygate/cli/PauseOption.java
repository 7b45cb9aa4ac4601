package io.delaygate.cli;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Option {@code --for}: the duration of a pause. */
final class PauseOption {
  @Option(
      names = "--for",
      paramLabel = "TIME",
      description = "Go on after so long: 30s, 15m, 2h, 7d or PT30M")
  private @Nullable String time;

  /** Pauses the resource of the path. */
  GatewayReply call(GatewayClient gateway, String path) {
    return time == null
        ? gateway.call("POST", path)
        : gateway.call("POST", path, JsonNodeFactory.instance.objectNode().put("for", time));
  }
}
