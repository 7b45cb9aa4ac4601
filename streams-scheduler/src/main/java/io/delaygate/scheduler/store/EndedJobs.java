package io.delaygate.scheduler.store;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.rocksdb.ReadOptions;
import org.rocksdb.RocksDBException;
import org.rocksdb.Slice;

/** Jobs in the order in which they ended, read together. */
final class EndedJobs {
  private final JobDatabase database;
  private final Floor floor;

  EndedJobs(JobDatabase database, Floor floor) {
    this.database = database;
    this.floor = floor;
  }

  /** The first ones that ended before a time; raises the floor to the one behind them. */
  List<Ended> take(long beforeMs, int atMost) throws RocksDBException {
    var ids = new ArrayList<byte[]>();
    var keys = new ArrayList<byte[]>();
    floor.beginScan();
    try (var bound = new Slice(KeySpaces.endedEnd());
        var options = new ReadOptions().setIterateUpperBound(bound);
        var entries = database.walk(database.index(), options)) {
      entries.seek(KeySpaces.endedFrom(floor.ms()));
      while (entries.isAtKey()
          && keys.size() < atMost
          && KeySpaces.endedMs(entries.key()) < beforeMs) {
        keys.add(entries.key());
        ids.add(KeySpaces.idOfIndex(entries.key()));
        entries.next();
      }
      var ended = stillThere(keys, ids); // or the floor would rise past jobs that cannot be read
      floor.endScan(entries.isAtKey() ? KeySpaces.endedMs(entries.key()) : Long.MAX_VALUE);
      return ended;
    }
  }

  /** An entry alone is no reason to remove a job. */
  private List<Ended> stillThere(List<byte[]> keys, List<byte[]> ids) throws RocksDBException {
    var found = new ArrayList<Ended>();
    var stored = database.read(ids);
    for (var i = 0; i < keys.size(); i++) {
      var place = Place.of(ids.get(i), stored.get(i));
      if (place != null && Arrays.equals(place.index(), keys.get(i))) {
        found.add(new Ended(ids.get(i), place));
      }
    }
    return found;
  }

  /** An id and where it stands. */
  record Ended(byte[] id, Place place) {}
}
