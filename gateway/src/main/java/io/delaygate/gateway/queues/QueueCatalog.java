package io.delaygate.gateway.queues;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.delaygate.gateway.access.AccessGuard;
import io.delaygate.gateway.control.ControlCache;
import io.delaygate.gateway.control.ControlSubject;
import io.delaygate.gateway.control.ControlWriter;
import io.delaygate.gateway.http.PercentEncoding;
import io.delaygate.gateway.http.ProblemException;
import io.delaygate.gateway.http.QueryParameters;
import io.delaygate.gateway.payload.ScheduleRequest;
import io.delaygate.schemas.job.Actor;
import io.delaygate.schemas.topics.TopicNames;
import io.javalin.http.Context;
import java.time.Duration;
import java.util.Arrays;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;

/**
 * Names, topics and control decisions of the queues of this installation, for all callers. Queues
 * in paths are read from the raw path, and need not exist. Thread-safe.
 *
 * @param lease of jobs that do not say it
 */
public record QueueCatalog(
    TopicNames names,
    QueueDispatcher dispatcher,
    ControlCache known,
    ControlWriter decisions,
    Duration lease) {
  /** Prefix of the paths of queues. */
  public static final String PREFIX = "/v1/queues/";

  /** Most queues that a call may name; the call looks at each while it waits. */
  private static final int MOST = 20;

  private static final String FIELD = "queue";

  /**
   * The decoded queue or queues of a path. Also runs before routing, as the router fails on some
   * paths that are not properly encoded.
   */
  public static String text(Context ctx) {
    return PercentEncoding.segment(ctx, PREFIX)
        .orElseThrow(
            () ->
                QueryParameters.invalid(
                    FIELD, "the name of the queue is not valid percent-encoded UTF-8"));
  }

  /**
   * The queue that a path names.
   *
   * @throws ProblemException 400 if the name is not valid
   */
  QueueDispatcher.Queue queue(Context ctx) {
    return queue(ctx, text(ctx));
  }

  /** The topic of the queue that a path names; fails as {@link #queue} does. */
  public String topic(Context ctx) {
    return queue(ctx).topic();
  }

  /** The queue that a path names, as the target of new jobs. */
  public ScheduleRequest.OfQueue target(Context ctx) {
    return new ScheduleRequest.OfQueue(topic(ctx), lease.toMillis());
  }

  /** The queue that a path names, as the subject of a decision. */
  public ControlSubject subject(Context ctx) {
    var queue = queue(ctx);
    return new ControlSubject("queue", queue.name(), queue.topic());
  }

  /**
   * The queues that a path names, separated by commas, in their order.
   *
   * @throws ProblemException 400 if a name is not valid or is there twice, or they are too many
   */
  List<QueueDispatcher.Queue> queues(Context ctx) {
    var texts = text(ctx).split(",", -1);
    if (texts.length > MOST) {
      throw QueryParameters.invalid(FIELD, "a call may name at most %d queues".formatted(MOST));
    }
    if (new HashSet<>(Arrays.asList(texts)).size() < texts.length) {
      throw QueryParameters.invalid(FIELD, "each queue may be named only once");
    }
    return Arrays.stream(texts).map(name -> queue(ctx, name)).toList();
  }

  private QueueDispatcher.Queue queue(Context ctx, String name) {
    return names
        .queue(AccessGuard.caller(ctx).namespace(), name)
        .map(topic -> new QueueDispatcher.Queue(name, topic))
        .orElseThrow(
            () ->
                QueryParameters.invalid(
                    FIELD, "the name of a queue must be 1 to 255 letters, digits, '-' and '_'"));
  }

  /** The name of the queue of a topic; empty if it is not a queue of the namespace. */
  Optional<String> name(String namespace, String topic) {
    var prefix = names.queuesOf(namespace);
    return topic.startsWith(prefix) && !names.isEndpoint(topic)
        ? Optional.of(topic.substring(prefix.length()))
        : Optional.empty();
  }

  /** The names of the queues of these topics, by namespace. */
  public SortedMap<String, SortedSet<String>> everywhere(Collection<String> topics) {
    var all = new TreeMap<String, SortedSet<String>>();
    var prefix = names.queues();
    for (var topic : topics) {
      var dot = topic.startsWith(prefix) ? topic.indexOf('.', prefix.length()) : -1;
      if (dot > 0 && !names.isEndpoint(topic)) {
        all.computeIfAbsent(topic.substring(prefix.length(), dot), none -> new TreeSet<>())
            .add(topic.substring(dot + 1));
      }
    }
    return all;
  }

  /** Number of callers that wait at this gateway, and whether the queue is paused. */
  ObjectNode more(String topic) {
    return known.pause(topic).put("waiting", dispatcher.waiting(topic));
  }

  /** Ends the pause, so that a later queue of that name is not paused; never fails. */
  CompletableFuture<Void> drop(Actor by, String topic) {
    return known.isPaused(topic)
        ? decisions.resume(by, topic).thenApply(resumed -> null)
        : CompletableFuture.completedFuture(null);
  }
}
