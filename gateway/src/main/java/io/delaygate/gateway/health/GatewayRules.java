package io.delaygate.gateway.health;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.delaygate.gateway.endpoints.EndpointHealth;
import io.delaygate.schemas.topics.EndpointName;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Rules about the gateway that answers, and about the endpoints that it calls. Pure. */
final class GatewayRules {
  /** As the alert; a certificate that is renewed by hand needs some days. */
  private static final Duration RENEWAL = Duration.ofDays(7);

  private GatewayRules() {}

  /**
   * The faults of a gateway.
   *
   * @param waiting counts of the jobs of endpoints, as far as schedulers told them
   */
  static List<ActiveFault> judge(
      GatewayFacts facts, Map<EndpointName, ObjectNode> waiting, long nowMs) {
    var found = new ArrayList<ActiveFault>();
    add(Fault.GATEWAY_NOT_READY, facts.ready().get(), found);
    add(Fault.OUTCOMES_UNAVAILABLE, facts.outcomes().get(), found);
    add(Fault.DECISIONS_OUTDATED, facts.decisions().get(), found);
    var leftMs = facts.certificateExpiresMs().getAsLong() - nowMs;
    if (leftMs < RENEWAL.toMillis()) {
      var left = leftMs > 0 ? Quantity.duration(leftMs) : "0 s";
      found.add(own(Fault.CERTIFICATE_EXPIRES).with(Placeholder.DURATION, left));
    }
    facts.broken().get().forEach((name, calls) -> found.add(broken(name, calls, waiting)));
    facts
        .locked()
        .get()
        .forEach(
            (name, why) ->
                found.add(
                    ActiveFault.of(Fault.ENDPOINT_LOCKED, Subject.endpoint(name))
                        .because(why)
                        .costs(jobs(name, waiting))));
    return found;
  }

  private static void add(Fault fault, Optional<String> obstacle, List<ActiveFault> to) {
    obstacle.ifPresent(why -> to.add(own(fault).because(why)));
  }

  private static ActiveFault own(Fault fault) {
    return ActiveFault.of(fault, Subject.INSTALLATION).with(Placeholder.GATEWAY, "this gateway");
  }

  private static ActiveFault broken(
      EndpointName name, EndpointHealth calls, Map<EndpointName, ObjectNode> waiting) {
    var failed = calls.lastFailure();
    var last =
        failed == null
            ? null
            : "the last call ended at %s with: %s"
                .formatted(Quantity.moment(calls.lastFailureMs()), failed);
    return ActiveFault.of(Fault.ENDPOINT_BROKEN, Subject.endpoint(name))
        .because(last)
        .costs(jobs(name, waiting));
  }

  private static String jobs(EndpointName name, Map<EndpointName, ObjectNode> waiting) {
    var counts = waiting.get(name);
    if (counts == null) {
      return "";
    }
    var ready = counts.at("/states/READY").longValue() + counts.at("/states/PARKED").longValue();
    return ready == 0 ? "" : "Due jobs that wait now: " + Quantity.count(ready) + ".";
  }
}
