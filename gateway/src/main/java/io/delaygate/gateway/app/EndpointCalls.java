package io.delaygate.gateway.app;

import io.delaygate.gateway.control.ControlWriter;
import io.delaygate.gateway.endpoints.EndpointCatalog;
import io.delaygate.gateway.endpoints.Resealer;
import io.delaygate.gateway.push.CaBundle;
import io.delaygate.gateway.push.CallerConfig;
import io.delaygate.gateway.push.EndpointCaller;
import io.delaygate.gateway.push.PoolShares;
import io.delaygate.gateway.pusher.CallReports;
import io.delaygate.gateway.pusher.CallRoom;
import io.delaygate.gateway.pusher.CallSpans;
import io.delaygate.gateway.pusher.Pusher;
import io.delaygate.gateway.pusher.WorkerParts;
import io.delaygate.gateway.queues.QueueDispatcher;
import io.delaygate.gateway.settings.EndpointSettings;
import io.delaygate.service.tracing.LinkedSpans;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/**
 * Client that calls endpoints, with its rules and room: all installations of the gateway share
 * them.
 */
final class EndpointCalls {
  private final Gateway.Parts gateway;
  private final EndpointRules rules;
  private final Optional<EndpointCaller> caller;
  private final LinkedSpans spans;
  private final CallRoom room;
  private final Duration resealDelay;

  /**
   * Starts the client, unless endpoints are off. A stop ends its calls after the workers, and
   * before Kafka's clients.
   */
  EndpointCalls(EndpointSettings settings, EndpointRules rules, Gateway.Parts gateway) {
    this.gateway = gateway;
    this.rules = rules;
    this.caller = rules.box().map(box -> start(settings));
    this.spans = LinkedSpans.to(gateway.settings().spans(), "delaygate-gateway");
    gateway.lifetime().opened().add("export of spans", deadline -> spans.close());
    this.room = new CallRoom(new PoolShares(settings.calls()));
    this.resealDelay = settings.resealDelay();
  }

  private EndpointCaller start(EndpointSettings settings) {
    var trusted = settings.caFile().map(CaBundle::read).orElse(List.of());
    var config = CallerConfig.of(rules.urls(), trusted, settings.calls());
    var started = EndpointCaller.start(config, gateway.given().ticker());
    gateway.lifetime().opened().add("calls of endpoints", deadline -> started.close());
    return started;
  }

  EndpointRules rules() {
    return rules;
  }

  Environment given() {
    return gateway.given();
  }

  /** The client; empty where endpoints are off. */
  Optional<EndpointCaller> caller() {
    return caller;
  }

  /** Calls in flight. */
  int inFlight() {
    return room.inFlight();
  }

  /**
   * Workers for the endpoints of an installation, which begin with their start; empty where
   * endpoints are off.
   */
  Optional<Pusher> pusher(Installation of, EndpointCatalog catalog, QueueDispatcher dispatcher) {
    return caller.map(client -> pusher(client, of, catalog, dispatcher));
  }

  /**
   * The task that seals secrets anew, which begins with its start; empty where endpoints are off.
   */
  Optional<Resealer> resealer(Installation of, EndpointCatalog catalog) {
    return caller.map(
        client -> {
          var resealer =
              new Resealer(
                  catalog,
                  new ControlWriter(of.topic, of.names),
                  resealDelay,
                  gateway.given().ticker(),
                  gateway.lifetime().failures());
          gateway.lifetime().closes(of.settings, "reseal", deadline -> resealer.close());
          return resealer;
        });
  }

  private Pusher pusher(
      EndpointCaller client, Installation of, EndpointCatalog catalog, QueueDispatcher dispatcher) {
    var given = gateway.given();
    var traced = new CallSpans(client::call, spans, given.clock());
    var parts =
        new WorkerParts(
            dispatcher, traced::call, new CallReports(of.topic), room, gateway.metrics()::called);
    var around = new WorkerParts.Surroundings(of.kafka.gateways(), given.clock(), given.ticker());
    var pusher = new Pusher(catalog, parts, around, gateway.lifetime().failures());
    gateway.lifetime().closes(of.settings, "workers of endpoints", pusher::close);
    return pusher;
  }
}
