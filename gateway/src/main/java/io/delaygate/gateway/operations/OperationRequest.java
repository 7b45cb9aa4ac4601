package io.delaygate.gateway.operations;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.delaygate.gateway.access.Caller;
import io.delaygate.gateway.access.Role;
import io.delaygate.schemas.job.Actor;
import io.delaygate.service.control.UsageLimits;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Request for an operation, as it is recorded.
 *
 * @param asked what was asked for, in the words of the call
 * @param work what the kind needs to do it; empty after the end
 * @param limit how many jobs or commands at most; null for all
 * @param actor the caller, as the author of changes
 * @param token hash of a token that was made over HTTP; empty for all others
 * @param startedMs time of the request, epoch milliseconds
 * @param gateway name of the gateway that was called, which claims it first
 */
public record OperationRequest(
    OperationKind kind,
    ObjectNode asked,
    ObjectNode work,
    @Nullable Long limit,
    String actor,
    String token,
    long startedMs,
    String gateway) {
  private static final String KIND = "kind";
  private static final String ASKED = "asked";
  private static final String WORK = "work";
  private static final String LIMIT = "limit";
  private static final String ACTOR = "actor";
  private static final String TOKEN = "token";
  private static final String STARTED = "startedMs";
  private static final String GATEWAY = "gateway";

  /** The same without its work, which may be large and is of no use after the end. */
  OperationRequest withoutWork() {
    return new OperationRequest(
        kind, asked, work.objectNode(), limit, actor, token, startedMs, gateway);
  }

  /** The author of the changes. */
  public Actor author() {
    return new Actor(actor);
  }

  /** The caller for whom it changes jobs, with these limits of the token. */
  public Caller caller(String namespace, UsageLimits limits) {
    return new Caller(actor, namespace, Role.WRITE, limits, token, author());
  }

  /** How many are left when so many are handled; the greatest number without a limit. */
  public long left(long handled) {
    return limit == null ? Long.MAX_VALUE : Math.max(0, limit - handled);
  }

  byte[] encode() {
    var json = OperationText.object();
    json.put(KIND, kind.text()).put(ACTOR, actor).put(TOKEN, token).put(STARTED, startedMs);
    json.put(GATEWAY, gateway);
    json.set(ASKED, asked);
    json.set(WORK, work);
    Optional.ofNullable(limit).ifPresent(most -> json.put(LIMIT, most));
    return OperationText.bytes(json);
  }

  static OperationRequest decode(byte[] value) {
    var json = OperationText.parse(value);
    var kind =
        OperationKind.of(json.path(KIND).asText())
            .orElseThrow(
                () ->
                    new IllegalArgumentException(
                        "the kind of the operation is not known: " + json.path(KIND).asText()));
    return new OperationRequest(
        kind,
        OperationText.objectOf(json, ASKED),
        OperationText.objectOf(json, WORK),
        json.has(LIMIT) ? json.path(LIMIT).longValue() : null,
        json.path(ACTOR).asText(),
        json.path(TOKEN).asText(),
        json.path(STARTED).longValue(),
        json.path(GATEWAY).asText());
  }
}
