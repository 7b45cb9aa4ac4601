package io.delaygate.harness.chaos;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.delaygate.harness.chaos.Operation.Door;
import io.delaygate.harness.chaos.Operation.IfExists;
import io.delaygate.harness.chaos.Operation.Verb;
import java.time.Clock;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * Command as a call of the gateway's HTTP API.
 *
 * @param body JSON, empty for none
 */
record HttpCall(String method, String path, String body) {
  private static final ObjectMapper JSON = new ObjectMapper();

  /**
   * The call for a command.
   *
   * @param clock clock of absolute times
   */
  static HttpCall of(Operation operation, Clock clock) {
    var path = "/v1/jobs/" + operation.id();
    return switch (operation.verb()) {
      case SCHEDULE ->
          operation.terms().door() == Door.HTTP_KEY
              ? new HttpCall("POST", "/v1/jobs", body(operation, clock).toString())
              : new HttpCall("PUT", path, body(operation, clock).toString());
      case CANCEL -> new HttpCall("DELETE", path, "");
      case RESCHEDULE -> new HttpCall("PATCH", path, body(operation, clock).toString());
      case FIRE, KICK -> new HttpCall("POST", path + "/" + text(operation.verb()), "");
      case DISCARD -> new HttpCall("DELETE", "/v1/dead-letters/" + operation.id(), "");
      case RESERVE, FINISH, RELEASE, EXTEND, BURY ->
          new HttpCall("POST", path + "/" + text(operation.verb()), work(operation).toString());
    };
  }

  private static String text(Verb verb) {
    return verb.name().toLowerCase(Locale.ROOT);
  }

  private static ObjectNode work(Operation operation) {
    var body = JSON.createObjectNode();
    var claim = operation.terms().claim();
    if (claim != null) {
      body.put("lease", claim.lease()).put("attempt", claim.attempt());
      if (claim.leaseMs() > 0) {
        body.put("leaseMs", claim.leaseMs());
      }
    }
    if (operation.terms().delay().isGiven()) {
      body.put("delayMs", operation.terms().delay().ms());
    }
    if (operation.verb() == Verb.FINISH) {
      body.put("result", operation.value());
    }
    return body;
  }

  private static void addAck(ObjectNode body, @Nullable Ack ack) {
    if (ack == null) {
      return;
    }
    var node = body.putObject("ack");
    node.put("maxAttempts", ack.maxAttempts());
    node.put("leaseMs", ack.lease().ms()).put("leaseStart", ack.leaseStart());
    node.putObject("backoff")
        .put("kind", ack.backoff().kind())
        .put("initialMs", ack.backoff().initialMs())
        .put("jitter", ack.backoff().jitter());
    body.put("onExpiry", ack.onExpiry());
    if (ack.letters().own()) {
      body.put("deadLetterTopic", Rig.CLIENT_LETTERS);
    }
  }

  private static void addTarget(ObjectNode target, Operation operation) {
    if (CallPlan.isCall(operation.id())) {
      target.put("endpoint", CallPlan.endpoint(operation.id()));
      return;
    }
    target.put("topic", Load.target(operation.id()));
    if (Load.isKeyless(operation)) {
      target.putNull("key");
    }
  }

  private static ObjectNode body(Operation operation, Clock clock) {
    var body = JSON.createObjectNode();
    var terms = operation.terms();
    if (operation.verb() == Verb.SCHEDULE) {
      addTarget(body.putObject("target"), operation);
    }
    if (operation.hasPayload()) {
      body.put("value", operation.value());
      body.putArray("headers").addObject().put("name", "trace").put("value", operation.trace());
    }
    if (terms.ifExists() != IfExists.UNSAID && terms.door() == Door.HTTP) {
      body.put("ifExists", terms.ifExists().name().toLowerCase(Locale.ROOT));
    }
    addAck(body, terms.ack());
    var delay = terms.delay();
    if (delay.isGiven() && delay.absolute()) {
      body.put("dueMs", clock.millis() + delay.ms());
    } else if (delay.isGiven()) {
      body.put("delayMs", delay.ms());
    }
    if (delay.ttlMs() > 0) {
      body.put("ttlMs", delay.ttlMs());
    }
    return body;
  }
}
