package io.delaygate.service.query;

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
  public static final JobFilter ALL = of(null, null, null);

  /** A filter for any due time and id; null for any topic, pending state or namespace. */
  public static JobFilter of(
      @Nullable String topic, @Nullable JobState state, @Nullable String namespace) {
    return new JobFilter(topic, state, 0, Long.MAX_VALUE, "", namespace);
  }

  /** This filter for jobs due from the first time until before the second; null for any. */
  public JobFilter due(@Nullable Long fromMs, @Nullable Long toMs) {
    return new JobFilter(
        topic,
        state,
        fromMs == null ? 0 : fromMs,
        toMs == null ? Long.MAX_VALUE : toMs,
        idPrefix,
        namespace);
  }

  /** This filter for ids that begin with this; null for any. */
  public JobFilter idPrefix(@Nullable String prefix) {
    return new JobFilter(topic, state, dueFromMs, dueToMs, prefix == null ? "" : prefix, namespace);
  }

  /** Adds the filter to a query, always in the same order. */
  public QueryPath addTo(QueryPath path) {
    return path.with(QueryPath.TOPIC, topic)
        .with(QueryPath.STATE, state)
        .with(QueryPath.DUE_FROM, dueFromMs == 0 ? null : dueFromMs)
        .with(QueryPath.DUE_TO, dueToMs == Long.MAX_VALUE ? null : dueToMs)
        .with(QueryPath.ID_PREFIX, idPrefix.isEmpty() ? null : idPrefix)
        .with(QueryPath.NAMESPACE, namespace);
  }

  /** Prefix of the ids, as they are stored. */
  public String storedPrefix() {
    return namespace == null ? idPrefix : JobId.prefix(namespace) + idPrefix;
  }

  /** Whether the namespace of an id, in UTF-8, is one that was asked for. */
  public boolean takes(byte[] id) {
    return namespace == null || namespace.equals(JobId.namespace(id));
  }

  /** Whether jobs in that state are asked for. */
  public boolean takes(JobState asked) {
    return state == null ? asked.isPending() : state == asked;
  }
}
