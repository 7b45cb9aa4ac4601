package io.delaygate.scheduler.query;

import io.delaygate.schemas.job.JobState;
import io.delaygate.service.control.NamespaceControl;
import io.delaygate.service.query.DuePosition;
import io.delaygate.service.query.EndedFilter;
import io.delaygate.service.query.EndedPosition;
import io.delaygate.service.query.JobFilter;
import io.delaygate.service.query.LeaseDurations;
import io.delaygate.service.query.QueryPath;
import io.javalin.http.Context;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Parser of the parameters of a query. A value that is not known is refused, never read as another
 * one.
 */
final class QuestionParameters {
  /** A page that a gateway holds in memory once per partition, with a view of some 300 bytes. */
  static final int LIMIT_MAX = 1000;

  private static final int LIMIT_DEFAULT = 100;

  /** Above every name of a queue with its namespace and a prefix; topics have up to 249. */
  private static final int TOPIC_LENGTH_MAX = 1024;

  private static final Set<String> KNOWN =
      Set.of(
          QueryPath.PARTITIONS,
          QueryPath.LIMIT,
          QueryPath.AFTER,
          QueryPath.TOPIC,
          QueryPath.STATE,
          QueryPath.DUE_FROM,
          QueryPath.DUE_TO,
          QueryPath.ENDED_FROM,
          QueryPath.ENDED_TO,
          QueryPath.ID_PREFIX,
          QueryPath.NAMESPACE,
          QueryPath.LEASES,
          QueryPath.COMMANDS,
          QueryPath.FROM);

  private static final Pattern NUMBER = Pattern.compile("\\d{1,19}");

  private final Context context;

  QuestionParameters(Context context) {
    this.context = context;
  }

  /**
   * Refuses a parameter that this version does not know. It may narrow the query down: what would
   * be answered without it could be changed by mistake.
   */
  static void refuseUnknown(Context context) {
    for (var name : context.queryParamMap().keySet()) {
      if (!KNOWN.contains(name)) {
        throw QueryRefusal.notUnderstood("the query has an unknown parameter");
      }
    }
  }

  /** The partitions asked for, at least one, in order. */
  Set<Integer> partitions(int existing) {
    var partitions = new TreeSet<Integer>();
    for (var number : required(QueryPath.PARTITIONS).split(",", -1)) {
      partitions.add(partition(number, existing));
    }
    return partitions;
  }

  static int partition(String number, int existing) {
    var partition = number("partition", number);
    if (partition >= existing) {
      throw QueryRefusal.notUnderstood("partition: must be below " + existing);
    }
    return (int) partition;
  }

  int limit() {
    var limit = number(QueryPath.LIMIT, LIMIT_DEFAULT);
    if (limit < 1 || limit > LIMIT_MAX) {
      throw QueryRefusal.notUnderstood("limit: must be 1 to " + LIMIT_MAX);
    }
    return (int) limit;
  }

  JobFilter filter() {
    return filter(state());
  }

  /** A filter of ended jobs. */
  EndedFilter endedFilter() {
    var states =
        EndedFilter.states(required(QueryPath.STATE))
            .orElseThrow(
                () ->
                    QueryRefusal.notUnderstood(
                        "state: must be one or more of " + EndedFilter.stateNames()));
    return EndedFilter.of(filter(null), states)
        .ended(number(QueryPath.ENDED_FROM, 0), number(QueryPath.ENDED_TO, Long.MAX_VALUE));
  }

  private JobFilter filter(@Nullable JobState state) {
    return JobFilter.of(topic(), state, namespace())
        .due(number(QueryPath.DUE_FROM, 0), number(QueryPath.DUE_TO, Long.MAX_VALUE))
        .idPrefix(context.queryParam(QueryPath.ID_PREFIX));
  }

  /** End of the previous page; null for the first page. */
  @Nullable DuePosition after() {
    var after = context.queryParam(QueryPath.AFTER);
    return after == null
        ? null
        : DuePosition.parse(after)
            .orElseThrow(() -> QueryRefusal.notUnderstood("after: it is not a valid position"));
  }

  /** End of the previous page of ended jobs; null for the first page. */
  @Nullable EndedPosition endedAfter() {
    var after = context.queryParam(QueryPath.AFTER);
    return after == null
        ? null
        : EndedPosition.parse(after)
            .orElseThrow(() -> QueryRefusal.notUnderstood("after: it is not a valid position"));
  }

  /** Lengths of the leases of the jobs to reserve. */
  List<LeaseDurations.Wanted> leases() {
    return LeaseDurations.parse(required(QueryPath.LEASES))
        .orElseThrow(
            () ->
                QueryRefusal.notUnderstood(
                    ("leases: must be milliseconds up to a day for at most %d jobs, such as"
                            + " 30000x5,1000")
                        .formatted(LeaseDurations.JOBS_MAX)));
  }

  /** When a timeline begins, epoch milliseconds. */
  long from() {
    return number(QueryPath.FROM, required(QueryPath.FROM));
  }

  /** Namespace of the jobs that are meant; null for all. */
  @Nullable String namespace() {
    var namespace = context.queryParam(QueryPath.NAMESPACE);
    if (namespace != null && !NamespaceControl.isName(namespace)) {
      throw QueryRefusal.notUnderstood("namespace: must be 1 to 64 letters, digits, '-' or '_'");
    }
    return namespace;
  }

  /** The topic of the queue that is asked about. */
  String queue() {
    required(QueryPath.TOPIC);
    return Objects.requireNonNull(topic());
  }

  private @Nullable String topic() {
    var topic = context.queryParam(QueryPath.TOPIC);
    if (topic != null && (topic.isEmpty() || topic.length() > TOPIC_LENGTH_MAX)) {
      throw QueryRefusal.notUnderstood("topic: must have 1 to " + TOPIC_LENGTH_MAX + " characters");
    }
    return topic;
  }

  private @Nullable JobState state() {
    var state = context.queryParam(QueryPath.STATE);
    try {
      return state == null ? null : JobState.valueOf(state);
    } catch (IllegalArgumentException unknown) {
      throw QueryRefusal.notUnderstood(
          "state: must be the name of a job state, such as SCHEDULED or PARKED");
    }
  }

  private String required(String name) {
    var value = context.queryParam(name);
    if (value == null) {
      throw QueryRefusal.notUnderstood(name + ": the parameter is missing");
    }
    return value;
  }

  private long number(String name, long otherwise) {
    var value = context.queryParam(name);
    return value == null ? otherwise : number(name, value);
  }

  private static long number(String name, String value) {
    try {
      if (NUMBER.matcher(value).matches()) {
        return Long.parseLong(value);
      }
    } catch (NumberFormatException tooLarge) {
      // refused below, like text that is not a number
    }
    throw QueryRefusal.notUnderstood(name + ": must be a whole number from 0 to 2^63-1");
  }
}
