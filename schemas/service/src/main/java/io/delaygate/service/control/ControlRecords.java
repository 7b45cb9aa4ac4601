package io.delaygate.service.control;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.delaygate.schemas.command.DefaultsParser;
import io.delaygate.schemas.command.TimeBounds;
import io.delaygate.schemas.topics.EndpointName;
import io.delaygate.schemas.topics.TopicNames;
import io.delaygate.service.control.ControlKey.OfChangelog;
import io.delaygate.service.control.ControlKey.OfEndpoint;
import io.delaygate.service.control.ControlKey.OfNamespace;
import io.delaygate.service.control.ControlKey.OfOperation;
import io.delaygate.service.control.ControlKey.OfReseal;
import io.delaygate.service.control.ControlKey.OfTarget;
import io.delaygate.service.control.ControlKey.OfToken;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.header.Headers;
import org.jspecify.annotations.Nullable;

/**
 * Accumulator of the records of {@code delay-control}: it folds them into the decisions in force.
 * Not thread-safe.
 */
final class ControlRecords {
  /** Kinds of decisions that an endpoint's own record makes. */
  private static final Set<ControlKey.Kind> OF_ENDPOINTS =
      EnumSet.of(ControlKey.Kind.RATE, ControlKey.Kind.DEFAULTS);

  private final Map<String, TargetControl> targets = new HashMap<>();
  private final Map<String, NamespaceControl> namespaces = new HashMap<>();
  private final Map<String, TokenControl> tokens = new HashMap<>();
  private final Map<EndpointName, EndpointControl> endpoints = new HashMap<>();
  private final Map<EndpointName, ResealedSecrets> reseals = new HashMap<>();
  private final TopicNames names;
  private final DefaultsParser defaults;
  private final OperationRecords operations;

  /**
   * An accumulator without records.
   *
   * @param operations gets the records about operations, which are no decisions
   */
  ControlRecords(TopicNames names, DefaultsParser defaults, OperationRecords operations) {
    this.names = names;
    this.defaults = defaults;
    this.operations = operations;
  }

  /**
   * Takes the next record.
   *
   * @throws IllegalArgumentException if it cannot be read, with the reason. Its key then has no
   *     decision, so that a token or namespace of that key does not exist
   */
  void take(ConsumerRecord<byte[], byte[]> record) {
    var key = record.key() == null ? null : ControlKey.parse(record.key()).orElse(null);
    if (key instanceof OfTarget target) {
      takeTarget(target, record);
    } else if (key instanceof OfNamespace namespace) {
      namespaces.remove(namespace.name());
      if (record.value() != null) {
        namespaces.put(namespace.name(), namespace(record.headers()));
      }
    } else if (key instanceof OfToken token) {
      tokens.remove(token.hash());
      if (record.value() != null) {
        tokens.put(token.hash(), token(record.headers()));
      }
    } else if (key instanceof OfEndpoint endpoint) {
      takeEndpoint(endpoint.name(), record);
    } else if (key instanceof OfReseal reseal) {
      takeReseal(reseal.name(), record);
    } else if (key instanceof OfOperation operation) {
      operations.take(operation, record.value());
    } else if (!(key instanceof OfChangelog)) {
      throw new IllegalArgumentException(
          "its key is not valid; use one of "
              + Arrays.toString(ControlKey.Kind.values())
              + " with a topic, NAMESPACE with a name, TOKEN with a hash, or ENDPOINT with a"
              + " namespace and a name");
    }
  }

  /** The decisions of all records taken. */
  ControlView view() {
    var resealed = new HashMap<>(endpoints);
    reseals.forEach(
        (name, secrets) -> resealed.computeIfPresent(name, (same, own) -> secrets.onto(own)));
    return new ControlView(targets, namespaces, tokens, resealed, reseals);
  }

  /** The rate and policy of an endpoint are decisions about its target too. */
  private void takeEndpoint(EndpointName name, ConsumerRecord<byte[], byte[]> record) {
    var target = names.endpoint(name);
    var before = targets.getOrDefault(target, TargetControl.NONE);
    endpoints.remove(name);
    put(target, before.withPerSecond(null).withDefaults(null));
    if (record.value() != null) {
      var endpoint = EndpointRecord.parse(record.headers(), defaults);
      endpoints.put(name, endpoint);
      put(target, before.withPerSecond(endpoint.perSecond()).withDefaults(endpoint.policy()));
    }
  }

