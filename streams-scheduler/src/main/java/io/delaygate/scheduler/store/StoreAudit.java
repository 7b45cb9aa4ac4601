package io.delaygate.scheduler.store;

import java.util.Arrays;
import org.apache.kafka.common.utils.Utils;
import org.jspecify.annotations.Nullable;

/**
 * Audit of a snapshot: counts the pending and dead jobs by looking at each, and checks that the
 * index holds exactly their places: by number, and by the sum of a 64-bit hash of each key, which
 * needs neither memory nor a look-up per job. Works in steps, so that the caller can stop. For one
 * thread at a time.
 */
public final class StoreAudit {
  private static final byte[] FIRST = {0};

  private final SnapshotWalk jobs;
  private final SnapshotWalk index;
  private final StoreStatistics counted = new StoreStatistics();
  private byte @Nullable [] job;
  private byte @Nullable [] entry;
  private long difference;
  private long surplus;

  StoreAudit(SnapshotWalk jobs, SnapshotWalk index) {
    this.jobs = jobs;
    this.index = index;
    job = jobs.seek(FIRST);
    entry = index.seek(FIRST);
  }

  /**
   * Goes on.
   *
   * @param entries how many jobs, or entries of the index, to look at
   * @return whether anything is left
   */
  public boolean step(int entries) {
    for (var i = 0; i < entries && !isDone(); i++) {
      if (job != null) {
        count(job);
      } else if (entry != null) {
        surplus--;
        difference -= hash(entry);
        entry = index.next();
      }
    }
    return !isDone();
  }

  private void count(byte[] id) {
    var stored = jobs.value();
    var place = IndexEntry.of(id, stored);
    counted.moved(null, place);
    for (var key : IndexEntry.keysOf(place)) {
      surplus++;
      difference += hash(key);
    }
    job = jobs.next();
  }

  private boolean isDone() {
    return job == null && entry == null;
  }

  /** Counts so far, complete once nothing is left; their scan watermarks have no meaning. */
  public StatisticsView counted() {
    counted.commit();
    return counted.view();
  }

  /** Once nothing is left: whether the index has each job in its places, and nothing else. */
  public boolean indexAgrees() {
    return isDone() && surplus == 0 && difference == 0;
  }

  private static long hash(byte[] key) {
    return ((long) Utils.murmur2(key) << 32) | (Arrays.hashCode(key) & 0xFFFF_FFFFL);
  }
}
