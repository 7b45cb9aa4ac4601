package io.delaygate.gateway.schedulers;

import com.fasterxml.jackson.databind.JsonNode;
import io.delaygate.schemas.contract.JobId;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import org.apache.kafka.common.header.Header;
import org.apache.kafka.common.header.internals.RecordHeader;
import org.jspecify.annotations.Nullable;

/**
 * Job as a scheduler showed it.
 *
 * @param view its state and times
 * @param payload key, headers and value in base64; missing when the job has ended
 */
public record FoundJob(JsonNode view, JsonNode payload) {
  /** Its id. */
  public JobId id() {
    return new JobId(view.path("id").asText());
  }

  /** The name of its state, or of how it ended. */
  public String state() {
    return view.path("state").asText();
  }

  /** The topic to which it is delivered. */
  public String topic() {
    return view.path("target").path("topic").asText();
  }

  /** Whether it still exists, pending or dead. */
  public boolean isThere() {
    return payload.isObject();
  }

  /** The value that it delivers; null for none. */
  public byte @Nullable [] value() {
    return bytes(payload.path("value"));
  }

  /** The headers that it delivers, in their order. */
  public List<Header> headers() {
    var headers = new ArrayList<Header>();
    payload
        .path("headers")
        .forEach(
            header ->
                headers.add(
                    new RecordHeader(header.path("name").asText(), bytes(header.path("value")))));
    return headers;
  }

  private static byte @Nullable [] bytes(JsonNode base64) {
    return base64.isTextual() ? Base64.getDecoder().decode(base64.textValue()) : null;
  }
}
