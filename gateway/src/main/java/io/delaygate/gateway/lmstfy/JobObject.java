package io.delaygate.gateway.lmstfy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.delaygate.gateway.queues.LeasedJob;
import io.delaygate.gateway.schedulers.FoundJob;
import io.delaygate.schemas.job.RetryPolicy;
import java.util.Base64;
import org.apache.kafka.common.header.Header;
import org.jspecify.annotations.Nullable;

/**
 * Writer of jobs as JSON objects of lmstfy.
 *
 * @param namespace of the caller
 * @param nowMs epoch milliseconds
 */
record JobObject(String namespace, long nowMs) {
  private static final long SECOND = 1_000;

  private record Content(
      String id, Iterable<Header> headers, byte @Nullable [] value, JsonNode view) {}

  /** A job that is returned to a consumer. */
  ObjectNode consumed(LeasedJob held) {
    var view = held.view();
    var most = view.path("maxAttempts").intValue();
    var left =
        most == RetryPolicy.UNLIMITED
            ? RetryPolicy.MOST_ATTEMPTS
            : Math.max(0, most - view.path("attempt").intValue());
    var record = held.job().record();
    var content = new Content(held.job().id().local(), record.headers(), record.value(), view);
    return of(held.queue(), content, "new job", left);
  }

  /** A job that a peek shows, without the number of remaining attempts. */
  ObjectNode seen(String queue, String id, FoundJob job) {
    return of(queue, new Content(id, job.headers(), job.value(), job.view()), null, 0);
  }

  private ObjectNode of(String queue, Content job, @Nullable String msg, long triesLeft) {
    var json = LmstfyJsonWriter.object();
    json.set("attributes", Attributes.json(job.headers()));
    var value = job.value();
    json.put("data", value == null ? null : Base64.getEncoder().encodeToString(value));
    json.put("elapsed_ms", Math.max(0, nowMs - job.view().path("createdMs").longValue()));
    json.put("job_id", job.id());
    if (msg != null) {
      json.put("msg", msg);
    }
    json.put("namespace", namespace);
    json.put("queue", queue);
    json.put("remain_tries", triesLeft);
    json.put("ttl", ttl(job.view()));
    return json;
  }

  /** Whole seconds, rounded as Redis does: a job published with a TTL of 10 shows 10 at first. */
  private long ttl(JsonNode view) {
    var expires = view.path("expiresMs");
    return expires.isIntegralNumber()
        ? Math.max(0, (expires.longValue() - nowMs + SECOND / 2) / SECOND)
        : 0;
  }
}
