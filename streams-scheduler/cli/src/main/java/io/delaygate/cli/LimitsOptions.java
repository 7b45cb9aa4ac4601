package io.delaygate.cli;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Options for the limits of a namespace or a token; without an option there is no limit. */
final class LimitsOptions {
  @Option(names = "--requests-per-second", paramLabel = "N", description = "Calls of all kinds")
  private @Nullable Integer requestsPerSecond;

  @Option(names = "--jobs-per-second", paramLabel = "N", description = "Jobs scheduled")
  private @Nullable Integer jobsPerSecond;

  @Option(names = "--pending-jobs", paramLabel = "N", description = "Jobs that have not ended")
  private @Nullable Long pendingJobs;

  @Option(names = "--payload-bytes", paramLabel = "N", description = "Payload of one job")
  private @Nullable Integer payloadBytes;

  /** The limits as in the body of a call. */
  ObjectNode json() {
    var json = JsonNodeFactory.instance.objectNode();
    if (requestsPerSecond != null) {
      json.put("requestsPerSecond", requestsPerSecond);
    }
    if (jobsPerSecond != null) {
      json.put("jobsPerSecond", jobsPerSecond);
    }
    if (pendingJobs != null) {
      json.put("pendingJobs", pendingJobs);
    }
    if (payloadBytes != null) {
      json.put("payloadBytes", payloadBytes);
    }
    return json;
  }

  /** The limits of an answer, in one table cell. */
  static String text(JsonNode limits) {
    var text = new StringBuilder();
    limits
        .properties()
        .forEach(
            limit ->
                text.append(text.isEmpty() ? "" : " ")
                    .append(limit.getKey())
                    .append('=')
                    .append(limit.getValue().asText()));
    return text.toString();
  }
}
