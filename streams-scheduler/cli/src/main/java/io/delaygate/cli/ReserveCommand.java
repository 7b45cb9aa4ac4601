package io.delaygate.cli;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.time.Duration;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/**
 * Command {@code queues reserve}: reserves jobs by {@code POST
 * /v1/queues/{queue},{queue}.../reserve}.
 */
@Command(
    name = "reserve",
    description = "Take jobs out of queues, each under a lease; status 1 if there is none",
    footer = {
      "delaygate queues reserve mails",
      "delaygate queues reserve urgent,mails --count 10 --wait 30s --lease 5m --json"
    })
final class ReserveCommand extends GatewayCommand {
  @Parameters(
      paramLabel = "QUEUE[,QUEUE...]",
      description = "One, or several: of the second only when the first is empty, and so on")
  private String queues = "";

  @Option(
      names = "--count",
      paramLabel = "N",
      description = "At most so many jobs: 1 to 100; 1 if not given")
  private @Nullable Integer count;

  @Option(
      names = "--wait",
      paramLabel = "TIME",
      description = "Wait so long for the first one, up to 10m; not at all if not given")
  private @Nullable String wait;

  @Option(
      names = "--lease",
      paramLabel = "TIME",
      description = "They are the caller's for so long: 1s to 24h; 1m if not given")
  private @Nullable String lease;

  ReserveCommand(Session session) {
    super(session);
  }

  @Override
  ExitStatus run(GatewayClient gateway) {
    var patience = wait == null ? Duration.ZERO : GatewayOptions.duration("--wait", wait);
    var jobs =
        gateway
            .waiting(patience)
            .call("POST", QueuesCommand.path(queues) + "/reserve", body(patience))
            .orThrow()
            .path("jobs");
    jobs.forEach(isJson() ? this::print : this::show);
    if (jobs.isEmpty()) {
      session().tell("There is no job.");
    }
    return jobs.isEmpty() ? ExitStatus.NO : ExitStatus.DONE;
  }

  private ObjectNode body(Duration patience) {
    var body = JsonNodeFactory.instance.objectNode();
    if (count != null) {
      body.put("count", count);
    }
    if (!patience.isZero()) {
      body.put("waitMs", patience.toMillis());
    }
    if (lease != null) {
      body.put("leaseMs", GatewayOptions.duration("--lease", lease).toMillis());
    }
    return body;
  }

  private void show(JsonNode job) {
    var facts =
        new KeyValueView()
            .add("queue", job.path("queue").asText())
            .add("lease", job.path("lease").asText());
    JobText.tell(job, facts, moments()).print(out());
    out().println();
  }
}
