package io.delaygate.scheduler.query;

import io.delaygate.scheduler.store.JobFilter;
import io.delaygate.schemas.job.JobState;
import io.delaygate.service.control.NamespaceControl;
import io.javalin.http.Context;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Parser of the parameters of a query. A wrong value is refused, never read as another one. */
final class QuestionParameters {
  /** A page that a gateway holds in memory once per partition, with a view of some 300 bytes. */
  static final int LIMIT_MAX = 1000;

  private static final int LIMIT_DEFAULT = 100;

  /** Above every name of a queue with its namespace and a prefix; topics have up to 249. */
  private static final int TOPIC_LENGTH_MAX = 1024;

  private static final Pattern NUMBER = Pattern.compile("\\d{1,18}");

  private final Context context;

  QuestionParameters(Context context) {
    this.context = context;
  }

  /** The partitions asked for, at least one, in order. */
  Set<Integer> partitions(int existing) {
    var partitions = new TreeSet<Integer>();
    for (var number : required("partitions").split(",", -1)) {
      partitions.add(partition(number, existing));
    }
    return partitions;
  }

  static int partition(String number, int existing) {
    var partition = number("partition", number);
    if (partition >= existing) {
      throw QueryRefusal.invalid("there are " + existing + " partitions");
    }
    return (int) partition;
  }

  int limit() {
    var limit = number("limit", LIMIT_DEFAULT);
    if (limit < 1 || limit > LIMIT_MAX) {
      throw QueryRefusal.invalid("limit: 1 to " + LIMIT_MAX);
    }
    return (int) limit;
  }

  JobFilter filter() {
    var prefix = context.queryParam("idPrefix");
    return new JobFilter(
        topic(),
        state(),
        number("dueFrom", 0),
        number("dueTo", Long.MAX_VALUE),
        prefix == null ? "" : prefix,
        namespace());
  }

  /** A moment that has to be given, epoch milliseconds. */
  long moment(String name) {
    return number(name, required(name));
  }

  /** Namespace of the jobs that are meant; null for all. */
  @Nullable String namespace() {
    var namespace = context.queryParam("namespace");
    if (namespace != null && !NamespaceControl.isName(namespace)) {
      throw QueryRefusal.invalid("namespace: letters, digits, '-' and '_', 1 to 64 of them");
    }
    return namespace;
  }

  /** The topic of the queue that is asked about. */
  String queue() {
    required("topic");
    return Objects.requireNonNull(topic());
  }

  private @Nullable String topic() {
    var topic = context.queryParam("topic");
    if (topic != null && (topic.isEmpty() || topic.length() > TOPIC_LENGTH_MAX)) {
      throw QueryRefusal.invalid("topic: 1 to " + TOPIC_LENGTH_MAX + " characters");
    }
    return topic;
  }

  private @Nullable JobState state() {
    var state = context.queryParam("state");
    try {
      return state == null ? null : JobState.valueOf(state);
    } catch (IllegalArgumentException unknown) {
      throw QueryRefusal.invalid("state: SCHEDULED or PARKED");
    }
  }

  private String required(String name) {
    var value = context.queryParam(name);
    if (value == null) {
      throw QueryRefusal.invalid(name + ": missing");
    }
    return value;
  }

  private long number(String name, long otherwise) {
    var value = context.queryParam(name);
    return value == null ? otherwise : number(name, value);
  }

  private static long number(String name, String value) {
    if (!NUMBER.matcher(value).matches()) {
      throw QueryRefusal.invalid(name + ": a whole number, not negative");
    }
    return Long.parseLong(value);
  }
}
