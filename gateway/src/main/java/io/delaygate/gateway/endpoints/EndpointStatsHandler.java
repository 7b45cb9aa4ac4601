package io.delaygate.gateway.endpoints;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.delaygate.gateway.access.AccessGuard;
import io.delaygate.gateway.http.CallTrace;
import io.delaygate.gateway.http.QueryParameters;
import io.delaygate.gateway.jobs.JobStatsHandler;
import io.delaygate.gateway.outcome.CallerJobView;
import io.delaygate.gateway.schedulers.JobListing;
import io.delaygate.gateway.schedulers.JobStatistics;
import io.delaygate.gateway.schedulers.QueryResponder;
import io.delaygate.schemas.job.JobState;
import io.delaygate.schemas.topics.EndpointName;
import io.delaygate.service.query.DuePosition;
import io.delaygate.service.query.JobFilter;
import io.javalin.http.Context;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;

/**
 * Handler of {@code GET /v1/endpoints/{endpoint}/stats}: counts of an endpoint's jobs, since when
 * the oldest waits for its call, and the calls of this gateway.
 *
 * @param health calls of this gateway; empty where it makes none
 */
public record EndpointStatsHandler(
    JobStatsHandler counts,
    JobListing listing,
    QueryResponder answer,
    EndpointsHandler endpoints,
    Function<EndpointName, Optional<EndpointHealth>> health) {
  /** Answers with the counts of one endpoint; zero for one without jobs. */
  public void get(Context ctx) {
    QueryParameters.of(ctx, Set.of());
    var subject = endpoints.subject(ctx);
    var topic = subject.topic();
    var namespace = AccessGuard.caller(ctx).namespace();
    var endpoint = new EndpointName(namespace, subject.name());
    var filter = JobFilter.of(topic, JobState.READY, namespace);
    var call = CallTrace.of(ctx);
    answer.run(
        ctx,
        claim ->
            counts
                .statistics(call)
                .thenCombine(
                    listing.page(call, filter, null, 1),
                    (told, page) -> json(endpoint, told, page, topic)),
        json -> QueryResponder.json(ctx, json));
  }

  private ObjectNode json(
      EndpointName endpoint, JobStatistics told, JobListing.Page<DuePosition> ready, String topic) {
    var json = JsonNodeFactory.instance.objectNode().put("endpoint", endpoint.name());
    json.setAll(told.dated());
    told.addQueueCounts(json, topic);
    var oldest = ready.jobs().stream().mapToLong(job -> job.path("dueMs").longValue()).min();
    if (oldest.isPresent()) {
      json.put("oldestReadyMs", oldest.getAsLong());
    }
    var calls = health.apply(endpoint).map(EndpointHealth::json);
    calls.ifPresent(it -> json.set("calls", CallerJobView.withIsoTimes(it)));
    return CallerJobView.withIsoTimes(json);
  }
}
