package io.delaygate.harness.chaos;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.delaygate.harness.chaos.Violation.Kind;
import io.delaygate.schemas.job.JobCodec;
import io.delaygate.schemas.job.JobState;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.jspecify.annotations.Nullable;

/**
 * The stores as their changelogs have them: what a new owner would go on with. Jobs, counts and
 * cursor of each partition must fit each other and the model. Pure.
 */
final class Ledgers {
  private static final String CURSOR = "cursor";

  /** What one partition has. */
  private static final class Stores {
    private final Map<String, byte[]> jobs = new TreeMap<>();
    private final Map<String, Long> ledger = new TreeMap<>();
  }

  private final Map<Integer, Stores> partitions = new TreeMap<>();

  /** Folds the changelogs: the last record of a key counts. */
  Ledgers(List<ConsumerRecord<byte[], byte[]>> jobs, List<ConsumerRecord<byte[], byte[]>> ledger) {
    for (var record : jobs) {
      // the first byte of a key names the space of jobs
      var id = new String(record.key(), 1, record.key().length - 1, UTF_8);
      put(of(record).jobs, id, record.value());
    }
    for (var record : ledger) {
      var value = record.value() == null ? null : ByteBuffer.wrap(record.value()).getLong();
      put(of(record).ledger, new String(record.key(), UTF_8), value);
    }
  }

  /** What does not fit, given which jobs are pending, certainly (true) or possibly (false). */
  List<Violation> violations(Map<String, Boolean> pending) {
    var violations = new ArrayList<Violation>();
    var stored = new HashMap<String, Integer>();
    partitions.forEach(
        (number, stores) -> {
          stores.jobs.keySet().forEach(id -> stored.put(id, number));
          checkCounts(number, stores, violations);
          checkCursor(number, stores, violations);
        });
    stored.keySet().stream()
        .filter(id -> !pending.containsKey(id))
        .forEach(id -> violations.add(new Violation(Kind.COUNT, id + " is stored still")));
    pending.forEach(
        (id, certain) -> {
          if (certain && !stored.containsKey(id)) {
            violations.add(new Violation(Kind.LOST, id + " should be stored"));
          }
        });
    return violations;
  }

  private static void checkCounts(int number, Stores stores, List<Violation> violations) {
    var counted = new TreeMap<String, Long>();
    for (var stored : stores.jobs.values()) {
      var topic = new String(JobCodec.targetTopic(stored), UTF_8);
      counted.merge(JobCodec.state(stored) + "/" + topic, 1L, Long::sum);
    }
    var kept = new TreeMap<>(stores.ledger);
    kept.remove(CURSOR);
    if (!kept.equals(counted)) {
      var text = "partition %d keeps %s, and has %s".formatted(number, kept, counted);
      violations.add(new Violation(Kind.COUNT, text));
    }
  }

  private static void checkCursor(int number, Stores stores, List<Violation> violations) {
    var cursorMs = stores.ledger.getOrDefault(CURSOR, 0L);
    stores.jobs.forEach(
        (id, stored) -> {
          var wakeMs = JobCodec.wakeMs(stored);
          if (JobCodec.state(stored) != JobState.PARKED && wakeMs < cursorMs) {
            var text =
                "partition %d: %s wakes at %d, below the cursor %d"
                    .formatted(number, id, wakeMs, cursorMs);
            violations.add(new Violation(Kind.CURSOR, text));
          }
        });
  }

  private Stores of(ConsumerRecord<byte[], byte[]> record) {
    return partitions.computeIfAbsent(record.partition(), number -> new Stores());
  }

  private static <T> void put(Map<String, T> map, String key, @Nullable T value) {
    if (value == null) {
      map.remove(key);
    } else {
      map.put(key, value);
    }
  }
}
