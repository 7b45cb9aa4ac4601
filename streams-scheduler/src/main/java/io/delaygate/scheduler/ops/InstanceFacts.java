package io.delaygate.scheduler.ops;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Facts of an instance that gateways judge its health by: gauges and recent incidents. They are
 * read anew at most once a second, by one thread at a time; others get the last ones meanwhile, so
 * that a disk that does not answer holds up one query and not all. Thread-safe.
 */
public final class InstanceFacts {
  private static final double MS_PER_SECOND = 1000.0;
  private static final long FRESH_MS = 1_000;

  /** As many subjects of one kind as people read. */
  private static final int NAMED = 20;

  private final SchedulerMetrics metrics;
  private final Norms norms;
  private final LongSupplier clock;
  private final ReentrantLock reading = new ReentrantLock();
  private volatile @Nullable Read last;

  /**
   * Settings that facts are compared with.
   *
   * @param parkMaxMs longest time that a due job waits for its target, milliseconds
   * @param standbys number of warm copies that each store should have
   */
  public record Norms(long parkMaxMs, int standbys) {}

  private record Read(long atMs, ObjectNode json) {}

  /**
   * Facts from these metrics.
   *
   * @param clock epoch milliseconds
   */
  public InstanceFacts(SchedulerMetrics metrics, Norms norms, LongSupplier clock) {
    this.metrics = metrics;
    this.norms = norms;
    this.clock = clock;
  }

  /** Writes the facts; a fact that is not known is missing. */
  public void put(ObjectNode answer) {
    var nowMs = clock.getAsLong();
    var known = last;
    if (known == null || Math.abs(nowMs - known.atMs()) >= FRESH_MS) {
      known = readUnlessRead(nowMs, known);
    }
    if (known != null) {
      answer.set("facts", known.json());
    }
  }

  private @Nullable Read readUnlessRead(long nowMs, @Nullable Read known) {
    if (!reading.tryLock()) {
      return known;
    }
    try {
      var read = new Read(nowMs, read(nowMs));
      last = read;
      return read;
    } finally {
      reading.unlock();
    }
  }

  private ObjectNode read(long nowMs) {
    var json = JsonNodeFactory.instance.objectNode();
    json.put("parkMaxMs", norms.parkMaxMs()).put("standbys", norms.standbys());
    json.put("overdueMs", metrics.overdueMs());
    putKnown(json, "setAside", metrics.value(SchedulerMeter.SET_ASIDE));
    putKnown(json, "waitingForDisk", metrics.value(SchedulerMeter.STORES_WAITING_FOR_DISK));
    putKnown(json, "diskFreeBytes", metrics.value(SchedulerMeter.DISK_FREE));
    putKnown(json, "diskSizeBytes", metrics.value(SchedulerMeter.DISK_SIZE));
    putKnown(json, "throttleMs", metrics.value(SchedulerMeter.THROTTLE_SECONDS) * MS_PER_SECOND);
    putKnown(
        json, "openTransactionMs", metrics.value(SchedulerMeter.OPEN_TRANSACTION) * MS_PER_SECOND);
    nearest(metrics.byLabel(SchedulerMeter.CLOCK_OFFSET))
        .ifPresent(seconds -> json.put("clockOffsetMs", Math.round(seconds * MS_PER_SECOND)));
    putNames(json, "hangingTransactions", metrics.byLabel(SchedulerMeter.HANGING_TRANSACTIONS));
    putNames(json, "refusedTopics", metrics.byLabel(SchedulerMeter.REFUSED_TOPICS));
    metrics.incidents().put(json.putArray("incidents"), nowMs);
    return json;
  }

  private static void putKnown(ObjectNode json, String name, double value) {
    if (Double.isFinite(value)) {
      json.put(name, (long) value);
    }
  }

  /** Offset from the broker whose clock is nearest, as the alert judges it. */
  private static Optional<Double> nearest(Map<String, Double> offsets) {
    return offsets.values().stream()
        .min((one, other) -> Double.compare(Math.abs(one), Math.abs(other)));
  }

  private static void putNames(ObjectNode json, String name, Map<String, Double> values) {
    var list = json.putArray(name);
    values.entrySet().stream()
        .filter(entry -> entry.getValue() > 0)
        .map(Map.Entry::getKey)
        .sorted()
        .limit(NAMED)
        .forEach(list::add);
  }
}
