package io.delaygate.scheduler.store;

import io.delaygate.schemas.contract.JobId;
import io.delaygate.schemas.job.Job;
import io.delaygate.service.query.DuePosition;
import java.nio.charset.StandardCharsets;
import org.apache.kafka.common.utils.Bytes;
import org.apache.kafka.streams.state.KeyValueIterator;

/**
 * Iterator over the jobs of a bucket in the order in which something must happen to them, as they
 * were when the scan began. Must be closed.
 */
public final class WakingJobs implements AutoCloseable {
  private final KeyValueIterator<Bytes, byte[]> entries;

  WakingJobs(KeyValueIterator<Bytes, byte[]> entries) {
    this.entries = entries;
  }

  /** Whether there is another. */
  public boolean hasNext() {
    return entries.hasNext();
  }

  /**
   * When the next one wakes, epoch milliseconds, without taking it; for a parked one, when it was
   * due, and for a dead one, when it died.
   */
  public long peekMs() {
    return KeySpaces.ms(entries.peekNextKey().get());
  }

  /** Position of the next job, without taking it. */
  public DuePosition peek() {
    return KeySpaces.position(entries.peekNextKey().get());
  }

  /** Takes the next one. */
  public Job next() {
    var entry = entries.next();
    var id = new String(KeySpaces.idOfIndex(entry.key.get()), StandardCharsets.UTF_8);
    return JobCodec.decode(new JobId(id), entry.value);
  }

  @Override
  public void close() {
    entries.close();
  }
}
