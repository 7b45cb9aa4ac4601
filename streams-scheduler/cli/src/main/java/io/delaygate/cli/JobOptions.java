package io.delaygate.cli;

import com.fasterxml.jackson.databind.node.ObjectNode;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Options of a new job: id, priority, if-exists policy and time to live. */
final class JobOptions {
  @Option(
      names = "--id",
      paramLabel = "ID",
      description = "The job's id; a random one if not given")
  private @Nullable String id;

  @Option(
      names = "--priority",
      paramLabel = "N",
      description = "0 (first) to 9 (last), among jobs due together; 5 if not given")
  private @Nullable Integer priority;

  @Option(
      names = "--if-exists",
      paramLabel = "WHAT",
      description = "What becomes of a known id: replace, ignore or reject; replace if not given")
  private @Nullable String ifExists;

  @Option(
      names = "--ttl",
      paramLabel = "TIME",
      description = "Not delivered later than so long from now, such as 2h")
  private @Nullable String ttl;

  void addTo(ObjectNode body) {
    if (id != null) {
      body.put("id", id);
    }
    if (priority != null) {
      body.put("priority", priority);
    }
    if (ifExists != null) {
      body.put("ifExists", ifExists);
    }
    if (ttl != null) {
      body.put("ttlMs", GatewayOptions.duration("--ttl", ttl).toMillis());
    }
  }
}
