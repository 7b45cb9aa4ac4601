package io.delaygate.scheduler.store;

import io.delaygate.schemas.contract.JobId;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Index keys of a job, and the counts that it is part of.
 *
 * @param index the key where it stands
 * @param alarm the key where it wakes, if it stands elsewhere; null where it does not
 * @param sequence the key where it stands in its sequence; null where it does not
 * @param count by state and topic; null for a job that has ended: only pending and dead ones are
 *     counted
 * @param namespace by which it is counted too; null for the default one, which has the rest
 * @param endedBytes bytes of its record and its key here, if it has ended; 0 for others
 */
record IndexEntry(
    byte[] index,
    byte @Nullable [] alarm,
    byte @Nullable [] sequence,
    @Nullable String count,
    @Nullable String namespace,
    long endedBytes) {
  /** The entry of a job with these stored bytes; null for none. */
  static @Nullable IndexEntry of(byte[] id, byte @Nullable [] stored) {
    if (stored == null) {
      return null;
    }
    var index = KeySpaces.index(id, stored);
    var isEnded = index[0] == KeySpaces.ENDED;
    return new IndexEntry(
        index,
        KeySpaces.alarm(id, stored),
        KeySpaces.inSequence(id, stored),
        count(stored),
        namespace(id),
        isEnded ? (long) id.length + stored.length + index.length : 0);
  }

  /** Whether it has ended. */
  boolean isEnded() {
    return index[0] == KeySpaces.ENDED;
  }

  /** Whether a key of the index is one of the job's. */
  boolean isAt(byte[] key) {
    return Arrays.equals(index, key)
        || (alarm != null && Arrays.equals(alarm, key))
        || (sequence != null && Arrays.equals(sequence, key));
  }

  /** Whether it waits in a queue. */
  boolean isReady() {
    return index[0] == KeySpaces.READY;
  }

  /** The keys of the index that are the job's. */
  List<byte[]> keys() {
    if (sequence == null) {
      return alarm == null ? List.of(index) : List.of(index, alarm);
    }
    return alarm == null ? List.of(index, sequence) : List.of(index, sequence, alarm);
  }

  /** The keys of an entry; none for null. */
  static List<byte[]> keysOf(@Nullable IndexEntry place) {
    return place == null ? List.of() : place.keys();
  }

  /** The namespace of an id; null for the default one. */
  static @Nullable String namespace(byte[] id) {
    var namespace = JobId.namespace(id);
    return namespace.equals(JobId.DEFAULT_NAMESPACE) ? null : namespace;
  }

  /** The count that a job with these stored bytes is part of. */
  private static @Nullable String count(byte[] stored) {
    return EndedJobCodec.isEnded(stored)
        ? null
        : JobCount.key(
            JobCodec.state(stored),
            new String(JobCodec.targetTopic(stored), StandardCharsets.UTF_8));
  }
}
