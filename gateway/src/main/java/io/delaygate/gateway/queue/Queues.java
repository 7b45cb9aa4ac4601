package io.delaygate.gateway.queue;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.delaygate.gateway.batch.ChangeQueue;
import io.delaygate.gateway.control.ControlTopic;
import io.delaygate.gateway.control.KnownControl;
import io.delaygate.gateway.control.ShowControl;
import io.delaygate.gateway.control.Subject;
import io.delaygate.gateway.handout.HandOut;
import io.delaygate.gateway.publish.Published;
import io.delaygate.gateway.query.CountQueues;
import io.delaygate.schemas.topics.TopicNames;
import io.javalin.http.Context;
import java.time.Duration;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

/** The queues of this installation, whoever asks. Thread-safe. */
public final class Queues implements CountQueues.Known, ChangeQueue.Topics {
  private static final Duration CLOSED = Duration.ofMinutes(1);

  /** Topics in use are looked at each second. */
  private static final Duration SEEN = Duration.ofSeconds(2);

  private final TopicNames names;
  private final QueueTopicAdmin admin;
  private final HandOut handOut;
  private final KnownControl known;
  private final ShowControl shown;
  private final ControlTopic decisions;

  /** By these. */
  public Queues(
      TopicNames names,
      QueueTopicAdmin admin,
      HandOut handOut,
      KnownControl known,
      ControlTopic decisions) {
    this.names = names;
    this.admin = admin;
    this.handOut = handOut;
    this.known = known;
    this.shown = new ShowControl(known);
    this.decisions = decisions;
  }

  /** The queue that a path names. */
  public QueuePath paths() {
    return new QueuePath(names);
  }

  /** The same as what a decision is about. */
  public Subject subject(Context ctx) {
    var queue = paths().queue(ctx);
    return new Subject("queue", queue.name(), queue.topic());
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
  public SortedMap<String, String> all(String namespace) {
    var prefix = names.queuesOf(namespace);
    var queues = new TreeMap<String, String>();
    admin
        .beginningWith(prefix)
        .forEach(topic -> queues.put(topic.substring(prefix.length()), topic));
    return queues;
  }

  /** The names of all queues, by namespace; waits for the brokers. */
  public SortedMap<String, SortedSet<String>> everywhere() {
    var all = new TreeMap<String, SortedSet<String>>();
    var prefix = names.queues();
    for (var topic : admin.beginningWith(prefix)) {
      var dot = topic.indexOf('.', prefix.length());
      if (dot > 0) {
        all.computeIfAbsent(topic.substring(prefix.length(), dot), none -> new TreeSet<>())
            .add(topic.substring(dot + 1));
      }
    }
    return all;
  }

  /** How many callers wait at this gateway, and whether the queue is paused. */
  @Override
  public ObjectNode more(String topic) {
    return shown.pause(topic).put("waiting", handOut.waiting(topic));
  }

  /**
   * Keeps schedulers from delivering to a topic that is about to go: a record on its way to a topic
   * that is gone costs a roll-back. They know of it as soon as this gateway does, which is when it
   * ends. A deletion that is not gone on with leaves a queue that is paused for a minute, or for as
   * long as an operator said.
   */
  @Override
  public CompletableFuture<Void> close(String topic) {
    var untilMs = known.nowMs() + CLOSED.toMillis();
    if (known.pausedUntilMs(topic) >= untilMs) {
      return CompletableFuture.completedFuture(null);
    }
    return decisions
        .pause(topic, untilMs)
        .thenCompose(
            published ->
                published instanceof Published.Stored stored
                    ? known.awaitRead(stored.offset())
                    : CompletableFuture.completedFuture(null));
  }

  /**
   * Ends when all who look at topics have seen that it is gone: until then a scheduler would
   * deliver to it, and a gateway would not make it anew. A queue of that name, made later, is not
   * paused.
   */
  @Override
  public CompletableFuture<Void> drop(String topic) {
    admin.drop(topic);
    var seen = CompletableFuture.delayedExecutor(SEEN.toMillis(), TimeUnit.MILLISECONDS);
    return CompletableFuture.runAsync(() -> {}, seen)
        .thenCompose(nothing -> decisions.resume(topic))
        .thenApply(resumed -> null);
  }
}
