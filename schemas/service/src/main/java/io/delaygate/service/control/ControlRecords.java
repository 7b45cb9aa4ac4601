package io.delaygate.service.control;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.delaygate.schemas.command.DefaultsParser;
import io.delaygate.schemas.command.TimeBounds;
import io.delaygate.schemas.command.WholeNumber;
import io.delaygate.service.control.ControlKey.OfChangelog;
import io.delaygate.service.control.ControlKey.OfNamespace;
import io.delaygate.service.control.ControlKey.OfTarget;
import io.delaygate.service.control.ControlKey.OfToken;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.StreamSupport;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.header.Headers;
import org.jspecify.annotations.Nullable;

/**
 * Accumulator of the records of {@code delay-control}: it folds them into the decisions in force.
 * Not thread-safe.
 */
final class ControlRecords {
  private final Map<String, TargetControl> targets = new HashMap<>();
  private final Map<String, NamespaceControl> namespaces = new HashMap<>();
  private final Map<String, TokenControl> tokens = new HashMap<>();
  private final DefaultsParser defaults;

  ControlRecords(DefaultsParser defaults) {
    this.defaults = defaults;
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
    } else if (!(key instanceof OfChangelog)) {
      throw new IllegalArgumentException(
          "its key is not valid; use one of "
              + Arrays.toString(ControlKey.Kind.values())
              + " with a topic, NAMESPACE with a name, or TOKEN with a hash");
    }
  }

  /** The decisions of all records taken. */
  ControlView view() {
    return new ControlView(targets, namespaces, tokens);
  }

  private void takeTarget(OfTarget key, ConsumerRecord<byte[], byte[]> record) {
    var before = targets.getOrDefault(key.topic(), TargetControl.NONE);
    put(key, before.without(key.kind()));
    if (record.value() != null) {
      put(key, decided(key.kind(), record, before));
    }
  }

  private void put(OfTarget key, TargetControl control) {
    if (control.equals(TargetControl.NONE)) {
      targets.remove(key.topic());
    } else {
      targets.put(key.topic(), control);
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
    var untilMs = number(record.headers(), TargetPause.UNTIL_MS);
    if (untilMs == null) {
      return new TargetPause(record.timestamp(), TargetPause.FOR_EVER);
    }
    if (untilMs != TargetPause.FOR_EVER) {
      TimeBounds.fault(Long.toString(untilMs), untilMs, null)
          .ifPresent(
              fault -> {
                throw new IllegalArgumentException(TargetPause.UNTIL_MS + ": " + fault);
              });
    }
    return new TargetPause(record.timestamp(), untilMs);
  }

  private static int rate(byte[] value) {
    return integer("rate", whole("rate", new String(value, UTF_8)));
  }

  private static FailureAlarm alarm(Headers headers) {
    var deadLetters = integer(headers, FailureAlarm.DEAD_LETTERS);
    var failures = integer(headers, FailureAlarm.FAILURES);
    var windowMs = number(headers, FailureAlarm.WINDOW_MS);
    return new FailureAlarm(
        deadLetters == null ? 0 : deadLetters,
        failures == null ? 0 : failures,
        windowMs == null ? FailureAlarm.USUAL_WINDOW.toMillis() : windowMs);
  }

  private static NamespaceControl namespace(Headers headers) {
    return new NamespaceControl(
        limits(headers),
        texts(headers, NamespaceControl.ALLOW),
        texts(headers, NamespaceControl.DENY));
  }

  private static TokenControl token(Headers headers) {
    return new TokenControl(
        text(headers, TokenControl.NAME),
        text(headers, TokenControl.NAMESPACE),
        text(headers, TokenControl.ROLE),
        limits(headers),
        interval(headers));
  }

  private static @Nullable IntervalLimits interval(Headers headers) {
    var seconds = number(headers, IntervalLimits.SECONDS);
    if (seconds == null) {
      return null;
    }
    var reads = number(headers, IntervalLimits.READS);
    var writes = number(headers, IntervalLimits.WRITES);
    return new IntervalLimits(reads == null ? 0 : reads, writes == null ? 0 : writes, seconds);
  }

  private static UsageLimits limits(Headers headers) {
    return new UsageLimits(
        integer(headers, UsageLimits.REQUESTS_PER_SECOND),
        integer(headers, UsageLimits.JOBS_PER_SECOND),
        number(headers, UsageLimits.PENDING_JOBS),
        integer(headers, UsageLimits.PAYLOAD_BYTES));
  }

  private static String text(Headers headers, String name) {
    var texts = texts(headers, name);
    if (texts.isEmpty()) {
      throw new IllegalArgumentException("it must have the header " + name);
    }
    return texts.get(texts.size() - 1);
  }

  private static List<String> texts(Headers headers, String name) {
    return StreamSupport.stream(headers.headers(name).spliterator(), false)
        .filter(header -> header.value() != null)
        .map(header -> new String(header.value(), UTF_8))
        .toList();
  }

  private static @Nullable Integer integer(Headers headers, String name) {
    var number = number(headers, name);
    return number == null ? null : integer(name, number);
  }

  private static int integer(String name, long number) {
    if ((int) number != number) {
      throw new IllegalArgumentException(name + " is too large");
    }
    return (int) number;
  }

  private static @Nullable Long number(Headers headers, String name) {
    var texts = texts(headers, name);
    return texts.isEmpty() ? null : whole(name, texts.get(texts.size() - 1));
  }

  private static long whole(String name, String text) {
    try {
      return WholeNumber.parse(text.strip());
    } catch (NumberFormatException notANumber) {
      throw new IllegalArgumentException(name + " must be a whole number", notANumber);
    }
  }
}
