package io.delaygate.scheduler.store;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.rocksdb.RocksDBException;

/**
 * Jobs as the writer of a store sees them: those of the database, with staged changes on top. For
 * the writer's thread.
 */
record StagedJobs(JobDatabase database, StagedChanges stage) {
  /** The stored bytes of a job, null if there is none. */
  byte @Nullable [] read(byte[] id) throws RocksDBException {
    var change = stage.find(id);
    return change == null ? database.read(id) : change.value();
  }

  /** Index entry of a job, null if there is none. */
  @Nullable IndexEntry place(byte[] id) throws RocksDBException {
    var change = stage.find(id);
    return change == null ? IndexEntry.of(id, database.read(id)) : change.place();
  }

  /** False if a staged change took the job from that key of the index; asks memory only. */
  boolean mayStandAt(byte[] id, byte[] indexKey) {
    var change = stage.find(id);
    var place = change == null ? null : change.place();
    return change == null || (place != null && place.isAt(indexKey));
  }

  /** The stored bytes of several jobs, null for each that is not there. */
  List<byte[]> read(List<byte[]> ids) throws RocksDBException {
    var unchanged = ids.stream().filter(id -> !stage.knows(id)).toList();
    var found = database.read(unchanged).iterator();
    var all = new ArrayList<byte[]>(ids.size());
    for (var id : ids) {
      var change = stage.find(id);
      all.add(change == null ? found.next() : change.value());
    }
    return all;
  }

  /**
   * A walk through a part of the index. It may pass keys of jobs that stand elsewhere by now. Must
   * be closed.
   *
   * @param to exclusive
   */
  StagedKeys walk(byte[] from, byte[] to) {
    return new StagedKeys(this, from, to);
  }
}
