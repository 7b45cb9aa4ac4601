package io.delaygate.scheduler.store;

import io.delaygate.schemas.contract.JobId;
import io.delaygate.schemas.job.EndedJobCodec;
import io.delaygate.schemas.job.JobCodec;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/**
 * What else the store holds because of a job: its entry in the index, and the counts that it is
 * part of.
 *
 * @param count by state and topic; null for a job that has ended: only pending and dead ones are
 *     counted
 * @param namespace by which it is counted too; null for the default one, of which the rest is
 */
record Place(byte[] index, @Nullable String count, @Nullable String namespace) {
  /** Of a job with these stored bytes; null for none. */
  static @Nullable Place of(byte[] id, byte @Nullable [] stored) {
    return stored == null ? null : at(KeySpaces.index(id, stored), id, stored);
  }

  /** Of a job whose entry in the index is known. */
  static Place at(byte[] index, byte[] id, byte[] stored) {
    return new Place(index, count(stored), namespace(id));
  }

  /** Other than the default one. */
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
