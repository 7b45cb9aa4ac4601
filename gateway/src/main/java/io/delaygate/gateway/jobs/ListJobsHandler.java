package io.delaygate.gateway.jobs;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.delaygate.gateway.access.AccessGuard;
import io.delaygate.gateway.http.CallTrace;
import io.delaygate.gateway.http.QueryParameters;
import io.delaygate.gateway.outcome.CallerJobView;
import io.delaygate.gateway.schedulers.JobListing;
import io.delaygate.gateway.schedulers.ListingCursor;
import io.delaygate.gateway.schedulers.QueryResponder;
import io.delaygate.schemas.job.JobState;
import io.delaygate.schemas.topics.TopicNames;
import io.delaygate.service.query.DuePosition;
import io.delaygate.service.query.EndedFilter;
import io.delaygate.service.query.JobFilter;
import io.javalin.http.Context;
import io.javalin.http.Handler;
import java.util.List;
import java.util.Set;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Handler of {@code GET /v1/jobs}: pending jobs of all partitions in the order in which they become
 * due, or ended jobs, the latest ends first; and of {@code GET /v1/dead-letters}: dead jobs or,
 * with {@code kind=rejected}, rejected commands.
 */
public record ListJobsHandler(
    TopicNames names, JobListing listing, ListRejectedHandler rejected, QueryResponder answer) {
  private static final String ENDED_FROM = "endedFrom";
  private static final String ENDED_TO = "endedTo";

  private static final Set<String> PARAMETERS =
      Set.of(
          "topic",
          "endpoint",
          "state",
          "dueFrom",
          "dueTo",
          ENDED_FROM,
          ENDED_TO,
          "idPrefix",
          "limit",
          "cursor");

  private static final Set<String> LETTER_PARAMETERS =
      Set.of("kind", "topic", "endpoint", "diedFrom", "diedTo", "idPrefix", "limit", "cursor");

  private static final Set<String> QUEUE_PARAMETERS =
      Set.of("diedFrom", "diedTo", "idPrefix", "limit", "cursor");

  private static final int LIMIT_DEFAULT = 100;

  /** Some 300 KB of answer; more would hold up other callers of the schedulers. */
  private static final int LIMIT_MAX = 1_000;

  /** Lists pending jobs, or ended ones. */
  public void get(Context ctx) {
    var given = QueryParameters.of(ctx, PARAMETERS);
    var states = ListedStates.of(given);
    var filter =
        JobFilter.of(target(ctx, given), states.pending(), AccessGuard.caller(ctx).namespace())
            .due(given.timeMs("dueFrom"), given.timeMs("dueTo"))
            .idPrefix(given.text("idPrefix"));
    if (states.areEnded()) {
      var ended =
          EndedFilter.of(filter, states.ended())
              .ended(given.timeMs(ENDED_FROM), given.timeMs(ENDED_TO));
      new ListEndedHandler(listing, answer).list(ctx, ended, given.text("cursor"), limit(given));
      return;
    }
    refuseEndTimes(given);
    list(ctx, given, filter, "jobs");
  }

  /** Pending jobs have no time of an end, and a filter that is ignored would show wrong jobs. */
  private static void refuseEndTimes(QueryParameters given) {
    for (var name : List.of(ENDED_FROM, ENDED_TO)) {
      if (given.text(name) != null) {
        throw QueryParameters.invalid(
            name, "can only be given with ended states: add state=" + EndedFilter.stateNames());
      }
    }
  }

  /** Lists dead jobs, the earliest deaths first, or rejected commands. */
  public void letters(Context ctx) {
    var kinds = ctx.queryParams("kind");
    if (kinds.equals(List.of("rejected"))) {
      rejected.get(ctx);
      return;
    }
    if (!kinds.isEmpty() && !kinds.equals(List.of("jobs"))) {
      throw QueryParameters.invalid("kind", "must be `jobs` or `rejected`");
    }
    var given = QueryParameters.of(ctx, LETTER_PARAMETERS);
    letters(ctx, given, target(ctx, given));
  }

  private @Nullable String target(Context ctx, QueryParameters given) {
    return new TargetFilter(names, AccessGuard.caller(ctx).namespace()).target(given);
  }

  /**
   * The handler that lists dead jobs of a queue.
   *
   * @param topics the topic of the queue that a call names
   */
  public Handler lettersOf(Function<Context, String> topics) {
    return ctx -> letters(ctx, QueryParameters.of(ctx, QUEUE_PARAMETERS), topics.apply(ctx));
  }

  private void letters(Context ctx, QueryParameters given, @Nullable String topic) {
    var filter =
        JobFilter.of(topic, JobState.DEAD, AccessGuard.caller(ctx).namespace())
            .due(given.timeMs("diedFrom"), given.timeMs("diedTo"))
            .idPrefix(given.text("idPrefix"));
    list(ctx, given, filter, "deadLetters");
  }

  private static int limit(QueryParameters given) {
    return given.number("limit", LIMIT_DEFAULT, 1, LIMIT_MAX);
  }

  private void list(Context ctx, QueryParameters given, JobFilter filter, String name) {
    var cursor = given.text("cursor");
    var after = cursor == null ? null : ListingCursor.read(cursor, filter);
    var limit = limit(given);
    answer.run(
        ctx,
        claim -> listing.page(CallTrace.of(ctx), filter, after, limit),
        page -> write(ctx, filter, page, name));
  }

  private static void write(
      Context ctx, JobFilter filter, JobListing.Page<DuePosition> page, String name) {
    var json = JsonNodeFactory.instance.objectNode();
    var jobs = json.putArray(name);
    page.jobs().forEach(job -> jobs.add(CallerJobView.withIsoTimes((ObjectNode) job)));
    if (page.next() != null) {
      json.put("cursor", ListingCursor.of(filter, page.next()));
    }
    json.put("stale", page.stale());
    QueryResponder.json(ctx, json);
  }
}
