package io.delaygate.schemas.control;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.delaygate.schemas.command.DefaultsParser;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.header.Headers;

/** Records of {@code delay-control}, taken one after the other. For one thread. */
final class ControlRecords {
  private final Map<String, TargetControl> targets = new HashMap<>();
  private final DefaultsParser defaults;

  ControlRecords(DefaultsParser defaults) {
    this.defaults = defaults;
  }

  /**
   * Takes the next one.
   *
   * @throws IllegalArgumentException if it cannot be read, with the reason; what it is about then
   *     counts as not decided
   */
  void take(ConsumerRecord<byte[], byte[]> record) {
    var key = record.key() == null ? null : ControlKey.parse(record.key()).orElse(null);
    if (key == null) {
      throw new IllegalArgumentException(
          "its key is none of " + Arrays.toString(ControlKey.Kind.values()) + " with a topic");
    }
    var before = targets.getOrDefault(key.topic(), TargetControl.NONE);
    put(key, before.without(key.kind()));
    if (record.value() != null) {
      put(key, decided(key.kind(), record, before));
    }
  }

  /** What is decided by all that was taken. */
  ControlView view() {
    return new ControlView(targets);
  }

  private void put(ControlKey key, TargetControl control) {
    if (control.equals(TargetControl.NONE)) {
      targets.remove(key.topic());
    } else {
      targets.put(key.topic(), control);
    }
  }

  private TargetControl decided(
      ControlKey.Kind kind, ConsumerRecord<byte[], byte[]> record, TargetControl before) {
    return switch (kind) {
      case PAUSE -> before.withPausedMs(record.timestamp());
      case RATE -> before.withPerSecond(whole("rate", new String(record.value(), UTF_8)));
      case DEFAULTS ->
          before.withDefaults(defaults.parse(Arrays.asList(record.headers().toArray())));
      case ALARM -> before.withAlarm(alarm(record.headers()));
    };
  }

  private static FailureAlarm alarm(Headers headers) {
    var usualMs = FailureAlarm.USUAL_WINDOW.toMillis();
    return new FailureAlarm(
        number(headers, FailureAlarm.DEAD_LETTERS, 0),
        number(headers, FailureAlarm.FAILURES, 0),
        number(headers, FailureAlarm.WINDOW_MS, (int) usualMs));
  }

  private static int number(Headers headers, String name, int usual) {
    var header = headers.lastHeader(name);
    return header == null || header.value() == null
        ? usual
        : whole(name, new String(header.value(), UTF_8));
  }

  private static int whole(String name, String text) {
    try {
      return Integer.parseInt(text.strip());
    } catch (NumberFormatException notANumber) {
      throw new IllegalArgumentException(name + " is no whole number", notANumber);
    }
  }
}
