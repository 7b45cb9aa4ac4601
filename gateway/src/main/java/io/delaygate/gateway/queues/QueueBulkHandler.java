package io.delaygate.gateway.queues;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;
import io.delaygate.gateway.access.AccessGuard;
import io.delaygate.gateway.http.BodyReader;
import io.delaygate.gateway.http.CallTrace;
import io.delaygate.gateway.http.InflightBytes;
import io.delaygate.gateway.http.ProblemException;
import io.delaygate.gateway.http.QueryParameters;
import io.delaygate.gateway.jobs.BulkChangeHandler;
import io.delaygate.gateway.jobs.BulkKind;
import io.delaygate.gateway.jobs.BulkRequest;
import io.delaygate.gateway.payload.FieldReader;
import io.delaygate.gateway.payload.JobBody;
import io.delaygate.gateway.schedulers.ListingCursor;
import io.delaygate.gateway.schedulers.QueryResponder;
import io.delaygate.gateway.schedulers.QueueJobState;
import io.delaygate.schemas.job.Actor;
import io.delaygate.schemas.job.JobState;
import io.delaygate.service.query.JobFilter;
import io.javalin.http.Context;
import io.javalin.http.Handler;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;
import org.apache.kafka.common.header.Header;
import org.jspecify.annotations.Nullable;

/**
 * Handler of {@code POST /v1/queues/{queue}/purge}, {@code kick}, {@code dead-letters/respawn} and
 * {@code discard}, and {@code DELETE /v1/queues/{queue}}: bulk changes of a queue's jobs, as in
 * {@link BulkChangeHandler}. Callers repeat a call that did not come to the end, with its cursor if
 * it has one.
 */
public record QueueBulkHandler(BulkChangeHandler bulk, QueueCatalog queues) {
  private static final String DONE = "done";

  /** Deletes the jobs in one state, or all pending jobs if the body says so. */
  public void purge(Context ctx) {
    change(
        ctx,
        (topic, claim, most) -> {
          var fields = fields(ctx, claim, Set.of("state", BulkRequest.ALL, "limit", "cursor"));
          BulkRequest.checkWhich(fields, "state");
          var name = fields.text("state");
          var state = name == null ? null : QueueJobState.of(name);
          var kind = state == QueueJobState.DEAD ? BulkKind.DISCARD : BulkKind.CANCEL;
          var filter = filter(ctx, topic, state == null ? null : state.job());
          return ordered(ctx, kind, found(filter, fields, most), fields);
        });
  }

  /** Kicks dead jobs; if there are none, jobs that are not due yet, as Beanstalkd does. */
  public void kick(Context ctx) {
    run(
        ctx,
        claim -> {
          var topic = queues.topic(ctx);
          var fields = fields(ctx, claim, Set.of("count", BulkRequest.ALL));
          BulkRequest.checkWhich(fields, "count");
          var most = number(fields, "count", BulkRequest.MAX);
          var dead = new BulkRequest.Found(filter(ctx, topic, JobState.DEAD), null, most);
          var delayed = new BulkRequest.Found(filter(ctx, topic, JobState.SCHEDULED), null, most);
          return bulk.change(ctx, BulkKind.KICK, dead)
              .thenCompose(
                  told ->
                      isNothing(told)
                          ? bulk.change(ctx, BulkKind.FIRE, delayed)
                          : CompletableFuture.completedFuture(told));
        });
  }

  /** The handler of calls that kick or discard the oldest dead letters. */
  public Handler letters(BulkKind kind) {
    return ctx ->
        change(
            ctx,
            (topic, claim, most) -> {
              var dead = filter(ctx, topic, JobState.DEAD);
              var fields = fields(ctx, claim, Set.of("limit", BulkRequest.ALL, "cursor"));
              BulkRequest.checkWhich(fields, "limit");
              return ordered(ctx, kind, found(dead, fields, most), fields);
            });
  }

  /** Reader of what a call orders for the queue with a topic. */
  @FunctionalInterface
  private interface OrderReader {
    /**
     * Reads.
     *
     * @param most greatest limit, and the limit where none is given
     */
    BulkChangeHandler.Ordered read(String topic, InflightBytes.Claim claim, int most);
  }

  /** Does what a call orders: as an operation if it asks for one, else at once. */
  private void change(Context ctx, OrderReader reader) {
    QueryParameters.of(ctx, Set.of());
    if (bulk.startsOperation(
        ctx, claim -> reader.read(queues.topic(ctx), claim, Integer.MAX_VALUE))) {
      return;
    }
    run(
        ctx,
        claim -> {
          var ordered = reader.read(queues.topic(ctx), claim, BulkRequest.MAX);
          return bulk.change(ctx, ordered.kind(), ordered.order());
        });
  }

