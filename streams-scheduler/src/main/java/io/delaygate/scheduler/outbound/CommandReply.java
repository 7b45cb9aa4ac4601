package io.delaygate.scheduler.outbound;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import io.delaygate.scheduler.view.JobView;
import io.delaygate.schemas.command.Refusal;
import io.delaygate.schemas.contract.JobId;
import io.delaygate.schemas.contract.Outcome;
import io.delaygate.schemas.job.EndedJob;
import io.delaygate.schemas.job.KnownJob;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/**
 * Answer to one command: its outcome, and the job after it.
 *
 * @param id null when the command's key is not a valid id
 * @param job the job after the command, pending or ended; null if it is not known
 * @param refusal why it was rejected; null for every other outcome
 */
public record CommandReply(
    Outcome outcome, @Nullable JobId id, @Nullable KnownJob job, @Nullable Refusal refusal) {

  /** The record's value, UTF-8. */
  byte[] json(CommandOrigin origin, long nowMs) {
    var json = JsonNodeFactory.instance.objectNode().put("outcome", outcome.name());
    if (id != null) {
      json.put("id", id.text());
    }
    json.put("atMs", nowMs);
    if (job != null) {
      json.set("job", JobView.of(job));
      if (job instanceof EndedJob ended && ended.result() != null) {
        json.put("result", ended.result());
      }
    }
    if (refusal != null) {
      json.put("reason", refusal.reason().name()).put("reasonText", refusal.text());
      if (refusal.header() != null) {
        json.put("header", refusal.header().headerName());
      }
    }
    json.putObject("source")
        .put("topic", origin.topic())
        .put("partition", origin.partition())
        .put("offset", origin.offset());
    return json.toString().getBytes(StandardCharsets.UTF_8);
  }
}
