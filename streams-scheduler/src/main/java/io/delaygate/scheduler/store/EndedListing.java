package io.delaygate.scheduler.store;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.delaygate.schemas.contract.JobId;
import io.delaygate.schemas.job.EndedJob;
import io.delaygate.service.query.EndedFilter;
import io.delaygate.service.query.EndedPosition;
import java.util.Arrays;
import java.util.NoSuchElementException;
import org.jspecify.annotations.Nullable;

/**
 * Listing of the ended jobs of a snapshot in {@link EndedPosition} order, which walks the keys of
 * ends backwards and reads no other part of the index. The time of the end decides which keys are
 * read, the id which jobs; state, due time and topic filter the jobs that were read. Only a job
 * that is wanted is decoded.
 *
 * <p>For one thread at a time. Ends with its snapshot.
 */
public final class EndedListing implements SnapshotListing<EndedPosition> {
  private final JobSnapshot snapshot;
  private final EndedFilter filter;
  private final byte[] idPrefix;
  private final byte @Nullable [] topic;
  private final SnapshotWalk keys;
  private byte @Nullable [] next;

  EndedListing(
      JobSnapshot snapshot, EndedFilter filter, long fromMs, @Nullable EndedPosition after) {
    this.snapshot = snapshot;
    this.filter = filter;
    this.idPrefix = filter.jobs().storedPrefix().getBytes(UTF_8);
    var wanted = filter.jobs().topic();
    this.topic = wanted == null ? null : wanted.getBytes(UTF_8);
    this.keys = snapshot.index(KeySpaces.endedFrom(fromMs), KeySpaces.endedEnd());
    this.next = keys.seekBefore(end(filter, after));
  }

  /** The key before which the listing begins. */
  private static byte[] end(EndedFilter filter, @Nullable EndedPosition after) {
    var end =
        filter.endedToMs() == Long.MAX_VALUE
            ? KeySpaces.endedEnd()
            : KeySpaces.endedFrom(filter.endedToMs());
    if (after == null) {
      return end;
    }
    var last = KeySpaces.ended(after.endedMs(), after.id());
    return Arrays.compareUnsigned(last, end) < 0 ? last : end;
  }

  @Override
  public @Nullable EndedPosition peek() {
    return next == null
        ? null
        : new EndedPosition(KeySpaces.endedMs(next), KeySpaces.idOfIndex(next));
  }

  @Override
  public @Nullable EndedJob take() {
    var key = next;
    if (key == null) {
      throw new NoSuchElementException("no ended job is left in this listing");
    }
    var id = KeySpaces.idOfIndex(key);
    var stored = startsWithPrefix(id) && filter.jobs().takes(id) ? snapshot.stored(id) : null;
    next = keys.previous();
    return stored != null && isWanted(key, id, stored)
        ? EndedJobCodec.decode(new JobId(new String(id, UTF_8)), stored)
        : null;
  }

  private boolean startsWithPrefix(byte[] id) {
    return id.length >= idPrefix.length
        && Arrays.equals(id, 0, idPrefix.length, idPrefix, 0, idPrefix.length);
  }

  private boolean isWanted(byte[] key, byte[] id, byte[] stored) {
    if (!Arrays.equals(key, KeySpaces.index(id, stored))) {
      return false;
    }
    var dueMs = EndedJobCodec.dueMs(stored);
    return filter.states().contains(EndedJobCodec.state(stored))
        && dueMs >= filter.jobs().dueFromMs()
        && dueMs < filter.jobs().dueToMs()
        && (topic == null || EndedJobCodec.isOf(topic, stored));
  }
}
