package io.delaygate.scheduler.query;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.Collection;

/** Refusal of a query: HTTP status and JSON error body. */
final class QueryRefusal extends RuntimeException {
  private final int status;
  private final ObjectNode body;

  private QueryRefusal(int status, String error, ObjectNode body) {
    super(error, null, false, false);
    this.status = status;
    this.body = body.put("error", error);
  }

  /** Partitions that are neither active nor standby here: ask another instance. */
  static QueryRefusal notHere(Collection<Integer> partitions) {
    var body = JsonNodeFactory.instance.objectNode();
    var list = body.putArray("partitions");
    partitions.stream().sorted().forEach(list::add);
    return new QueryRefusal(421, "NOT_HERE", body);
  }

  /** Restoring, moving, or closing: ask again. */
  static QueryRefusal unavailable(String detail) {
    return with(503, "UNAVAILABLE", detail);
  }

  /** Too many scans run: ask again. */
  static QueryRefusal busy() {
    return with(503, "BUSY", "too many scans are running; try again in a moment");
  }

  /** The request has no secret, or a wrong one. */
  static QueryRefusal unauthorized() {
    return with(
        401,
        "UNAUTHORIZED",
        "the header `Authorization: Bearer` must carry the value of `query.secret`");
  }

  /** A page of another site may have sent it, and no secret is asked for. */
  static QueryRefusal forbidden(String detail) {
    return with(403, "FORBIDDEN", detail);
  }

  /**
   * This version does not know the request, or a value in it. Gateways ask nothing that is not
   * valid, so the one that asked runs another version: its caller has to try again later. Gateways
   * that do not know this status take it for an instance that cannot answer now; 400 would make
   * them fail.
   */
  static QueryRefusal notUnderstood(String detail) {
    return with(501, "NOT_UNDERSTOOD", detail);
  }

  private static QueryRefusal with(int status, String error, String detail) {
    return new QueryRefusal(
        status, error, JsonNodeFactory.instance.objectNode().put("detail", detail));
  }

  int status() {
    return status;
  }

  boolean isTransient() {
    return status == 503;
  }

  ObjectNode body() {
    return body;
  }
}
