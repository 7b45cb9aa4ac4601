package io.delaygate.scheduler.store;

import io.delaygate.schemas.contract.JobId;
import io.delaygate.schemas.job.KnownJob;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Model of a changelog partition: records of committed and aborted transactions, each followed by a
 * marker, and records of the open transaction.
 */
final class ChangelogModel {
  private final List<Entry> entries = new ArrayList<>();
  private final BitSet committed = new BitSet();
  private int openFrom;

  /** Appends a record to the open transaction, or to a new one. */
  long append(byte[] key, byte @Nullable [] value) {
    var offset = end();
    entries.add(new Entry(offset, key, value));
    return offset;
  }

  /** Ends the open transaction, if there is one. */
  void end(boolean isCommitted) {
    if (openFrom < entries.size()) {
      committed.set(openFrom, entries.size(), isCommitted);
      append(new byte[0], null);
      openFrom = entries.size();
    }
  }

  /** The next offset. */
  long end() {
    return entries.size();
  }

  /** Committed records from an offset on, as a {@code read_committed} consumer reads them. */
  List<Entry> committedFrom(long offset) {
    var found = new ArrayList<Entry>();
    for (var at = committed.nextSetBit((int) offset); at >= 0; at = committed.nextSetBit(at + 1)) {
      found.add(entries.get(at));
    }
    return found;
  }

  /** The committed jobs. */
  JobModel jobs() {
    var jobs = new JobModel();
    committedFrom(0).forEach(entry -> entry.applyTo(jobs));
    return jobs;
  }

  /** A record; a marker has no key. */
  record Entry(long offset, byte[] key, byte @Nullable [] value) {
    String id() {
      return new String(KeySpaces.id(key), StandardCharsets.UTF_8);
    }

    void applyTo(JobModel jobs) {
      jobs.set(id(), job());
    }

    private @Nullable KnownJob job() {
      return value == null ? null : KnownJobCodec.decode(new JobId(id()), value);
    }
  }
}
