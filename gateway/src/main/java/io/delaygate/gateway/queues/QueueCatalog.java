package io.delaygate.gateway.queues;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.delaygate.gateway.control.ControlCache;
import io.delaygate.gateway.control.ControlSubject;
import io.delaygate.gateway.control.ControlWriter;
import io.delaygate.gateway.control.ShowControlHandler;
import io.delaygate.schemas.topics.TopicNames;
import io.javalin.http.Context;
import java.util.Collection;
import java.util.Optional;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;

/**
 * Names, topics and control decisions of the queues of this installation, for all callers.
 * Thread-safe.
 */
public final class QueueCatalog implements QueueStatsHandler.Known, QueueBulkHandler.Topics {
  private final TopicNames names;
  private final QueueDispatcher dispatcher;
  private final ControlCache known;
  private final ShowControlHandler shown;
  private final ControlWriter decisions;

  /** Creates it from the installation's names, dispatcher and decisions. */
  public QueueCatalog(
      TopicNames names, QueueDispatcher dispatcher, ControlCache known, ControlWriter decisions) {
    this.names = names;
    this.dispatcher = dispatcher;
    this.known = known;
    this.shown = new ShowControlHandler(known);
    this.decisions = decisions;
  }

  /** The parser of paths with queues. */
  public QueuePath paths() {
    return new QueuePath(names);
  }

  /** The queue that a path names, as the subject of a decision. */
  public ControlSubject subject(Context ctx) {
    var queue = paths().queue(ctx);
    return new ControlSubject("queue", queue.name(), queue.topic());
  }

  @Override
  public String name(Context ctx) {
    return paths().queue(ctx).name();
  }

  @Override
  public String topic(Context ctx) {
    return paths().queue(ctx).topic();
  }

  @Override
  public Optional<String> name(String namespace, String topic) {
    var prefix = names.queuesOf(namespace);
    return topic.startsWith(prefix)
        ? Optional.of(topic.substring(prefix.length()))
        : Optional.empty();
  }

  /** The names of the queues of these topics, by namespace. */
  public SortedMap<String, SortedSet<String>> everywhere(Collection<String> topics) {
    var all = new TreeMap<String, SortedSet<String>>();
    var prefix = names.queues();
    for (var topic : topics) {
      var dot = topic.startsWith(prefix) ? topic.indexOf('.', prefix.length()) : -1;
      if (dot > 0) {
        all.computeIfAbsent(topic.substring(prefix.length(), dot), none -> new TreeSet<>())
            .add(topic.substring(dot + 1));
      }
    }
    return all;
  }

  /** Number of callers that wait at this gateway, and whether the queue is paused. */
  @Override
  public ObjectNode more(String topic) {
    return shown.pause(topic).put("waiting", dispatcher.waiting(topic));
  }

  /** Ends the pause, so that a later queue of that name is not paused. */
  @Override
  public CompletableFuture<Void> drop(String topic) {
    return known.isPaused(topic)
        ? decisions.resume(topic).thenApply(resumed -> null)
        : CompletableFuture.completedFuture(null);
  }
}
