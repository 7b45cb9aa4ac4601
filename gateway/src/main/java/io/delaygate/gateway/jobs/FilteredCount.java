package io.delaygate.gateway.jobs;

import io.delaygate.gateway.access.ShareNames;
import io.delaygate.gateway.http.CallTrace;
import io.delaygate.schemas.contract.JobId;
import io.delaygate.schemas.topics.TopicNames;
import io.delaygate.service.query.JobFilter;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/**
 * Counter of the jobs of a filter by the counts that schedulers keep: by target and state, or by
 * namespace and state.
 */
public record FilteredCount(JobStatsHandler counts, TopicNames names, ShareNames shares) {
  /**
   * Counts the jobs.
   *
   * @return empty for a filter whose jobs only a walk could count
   */
  CompletableFuture<Optional<Long>> count(CallTrace call, JobFilter filter) {
    var all = JobFilter.of(filter.topic(), filter.state(), filter.namespace());
    if (!filter.equals(all) || !isOfOneNamespace(filter.topic())) {
      return CompletableFuture.completedFuture(Optional.empty());
    }
    return counts
        .statistics(call)
        .thenApply(
            counted ->
                Optional.of(
                    filter.topic() == null
                        ? counted.within(namespace(filter), filter.state())
                        : counted.count(filter.topic(), filter.state())));
  }

  /** Jobs of several namespaces may have the same topic, and are counted together. */
  private boolean isOfOneNamespace(@Nullable String topic) {
    return topic == null
        || names.isQueue(topic)
        || names.isEndpoint(topic)
        || shares.of(JobId.DEFAULT_NAMESPACE) == null;
  }

  private static String namespace(JobFilter filter) {
    return filter.namespace() == null ? JobId.DEFAULT_NAMESPACE : filter.namespace();
  }
}
