package io.delaygate.scheduler.store;

import io.delaygate.service.logging.LogKey;
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
 * Stores that wait for disk space, by partition. Each is logged once, and waits at the one place
 * where Kafka Streams retries: the opening of the store. Thread-safe.
 */
final class DiskSpaceWaits {
  private static final Logger LOG = LoggerFactory.getLogger(DiskSpaceWaits.class);

  /**
   * Pause after a restore that found the disk full, which ends its stream thread. Long enough that
   * these do not add up to the failures that end an instance, 20 within ten minutes.
   */
  private static final long RESTORE_NANOS = Duration.ofSeconds(30).toNanos();

  /** Time after which a partition is taken for another instance's: Streams retries each 10 s. */
  private static final long TRIED_NANOS = Duration.ofSeconds(60).toNanos();

  private final LongSupplier ticker;
  private final Map<Integer, Wait> waits = new ConcurrentHashMap<>();

  /** No store waits. */
  DiskSpaceWaits(LongSupplier ticker) {
    this.ticker = ticker;
  }

  /** A store could be written. */
  void written(int partition) {
    if (waits.remove(partition) != null) {
      LOG.atInfo()
          .addKeyValue(LogKey.PARTITION.key(), partition)
          .log("The disk has free space again; the store of a partition continues");
    }
  }

  /** The disk was full when a store was written; it may be opened again at any time. */
  void full(int partition, Exception why) {
    full(partition, why, ticker.getAsLong());
  }

  /** The disk was full when a store was restored; it is not opened again for half a minute. */
  void fullInRestore(int partition, Exception why) {
    full(partition, why, ticker.getAsLong() + RESTORE_NANOS);
  }

  private void full(int partition, Exception why, long againAt) {
    if (waits.put(partition, new Wait(ticker.getAsLong(), againAt)) == null) {
      LOG.atError()
          .addKeyValue(LogKey.PARTITION.key(), partition)
          .setCause(why)
          .log(
              "DISK FULL: the jobs of a partition wait for space on the disk of the state"
                  + " directory. They are safe in the changelog topic. Free some space, or"
                  + " enlarge the volume");
    }
  }

  /**
   * Check before a store is opened.
   *
   * @throws LockException if that is too early. Kafka Streams tries again later then, and its
   *     thread goes on with other tasks; any other failure would end the thread
   */
  void beforeOpen(int partition) {
    var now = ticker.getAsLong();
    var wait = waits.computeIfPresent(partition, (key, before) -> new Wait(now, before.againAt));
    if (wait != null && now - wait.againAt < 0) {
      throw new LockException(
          "The disk was recently full; the store of partition " + partition + " waits");
    }
  }

  /** Partitions whose stores wait. */
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
