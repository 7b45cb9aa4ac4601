package io.delaygate.scheduler.store;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.delaygate.schemas.contract.JobId;
import io.delaygate.schemas.job.Job;
import io.delaygate.service.query.DuePosition;
import java.util.Arrays;
import java.util.Map;
import java.util.NavigableMap;
import java.util.NoSuchElementException;
import org.jspecify.annotations.Nullable;

/**
 * Listing of the ready jobs of one queue in one store, by priority, due time and id: those that are
 * committed, as they were at one moment, and those that are staged. For one thread at a time. Must
 * be closed, and soon.
 */
public final class ReadyListing implements AutoCloseable {
  private final JobSnapshot snapshot;
  private final SnapshotWalk walk;
  private final NavigableMap<byte[], byte[]> allStaged;
  private byte @Nullable [] committed;
  private Map.@Nullable Entry<byte[], byte[]> staged;

  /**
   * Jobs of a queue.
   *
   * @param allStaged staged jobs of the queue, by their keys, as they were before the snapshot
   * @param from no committed job stands before this key
   */
  ReadyListing(
      JobSnapshot snapshot, NavigableMap<byte[], byte[]> allStaged, String topic, byte[] from) {
    var end = KeySpaces.after(KeySpaces.bucketsOf(KeySpaces.READY, topic)).get();
    this.snapshot = snapshot;
    this.walk = snapshot.index(end);
    this.committed = walk.seek(from);
    this.allStaged = allStaged;
    this.staged = allStaged.firstEntry();
  }

  /** Key of the first committed job, null if there is none; only right after the beginning. */
  byte @Nullable [] firstCommitted() {
    return committed;
  }

  /**
   * Key of the next job, null when none is left. The keys of jobs of one queue are in order, across
   * stores, as unsigned bytes.
   */
  public byte @Nullable [] peek() {
    if (staged == null || committed == null) {
      return staged == null ? committed : staged.getKey();
    }
    return Arrays.compareUnsigned(committed, staged.getKey()) <= 0 ? committed : staged.getKey();
  }

  /** The id of the next job, in UTF-8. */
  public byte[] id() {
    return KeySpaces.idOfIndex(next());
  }

  /** The priority and due time of the next job, and its id. */
  public DuePosition position() {
    return KeySpaces.position(next());
  }

  /** Passes over the next job. */
  public void pass() {
    var key = next();
    if (staged != null && Arrays.equals(key, staged.getKey())) {
      staged = allStaged.higherEntry(key);
    }
    if (Arrays.equals(key, committed)) {
      committed = walk.behind(key);
    }
  }

  /** Takes the next job; null if it is not there any more. */
  public @Nullable Job take() {
    var key = next();
    var id = KeySpaces.idOfIndex(key);
    var stored =
        staged != null && Arrays.equals(key, staged.getKey())
            ? staged.getValue()
            : snapshot.stored(id);
    pass();
    return stored != null && Arrays.equals(key, KeySpaces.index(id, stored))
        ? JobCodec.decode(new JobId(new String(id, UTF_8)), stored)
        : null;
  }

  private byte[] next() {
    var key = peek();
    if (key == null) {
      throw new NoSuchElementException();
    }
    return key;
  }

  @Override
  public void close() {
    snapshot.close();
  }
}
