package io.delaygate.gateway.schedulers;

import com.fasterxml.jackson.databind.JsonNode;
import io.delaygate.service.query.ListPosition;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.NoSuchElementException;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Sorted jobs that one instance returned for its partitions, and the position after them.
 *
 * @param <P> position of a job
 */
final class SortedRun<P extends ListPosition & Comparable<P>> {
  private final ListingQuery<P> query;
  private final Set<Integer> partitions;
  private final Deque<JsonNode> jobs;
  private final @Nullable P next;

  private SortedRun(
      ListingQuery<P> query, Set<Integer> partitions, Deque<JsonNode> jobs, @Nullable P next) {
    this.query = query;
    this.partitions = partitions;
    this.jobs = jobs;
    this.next = next;
  }

  static <P extends ListPosition & Comparable<P>> SortedRun<P> of(
      ListingQuery<P> query, Set<Integer> partitions, JsonNode json) {
    var jobs = new ArrayDeque<JsonNode>();
    json.path("jobs").forEach(jobs::add);
    if (!json.path("jobs").isArray() || !jobs.stream().allMatch(JsonNode::isObject)) {
      throw SchedulerReply.otherVersion();
    }
    if (!json.hasNonNull("next")) {
      return new SortedRun<>(query, partitions, jobs, null);
    }
    var next = query.parse(json.path("next").asText()).orElseThrow(SchedulerReply::otherVersion);
    return new SortedRun<>(query, partitions, jobs, next);
  }

  Set<Integer> partitions() {
    return partitions;
  }

  /** Position up to which the instance scanned; null when it came to the end. */
  @Nullable P next() {
    return next;
  }

  boolean hasJob() {
    return !jobs.isEmpty();
  }

  /** Whether it is used up, and the instance may have more jobs. */
  boolean isStarved() {
    return jobs.isEmpty() && next != null;
  }

  /** The position of its first job. */
  P head() {
    var job = jobs.peek();
    if (job == null) {
      throw new NoSuchElementException("no job is left in this run");
    }
    return query.positionOf(job);
  }

  JsonNode take() {
    return jobs.remove();
  }
}
