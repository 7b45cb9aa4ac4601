package io.delaygate.gateway.schedulers;

import com.fasterxml.jackson.databind.JsonNode;
import io.delaygate.schemas.job.Policy;
import io.delaygate.service.query.DuePosition;
import io.delaygate.service.query.EndedFilter;
import io.delaygate.service.query.EndedPosition;
import io.delaygate.service.query.JobFilter;
import io.delaygate.service.query.ListPosition;
import io.delaygate.service.query.QueryPath;
import java.nio.charset.StandardCharsets;
import java.util.Optional;

/**
 * Listing that schedulers are asked for: its path and filter, and its order.
 *
 * @param <P> position of a job
 */
interface ListingQuery<P extends ListPosition & Comparable<P>> {
  /** The path of the query. */
  String path();

  /** Adds the filter to a query. */
  QueryPath addTo(QueryPath path);

  /** Parses a position; empty when it is not valid. */
  Optional<P> parse(String text);

  /** The position of a job. */
  P positionOf(JsonNode job);

  /** Pending and dead jobs, in the order in which they become due. */
  record Due(JobFilter filter) implements ListingQuery<DuePosition> {
    @Override
    public String path() {
      return QueryPath.JOBS;
    }

    @Override
    public QueryPath addTo(QueryPath path) {
      return filter.addTo(path);
    }

    @Override
    public Optional<DuePosition> parse(String text) {
      return DuePosition.parse(text);
    }

    @Override
    public DuePosition positionOf(JsonNode job) {
      var time = job.has("diedMs") ? "diedMs" : job.has("leaseEndsMs") ? "leaseEndsMs" : "dueMs";
      return new DuePosition(
          job.path(time).longValue(),
          job.path("priority").asInt(Policy.USUAL.priority()),
          idOf(job));
    }
  }

  /** Ended jobs, the latest ends first. */
  record Ended(EndedFilter filter) implements ListingQuery<EndedPosition> {
    @Override
    public String path() {
      return QueryPath.ENDED;
    }

    @Override
    public QueryPath addTo(QueryPath path) {
      return filter.addTo(path);
    }

    @Override
    public Optional<EndedPosition> parse(String text) {
      return EndedPosition.parse(text);
    }

    @Override
    public EndedPosition positionOf(JsonNode job) {
      return new EndedPosition(job.path("endedMs").longValue(), idOf(job));
    }
  }

  private static byte[] idOf(JsonNode job) {
    return job.path("id").asText().getBytes(StandardCharsets.UTF_8);
  }
}