  private static BulkChangeHandler.Ordered ordered(
      Context ctx, BulkKind kind, BulkRequest order, FieldReader fields) {
    var asked = new LinkedHashMap<String, JsonNode>();
    asked.put("queue", TextNode.valueOf(QueueCatalog.text(ctx)));
    asked.putAll(fields.fields());
    return new BulkChangeHandler.Ordered(kind, order, asked);
  }

  /** Deletes all jobs, and the decisions about the queue when no job is left. */
  public void delete(Context ctx) {
    run(ctx, claim -> delete(ctx, queues.topic(ctx)));
  }

  /**
   * Deletes all jobs of the queue with that topic in the same way.
   *
   * @return how many jobs were deleted, and whether the queue is {@code deleted}
   */
  public CompletableFuture<ObjectNode> delete(Context ctx, String topic) {
    var pending = new BulkRequest.Found(filter(ctx, topic, null), null, BulkRequest.MAX);
    var dead = new BulkRequest.Found(filter(ctx, topic, JobState.DEAD), null, BulkRequest.MAX);
    return bulk.change(ctx, BulkKind.CANCEL, pending)
        .thenCompose(
            cancelled ->
                bulk.change(ctx, BulkKind.DISCARD, dead)
                    .thenApply(discarded -> both(cancelled, discarded)))
        .thenComposeAsync(
            told -> dropped(CallTrace.of(ctx).actor(), topic, told), bulk.steps().threads());
  }

  /**
   * Kicks or discards the oldest dead letters of a queue.
   *
   * @param limit how many at most
   * @param more headers of each command
   * @return the number of jobs, as {@code kicked} or {@code discarded}, and whether none is left,
   *     as {@code done}
   * @throws ProblemException 503 when too many such calls are in flight
   */
  public CompletableFuture<ObjectNode> letters(
      Context ctx, String topic, BulkKind kind, int limit, List<Header> more) {
    var dead = filter(ctx, topic, JobState.DEAD);
    return bulk.change(ctx, kind, new BulkRequest.Found(dead, null, limit, more));
  }

  private CompletableFuture<ObjectNode> dropped(Actor by, String topic, ObjectNode told) {
    var isEmpty = told.remove(DONE).booleanValue();
    told.put("deleted", isEmpty);
    return isEmpty
        ? queues.drop(by, topic).thenApply(known -> told)
        : CompletableFuture.completedFuture(told);
  }

  private static ObjectNode both(ObjectNode cancelled, ObjectNode discarded) {
    var both = cancelled.objectNode();
    both.set("cancelled", cancelled.get("cancelled"));
    both.set("discarded", discarded.get("discarded"));
    return both.put(DONE, isDone(cancelled) && isDone(discarded));
  }

  private static boolean isDone(ObjectNode told) {
    return told.path(DONE).booleanValue();
  }

  private static boolean isNothing(ObjectNode told) {
    return isDone(told)
        && told.properties().stream()
            .map(Map.Entry::getValue)
            .noneMatch(count -> count.isNumber() && count.intValue() > 0);
  }

  private void run(
      Context ctx, Function<InflightBytes.Claim, CompletableFuture<ObjectNode>> change) {
    QueryParameters.of(ctx, Set.of());
    bulk.steps().answer().run(ctx, change, json -> QueryResponder.json(ctx, json));
  }

  private FieldReader fields(Context ctx, InflightBytes.Claim claim, Set<String> known) {
    var body = BodyReader.isEmpty(ctx) ? "{}" : bulk.steps().bodies().json(ctx, claim);
    return JobBody.parse(body).fieldsAmong(known);
  }

  private static JobFilter filter(Context ctx, String topic, @Nullable JobState state) {
    return JobFilter.of(topic, state, AccessGuard.caller(ctx).namespace());
  }

  private static BulkRequest.Found found(JobFilter filter, FieldReader fields, int most) {
    var cursor = fields.text("cursor");
    return new BulkRequest.Found(
        filter,
        cursor == null ? null : ListingCursor.read(cursor, filter),
        number(fields, "limit", most));
  }

  private static int number(FieldReader fields, String name, int most) {
    var number = fields.whole(name, 1, most);
    return number == null ? most : number.intValue();
  }
}
