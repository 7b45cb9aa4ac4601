package io.delaygate.scheduler.store;

import io.delaygate.schemas.contract.JobId;
import io.delaygate.schemas.job.JobState;
import org.jspecify.annotations.Nullable;

/**
 * Filter of the jobs to list; all conditions must hold.
 *
 * @param topic the target topic; null for any
 * @param state null for any pending one
 * @param dueFromMs due at this time or later, epoch milliseconds; 0 for any
 * @param dueToMs due before this, epoch milliseconds; {@link Long#MAX_VALUE} for any
 * @param idPrefix what ids begin with, behind the prefix of the namespace if there is one below;
 *     empty for any
 * @param namespace of the ids; null for any
 */
public record JobFilter(
    @Nullable String topic,
    @Nullable JobState state,
    long dueFromMs,
    long dueToMs,
    String idPrefix,
    @Nullable String namespace) {
  /** Every pending job. */
  public static final JobFilter ALL = new JobFilter(null, null, 0, Long.MAX_VALUE, "", null);

  /** What the ids begin with, as they are stored. */
  String storedPrefix() {
    return namespace == null ? idPrefix : JobId.prefix(namespace) + idPrefix;
  }

  boolean takes(byte[] id) {
    return namespace == null || namespace.equals(JobId.namespace(id));
  }

  boolean takes(JobState asked) {
    return state == null ? asked.isPending() : state == asked;
  }
}
