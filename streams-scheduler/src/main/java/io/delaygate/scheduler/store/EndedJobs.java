package io.delaygate.scheduler.store;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.rocksdb.RocksDBException;

/**
 * Reader of jobs in the order in which they ended, several at a time. For the thread that writes
 * the store.
 */
final class EndedJobs {
  private final StagedJobs jobs;
  private final LowWatermark watermark;

  EndedJobs(StagedJobs jobs, LowWatermark watermark) {
    this.jobs = jobs;
    this.watermark = watermark;
  }

  /**
   * The first ones that ended before a time; raises the low watermark to the one behind them.
   *
   * @param atMost how many
   * @param bytes none is taken behind the ones that have so many bytes together
   */
  List<Ended> take(long beforeMs, int atMost, long bytes) throws RocksDBException {
    var ids = new ArrayList<byte[]>();
    var found = new ArrayList<byte[]>();
    watermark.beginScan();
    try (var keys = jobs.walk(KeySpaces.endedFrom(watermark.ms()), KeySpaces.endedEnd())) {
      var key = keys.key();
      while (key != null && found.size() < atMost && KeySpaces.endedMs(key) < beforeMs) {
        var id = KeySpaces.idOfIndex(key);
        if (jobs.mayStandAt(id, key)) {
          found.add(key);
          ids.add(id);
        }
        keys.next();
        key = keys.key();
      }
      var ended = stillThere(found, ids); // else the watermark would pass jobs that cannot be read
      var taken = ended.subList(0, first(ended, bytes));
      if (taken.size() < ended.size()) {
        key = ended.get(taken.size()).place().index();
      }
      watermark.endScan(key == null ? Long.MAX_VALUE : KeySpaces.endedMs(key));
      return taken;
    }
  }

  /** How many of them have so many bytes together, or all. */
  private static int first(List<Ended> ended, long bytes) {
    var left = bytes;
    var count = 0;
    while (count < ended.size() && left > 0) {
      left -= ended.get(count).place().endedBytes();
      count++;
    }
    return count;
  }

  /** An entry alone is not a reason to remove a job. */
  private List<Ended> stillThere(List<byte[]> keys, List<byte[]> ids) throws RocksDBException {
    var found = new ArrayList<Ended>();
    var stored = jobs.read(ids);
    for (var i = 0; i < keys.size(); i++) {
      var place = IndexEntry.of(ids.get(i), stored.get(i));
      if (place != null && Arrays.equals(place.index(), keys.get(i))) {
        found.add(new Ended(ids.get(i), place));
      }
    }
    return found;
  }

  /** Id of an ended job and its index entry. */
  record Ended(byte[] id, IndexEntry place) {}
}