  /** It may come before the endpoint's own record, as Kafka keeps only the last of each key. */
  private void takeReseal(EndpointName name, ConsumerRecord<byte[], byte[]> record) {
    reseals.remove(name);
    if (record.value() != null) {
      var of = HeaderTexts.needed(record.headers(), ResealedSecrets.OF);
      var sealed = HeaderTexts.needed(record.headers(), ResealedSecrets.SEALED);
      reseals.put(name, new ResealedSecrets(of, sealed));
    }
  }

  private void takeTarget(OfTarget key, ConsumerRecord<byte[], byte[]> record) {
    if (OF_ENDPOINTS.contains(key.kind()) && names.isEndpoint(key.topic())) {
      throw new IllegalArgumentException(
          "the rate and defaults of an endpoint are set in the record of the endpoint");
    }
    var before = targets.getOrDefault(key.topic(), TargetControl.NONE);
    put(key.topic(), before.without(key.kind()));
    if (record.value() != null) {
      put(key.topic(), decided(key.kind(), record, before));
    }
  }

  private void put(String topic, TargetControl control) {
    if (control.equals(TargetControl.NONE)) {
      targets.remove(topic);
    } else {
      targets.put(topic, control);
    }
  }

  private TargetControl decided(
      ControlKey.Kind kind, ConsumerRecord<byte[], byte[]> record, TargetControl before) {
    return switch (kind) {
      case PAUSE -> before.withPause(pause(record));
      case RATE -> before.withPerSecond(rate(record.value()));
      case DEFAULTS ->
          before.withDefaults(defaults.parse(Arrays.asList(record.headers().toArray())));
      case ALARM -> before.withAlarm(alarm(record.headers()));
    };
  }

  private static TargetPause pause(ConsumerRecord<byte[], byte[]> record) {
    var by = HeaderTexts.last(record.headers(), ControlKey.DECIDED_BY);
    var untilMs = HeaderTexts.number(record.headers(), TargetPause.UNTIL_MS);
    if (untilMs == null) {
      return new TargetPause(record.timestamp(), TargetPause.FOR_EVER, by);
    }
    if (untilMs != TargetPause.FOR_EVER) {
      TimeBounds.fault(Long.toString(untilMs), untilMs, null)
          .ifPresent(
              fault -> {
                throw new IllegalArgumentException(TargetPause.UNTIL_MS + ": " + fault);
              });
    }
    return new TargetPause(record.timestamp(), untilMs, by);
  }

  private static int rate(byte[] value) {
    return HeaderTexts.integer("rate", HeaderTexts.whole("rate", new String(value, UTF_8)));
  }

  private static FailureAlarm alarm(Headers headers) {
    var deadLetters = HeaderTexts.integer(headers, FailureAlarm.DEAD_LETTERS);
    var failures = HeaderTexts.integer(headers, FailureAlarm.FAILURES);
    var windowMs = HeaderTexts.number(headers, FailureAlarm.WINDOW_MS);
    return new FailureAlarm(
        deadLetters == null ? 0 : deadLetters,
        failures == null ? 0 : failures,
        windowMs == null ? FailureAlarm.USUAL_WINDOW.toMillis() : windowMs);
  }

  private static NamespaceControl namespace(Headers headers) {
    return new NamespaceControl(
        limits(headers),
        HeaderTexts.all(headers, NamespaceControl.ALLOW),
        HeaderTexts.all(headers, NamespaceControl.DENY));
  }

  private static TokenControl token(Headers headers) {
    return new TokenControl(
        HeaderTexts.needed(headers, TokenControl.NAME),
        HeaderTexts.needed(headers, TokenControl.NAMESPACE),
        HeaderTexts.needed(headers, TokenControl.ROLE),
        limits(headers),
        interval(headers));
  }

  private static @Nullable IntervalLimits interval(Headers headers) {
    var seconds = HeaderTexts.number(headers, IntervalLimits.SECONDS);
    if (seconds == null) {
      return null;
    }
    var reads = HeaderTexts.number(headers, IntervalLimits.READS);
    var writes = HeaderTexts.number(headers, IntervalLimits.WRITES);
    return new IntervalLimits(reads == null ? 0 : reads, writes == null ? 0 : writes, seconds);
  }

  private static UsageLimits limits(Headers headers) {
    return new UsageLimits(
        HeaderTexts.integer(headers, UsageLimits.REQUESTS_PER_SECOND),
        HeaderTexts.integer(headers, UsageLimits.JOBS_PER_SECOND),
        HeaderTexts.number(headers, UsageLimits.PENDING_JOBS),
        HeaderTexts.integer(headers, UsageLimits.PAYLOAD_BYTES));
  }
}
