package io.delaygate.gateway.app;

import io.delaygate.gateway.access.AccessGuard;
import io.delaygate.gateway.access.Quotas;
import io.delaygate.gateway.access.ShareNames;
import io.delaygate.gateway.control.ControlCache;
import io.delaygate.gateway.http.InflightBytes;
import io.delaygate.gateway.operations.OperationNotes;
import io.delaygate.gateway.ops.Readiness;
import io.delaygate.gateway.outcome.RequestReply;
import io.delaygate.gateway.publish.CommandRouter;
import io.delaygate.gateway.publish.RecentPublishes;
import io.delaygate.gateway.settings.InstallationSettings;
import io.delaygate.schemas.command.DefaultsParser;
import io.delaygate.schemas.topics.TopicNames;
import io.delaygate.service.actor.ActorClaims;
import io.delaygate.service.control.ControlReader;
import java.util.Optional;
import java.util.function.Function;

/**
 * Installation of schedulers that calls are about: readers and writers of the topics of one prefix.
 * Made once for each pool. Pools share no resource that one could use up for the others.
 */
final class Installation {
  final InstallationSettings settings;
  final TopicNames names;
  final KafkaClients kafka;
  final InflightBytes inflight;
  final RecentPublishes recentPublishes;
  final CommandRouter topic;
  final RequestReply replies;
  final DefaultsParser defaults;
  final OperationNotes notes;
  final ControlReader decisions;
  final ControlCache known;
  final ShareNames shares;
  final AccessGuard access;
  final Readiness readiness;

  /**
   * Reads nothing before {@link #start}.
   *
   * @param access makes the guard of calls from the shares and decisions of this installation
   */
  Installation(
      InstallationSettings settings,
      KafkaClients kafka,
      Gateway.Parts gateway,
      Function<ShareNames, AccessGuard> access) {
    this.settings = settings;
    this.kafka = kafka;
    this.names = settings.names();
    var given = gateway.given();
    var metrics = gateway.metrics();
    var lifetime = gateway.lifetime();
    this.inflight = InflightBytes.of(gateway.settings());
    this.recentPublishes = new RecentPublishes(names::isQueue, given.ticker());
    this.topic =
        new CommandRouter(
            kafka.publisher(),
            new CommandRouter.CommandTopic(
                names.requests(), () -> kafka.directory().known(names.requests())),
            new CommandRouter.Signer(
                ActorClaims.of(settings.schedulers().secret()), given.clock()::millis),
            recentPublishes,
            metrics::published);
    this.defaults = new DefaultsParser(names);
    this.notes = new OperationNotes(given.ticker());
    this.decisions = new ControlReader(names, defaults, kafka.consumers(), notes);
    this.known = new ControlCache(decisions, given.clock());
    this.shares = new ShareNames(known::view, settings.pool());
    this.replies =
        new RequestReply(
            topic,
            settings.outcomes(),
            kafka.consumers(),
            new RequestReply.Callers(given.random(), shares::of),
            metrics);
    lifetime.closes(settings, "outcomes", deadline -> replies.close());
    lifetime.closes(settings, "decisions about targets", deadline -> decisions.close());
    this.access = access.apply(shares);
    this.readiness =
        new Readiness(
            kafka.publisher(),
            kafka.directory(),
            gateway.settings().directory().timeout(),
            names.requests(),
            known::obstacle);
  }

  /** Begins to read replies and decisions. */
  void start() {
    replies.start();
    decisions.start();
  }

  /** Why calls of this pool fail, as far as that is known without a wait; empty if they do not. */
  Optional<String> obstacle() {
    return readiness.knownObstacle().or(replies::obstacle).or(decisions::obstacle);
  }

  Quotas.Knowledge limits() {
    return new Quotas.Knowledge(decisions::view, kafka.gateways());
  }
}
