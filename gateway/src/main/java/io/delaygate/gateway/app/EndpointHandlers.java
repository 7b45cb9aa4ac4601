package io.delaygate.gateway.app;

import io.delaygate.gateway.control.ControlWriter;
import io.delaygate.gateway.control.RateRule;
import io.delaygate.gateway.control.TenancyWriter;
import io.delaygate.gateway.endpoints.EndpointCatalog;
import io.delaygate.gateway.endpoints.EndpointHealth;
import io.delaygate.gateway.endpoints.EndpointStatsHandler;
import io.delaygate.gateway.endpoints.EndpointsHandler;
import io.delaygate.gateway.endpoints.Resealer;
import io.delaygate.gateway.endpoints.TestCall;
import io.delaygate.gateway.endpoints.TestCallHandler;
import io.delaygate.gateway.jobs.CommandSteps;
import io.delaygate.gateway.jobs.JobStatsHandler;
import io.delaygate.gateway.pusher.Pusher;
import io.delaygate.gateway.queues.QueueDispatcher;
import io.delaygate.gateway.schedulers.JobListing;
import io.delaygate.gateway.schedulers.QueryResponder;
import io.delaygate.schemas.topics.EndpointName;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * Handlers and workers of the endpoints of one installation.
 *
 * @param pusher empty where endpoints are off
 * @param resealer empty where endpoints are off
 */
record EndpointHandlers(
    EndpointsHandler endpoints,
    TestCallHandler testCall,
    EndpointCatalog catalog,
    Optional<Pusher> pusher,
    Optional<Resealer> resealer) {
  /** Makes the handlers, and the workers, which begin with {@link #startCalls}. */
  static EndpointHandlers of(
      Installation of,
      EndpointCalls calling,
      CommandSteps steps,
      TenancyWriter tenancy,
      QueueDispatcher dispatcher) {
    var rules = calling.rules();
    var given = calling.given();
    var catalog = new EndpointCatalog(of.known, of.names, rules.box());
    var rates = new RateRule(new ControlWriter(of.topic, of.names)::partitionsOfCommands);
    var endpoints =
        new EndpointsHandler(
            catalog,
            new EndpointsHandler.Rules(rules::urlFault, of.defaults, rates),
            tenancy,
            given.random());
    // an endpoint that is off is refused before it is called
    var signed =
        new SignedTestCall(() -> calling.caller().orElseThrow(), given.clock(), given.random());
    var pusher = calling.pusher(of, catalog, dispatcher);
    TestCall test =
        (endpoint, path, body) ->
            signed
                .call(endpoint, path, body)
                .whenComplete(
                    (end, never) -> pusher.ifPresent(it -> it.tested(endpoint.name(), end)));
    return new EndpointHandlers(
        endpoints,
        new TestCallHandler(endpoints, steps.bodies(), test, steps.answer()),
        catalog,
        pusher,
        calling.resealer(of, catalog));
  }

  /** The handler of counts of their jobs and calls. */
  EndpointStatsHandler stats(JobStatsHandler counts, JobListing listing, QueryResponder answer) {
    return new EndpointStatsHandler(
        counts, listing, answer, endpoints, name -> pusher.flatMap(it -> it.health(name)));
  }

  /** Endpoints whose breaker is not closed. */
  List<EndpointName> broken() {
    return pusher.map(Pusher::broken).orElse(List.of());
  }

  /** Number of endpoints whose secrets another key than the first has sealed. */
  int sealedByOldKeys() {
    return resealer.map(Resealer::left).orElse(0);
  }

  /** Calls of endpoints whose breaker is not closed. */
  Map<EndpointName, EndpointHealth> brokenCalls() {
    var broken =
        new TreeMap<EndpointName, EndpointHealth>(Comparator.comparing(EndpointName::toString));
    for (var name : broken()) {
      pusher.flatMap(it -> it.health(name)).ifPresent(health -> broken.put(name, health));
    }
    return broken;
  }

  /** Endpoints that this gateway cannot call, with the reason. */
  Map<EndpointName, String> locked() {
    return pusher.map(Pusher::locked).orElseGet(catalog::locked);
  }

  /** Begins to call endpoints, unless they are off. */
  void startCalls() {
    pusher.ifPresent(Pusher::start);
    resealer.ifPresent(Resealer::start);
  }
}
