package io.delaygate.scheduler.store;

import io.delaygate.schemas.logging.LogKey;
import java.time.Duration;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.LongSupplier;
import java.util.stream.Collectors;
import org.apache.kafka.streams.errors.LockException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Partitions whose stores find no room on the disk. Each is told once, and waits in the place where
 * Kafka Streams tries again: where it opens a store. Thread-safe.
 */
final class DiskRoom {
  private static final Logger LOG = LoggerFactory.getLogger(DiskRoom.class);

  /**
   * A restore without room ends its thread, which begins the restore anew. So rarely that these do
   * not add up to the failures that end an instance: 20 within ten minutes.
   */
  private static final long RESTORE_NANOS = Duration.ofSeconds(30).toNanos();

  /** A partition that was not tried for so long is somebody else's; Streams pauses for 10 s. */
  private static final long TRIED_NANOS = Duration.ofSeconds(60).toNanos();

  private final LongSupplier ticker;
  private final Map<Integer, Wait> waits = new ConcurrentHashMap<>();

  /** Room for all, as far as is known. */
  DiskRoom(LongSupplier ticker) {
    this.ticker = ticker;
  }

  /** A store could be written. */
  void found(int partition) {
    if (waits.remove(partition) != null) {
      LOG.atInfo()
          .addKeyValue(LogKey.PARTITION.key(), partition)
          .log("There is room on the disk again; the store of a partition goes on");
    }
  }

  /** A store could not be written, and may be tried again at any time. */
  void missing(int partition, Exception why) {
    missing(partition, why, ticker.getAsLong());
  }

  /** A store could not be restored, and is not tried again for a while. */
  void missingInRestore(int partition, Exception why) {
    missing(partition, why, ticker.getAsLong() + RESTORE_NANOS);
  }

  private void missing(int partition, Exception why, long againAt) {
    if (waits.put(partition, new Wait(ticker.getAsLong(), againAt)) == null) {
      LOG.atError()
          .addKeyValue(LogKey.PARTITION.key(), partition)
          .setCause(why)
          .log(
              "NO ROOM on the disk of the state directory: the jobs of a partition wait until there"
                  + " is. None is lost, as they are in the changelog topic. Make room, or give the"
                  + " volume more");
    }
  }

  /**
   * Takes note that a store is about to be opened.
   *
   * @throws LockException if that is too early. Kafka Streams tries again later then, and its
   *     thread goes on with other tasks; any other failure would end the thread
   */
  void begin(int partition) {
    var now = ticker.getAsLong();
    var wait = waits.computeIfPresent(partition, (key, before) -> new Wait(now, before.againAt));
    if (wait != null && now - wait.againAt < 0) {
      throw new LockException("No room on the disk lately for the store of " + partition);
    }
  }

  /** Partitions that wait. */
  Set<Integer> waiting() {
    var now = ticker.getAsLong();
    waits.values().removeIf(wait -> now - wait.triedAt > TRIED_NANOS);
    return waits.keySet().stream().collect(Collectors.toUnmodifiableSet());
  }

  /**
   * A partition that waits, monotonic nanoseconds.
   *
   * @param againAt when its store may be opened next
   */
  private record Wait(long triedAt, long againAt) {}
}
