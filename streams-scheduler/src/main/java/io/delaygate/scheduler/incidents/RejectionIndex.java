package io.delaygate.scheduler.incidents;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Latest rejection of each id, of the partitions that are active here: those of the last hour, up
 * to 10,000 ids and 4 MiB for each partition. The oldest go first. Thread-safe.
 */
final class RejectionIndex {
  static final long KEPT_MS = MinuteCounts.MINUTES * MinuteCounts.MINUTE_MS;

  /** Some 4 MiB with long ids and texts; a sender that is wrong by mistake is found with less. */
  static final int IDS = 10_000;

  static final long BYTES = 4L << 20;

  private final Map<Integer, Part> parts = new ConcurrentHashMap<>();

  /** Begins anew with a partition. */
  void opened(int partition, long nowMs) {
    parts.put(partition, new Part(nowMs));
  }

  /** Drops a partition: another instance has it now. */
  void closed(int partition) {
    parts.remove(partition);
  }

  void add(int partition, String id, Rejection rejection) {
    var part = parts.get(partition);
    if (part != null) {
      part.add(id, rejection);
    }
  }

  /**
   * The latest rejection of an id. Looks in all partitions that are here: a command that is not
   * valid is rejected where its sender put it.
   */
  Optional<Rejection> find(String id, long nowMs) {
    return parts.values().stream()
        .flatMap(part -> part.find(id, nowMs).stream())
        .max((one, other) -> Long.compare(one.atMs(), other.atMs()));
  }

  /**
   * Since when the rejections of a partition are all here, epoch milliseconds; empty where the
   * partition is not.
   */
  OptionalLong completeFromMs(int partition, long nowMs) {
    var part = parts.get(partition);
    return part == null
        ? OptionalLong.empty()
        : OptionalLong.of(Math.max(part.fromMs(), nowMs - KEPT_MS));
  }

  /** Rejections of one partition, the oldest first. */
  private static final class Part {
    private final LinkedHashMap<String, Rejection> byId = new LinkedHashMap<>();
    private long bytes;
    private long fromMs;

    private Part(long fromMs) {
      this.fromMs = fromMs;
    }

    private synchronized long fromMs() {
      return fromMs;
    }

    private synchronized void add(String id, Rejection rejection) {
      remove(id);
      byId.put(id, rejection);
      bytes += rejection.bytes(id);
      var oldest = byId.entrySet().iterator();
      while (oldest.hasNext()) {
        var entry = oldest.next();
        var isOld = entry.getValue().atMs() < rejection.atMs() - KEPT_MS;
        if (!isOld && byId.size() <= IDS && bytes <= BYTES) {
          break;
        }
        fromMs = Math.max(fromMs, entry.getValue().atMs() + 1);
        bytes -= entry.getValue().bytes(entry.getKey());
        oldest.remove();
      }
    }

    private void remove(String id) {
      var former = byId.remove(id);
      if (former != null) {
        bytes -= former.bytes(id);
      }
    }

    private synchronized Optional<Rejection> find(String id, long nowMs) {
      return Optional.ofNullable(byId.get(id)).filter(it -> it.atMs() >= nowMs - KEPT_MS);
    }
  }
}
