package io.delaygate.service.query;

import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.Collection;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Path of a query of a gateway to a scheduler, with its parameters; for one thread. The constants
 * are the paths and the names of parameters, for both sides.
 */
public final class QueryPath {
  /** Which scheduler has which partitions. */
  public static final String ASSIGNMENT = "/internal/v1/assignment";

  /** Listing of jobs; with a slash and a percent-encoded id, one job. */
  public static final String JOBS = "/internal/v1/jobs";

  /** Listing of ended jobs. */
  public static final String ENDED = "/internal/v1/ended";

  /** First ready jobs of a queue: GET shows them, POST reserves them. */
  public static final String READY = "/internal/v1/ready";

  /** Long poll for queues that got ready jobs. */
  public static final String READY_NEWS = "/internal/v1/ready/news";

  /** Whether commands are committed. */
  public static final String COMMITTED = "/internal/v1/committed";

  /** Counts of jobs. */
  public static final String STATS = "/internal/v1/stats";

  /** Counts, state and due timeline of a whole instance. */
  public static final String OVERVIEW = "/internal/v1/overview";

  /** Figures of a whole instance in the last three hours. */
  public static final String TRENDS = "/internal/v1/trends";

  /** Counts, state and facts of a whole instance, by which its health is judged. */
  public static final String HEALTH = "/internal/v1/health";

  /** Numbers of partitions, separated by commas. */
  public static final String PARTITIONS = "partitions";

  /** Largest number of jobs. */
  public static final String LIMIT = "limit";

  /** The {@link ListPosition#text} behind which a page begins. */
  public static final String AFTER = "after";

  /** A target topic. */
  public static final String TOPIC = "topic";

  /** The name of a state of jobs; of ended ones also several, separated by commas. */
  public static final String STATE = "state";

  /** Due then or later, epoch milliseconds. */
  public static final String DUE_FROM = "dueFrom";

  /** Due before then, epoch milliseconds. */
  public static final String DUE_TO = "dueTo";

  /** Ended then or later, epoch milliseconds. */
  public static final String ENDED_FROM = "endedFrom";

  /** Ended before then, epoch milliseconds. */
  public static final String ENDED_TO = "endedTo";

  /** Prefix of the ids, without that of the namespace. */
  public static final String ID_PREFIX = "idPrefix";

  /** Namespace of the jobs. */
  public static final String NAMESPACE = "namespace";

  /** {@link LeaseDurations#text} of the jobs to reserve. */
  public static final String LEASES = "leases";

  /** The offset of the last command of partitions: {@code 0:17,3:4}. */
  public static final String COMMANDS = "commands";

  /** Begin of a timeline, epoch milliseconds. */
  public static final String FROM = "from";

  /**
   * Header with the name of the share that a query uses of the scheduler's scans; without it the
   * query has none. Schedulers that do not know it pass over it.
   */
  public static final String SHARE_HEADER = "Delaygate-Share";

  private final StringBuilder text;
  private char separator = '?';

  private QueryPath(String path) {
    this.text = new StringBuilder(path);
  }

  /** The path without a parameter. */
  public static QueryPath of(String path) {
    return new QueryPath(path);
  }

  /** Adds a parameter, unless its value is null. */
  public QueryPath with(String name, @Nullable Object value) {
    return value == null
        ? this
        : raw(name, URLEncoder.encode(value.toString(), StandardCharsets.UTF_8));
  }

  /** Adds the partitions that are asked about. */
  public QueryPath partitions(Collection<Integer> partitions) {
    return raw(
        PARTITIONS, partitions.stream().map(String::valueOf).collect(Collectors.joining(",")));
  }

  private QueryPath raw(String name, String value) {
    text.append(separator).append(name).append('=').append(value);
    separator = '&';
    return this;
  }

  /** The path with its parameters. */
  @Override
  public String toString() {
    return text.toString();
  }
}
