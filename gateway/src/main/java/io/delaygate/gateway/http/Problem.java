package io.delaygate.gateway.http;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.delaygate.schemas.contract.ReasonCode;
import java.nio.charset.StandardCharsets;
import java.util.UUID;
import org.eclipse.jetty.http.HttpStatus;
import org.jspecify.annotations.Nullable;

/**
 * Error answer of a call, RFC 9457. The type is always {@code about:blank}: programs look at {@code
 * reason}, which is the same code as in dead letters.
 *
 * @param status the HTTP status
 * @param reason the code for programs
 * @param detail one sentence for people; never holds a payload
 * @param field the JSON field or path parameter at fault, such as {@code headers[2].name}
 * @param instance URN of this one occurrence
 * @param job the job that the call conflicts with, as it is; null when none is known
 */
public record Problem(
    int status,
    ReasonCode reason,
    String detail,
    @Nullable String field,
    String instance,
    @Nullable ObjectNode job) {
  /** The media type of every error answer. */
  public static final String MEDIA_TYPE = "application/problem+json";

  /** Seconds after which another try is worthwhile, when something is overloaded or unavailable. */
  static final int RETRY_AFTER_SECONDS = 1;

  /** Details quote what callers sent; a longer quote would not help. */
  private static final int DETAIL_LENGTH = 400;

  /** Cuts a long detail. */
  public Problem {
    if (detail.length() > DETAIL_LENGTH) {
      detail = detail.substring(0, DETAIL_LENGTH) + "…";
    }
  }

  /** A problem of no single field. */
  public static Problem of(ReasonCode reason, String detail) {
    return of(reason, null, detail);
  }

  /** A problem with the status that its reason always has. */
  public static Problem of(ReasonCode reason, @Nullable String field, String detail) {
    return withStatus(ReasonStatus.of(reason), reason, field, detail);
  }

  /** A problem whose status says more than its reason. */
  public static Problem withStatus(
      int status, ReasonCode reason, @Nullable String field, String detail) {
    return new Problem(status, reason, detail, field, "urn:uuid:" + UUID.randomUUID(), null);
  }

  /** The same occurrence, with the job that it is about. */
  public Problem withJob(ObjectNode about) {
    return new Problem(status, reason, detail, field, instance, about);
  }

  /** Whether the same call may succeed a little later. */
  boolean isTransient() {
    return status == HttpStatus.SERVICE_UNAVAILABLE_503
        || status == HttpStatus.TOO_MANY_REQUESTS_429;
  }

  /** The body of the answer to the call of that id, UTF-8. */
  public byte[] json(String requestId) {
    return node().put("requestId", requestId).toString().getBytes(StandardCharsets.UTF_8);
  }

  /** One item of a larger answer, which has the call's id in its head. */
  public ObjectNode node() {
    var json = JsonNodeFactory.instance.objectNode();
    json.put("type", "about:blank");
    json.put("title", HttpStatus.getMessage(status));
    json.put("status", status);
    json.put("detail", detail);
    json.put("reason", reason.name());
    if (field != null) {
      json.put("field", field);
    }
    json.put("instance", instance);
    if (job != null) {
      json.set("job", job);
    }
    return json;
  }
}
