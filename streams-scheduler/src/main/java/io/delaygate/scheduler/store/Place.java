package io.delaygate.scheduler.store;

import io.delaygate.schemas.job.EndedJobCodec;
import io.delaygate.schemas.job.JobCodec;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/**
 * What else the store holds because of a job: its entry in the index, and the count that it is part
 * of.
 *
 * @param count null for a job that has ended: only pending and dead ones are counted
 */
record Place(byte[] index, @Nullable String count) {
  /** Of a job with these stored bytes; null for none. */
  static @Nullable Place of(byte[] id, byte @Nullable [] stored) {
    return stored == null ? null : new Place(KeySpaces.index(id, stored), count(stored));
  }

  /** The count that a job with these stored bytes is part of. */
  static @Nullable String count(byte[] stored) {
    return EndedJobCodec.isEnded(stored)
        ? null
        : JobCount.key(
            JobCodec.state(stored),
            new String(JobCodec.targetTopic(stored), StandardCharsets.UTF_8));
  }
}
