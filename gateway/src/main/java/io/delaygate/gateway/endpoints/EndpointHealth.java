package io.delaygate.gateway.endpoints;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.delaygate.gateway.push.Breaker;
import io.delaygate.gateway.push.Verdict;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * Calls of an endpoint by this gateway since its start. Immutable.
 *
 * @param inFlight calls that have not ended
 * @param state of its breaker
 * @param succeeded calls that were answered with 2xx
 * @param failed all other calls that have ended
 * @param lastFailure text of the last failure; null before the first
 * @param lastFailureMs when it ended, epoch milliseconds; 0 before the first
 */
public record EndpointHealth(
    int inFlight,
    Breaker.State state,
    long succeeded,
    long failed,
    @Nullable String lastFailure,
    long lastFailureMs) {
  /** Health of an endpoint that was not called. */
  public static final EndpointHealth NEW =
      new EndpointHealth(0, Breaker.State.CLOSED, 0, 0, null, 0);

  /** Health after a call. */
  public EndpointHealth after(Verdict verdict, long nowMs) {
    return verdict instanceof Verdict.Done
        ? new EndpointHealth(inFlight, state, succeeded + 1, failed, lastFailure, lastFailureMs)
        : new EndpointHealth(inFlight, state, succeeded, failed + 1, verdict.text(), nowMs);
  }

  /** The same with what is in flight now. */
  public EndpointHealth now(int calls, Breaker.State breaker) {
    return new EndpointHealth(calls, breaker, succeeded, failed, lastFailure, lastFailureMs);
  }

  ObjectNode json() {
    var json = JsonNodeFactory.instance.objectNode().put("inFlight", inFlight);
    json.put("breaker", state.name().toLowerCase(Locale.ROOT));
    json.put("succeeded", succeeded).put("failed", failed);
    if (lastFailure != null) {
      json.put("lastFailure", lastFailure).put("lastFailedAtMs", lastFailureMs);
    }
    return json;
  }
}
