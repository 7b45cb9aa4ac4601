package io.delaygate.gateway.queue;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.delaygate.gateway.control.ControlTopic;
import io.delaygate.gateway.control.ShowControl;
import io.delaygate.gateway.control.Subject;
import io.delaygate.gateway.handout.HandOut;
import io.delaygate.gateway.query.CountQueues;
import io.delaygate.schemas.control.ControlKey;
import io.delaygate.schemas.topics.TopicNames;
import io.javalin.http.Context;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;

/** The queues of this installation, whoever asks. Thread-safe. */
public final class Queues implements CountQueues.Known {
  private final TopicNames names;
  private final QueueTopicAdmin admin;
  private final HandOut handOut;
  private final ShowControl shown;
  private final ControlTopic decisions;

  /** By these. */
  public Queues(
      TopicNames names,
      QueueTopicAdmin admin,
      HandOut handOut,
      ShowControl shown,
      ControlTopic decisions) {
    this.names = names;
    this.admin = admin;
    this.handOut = handOut;
    this.shown = shown;
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

  /** How many callers wait at this gateway, and whether the queue is paused. */
  @Override
  public ObjectNode more(String topic) {
    return shown.pause(topic).put("waiting", handOut.waiting(topic));
  }

  /** Takes a topic away; a queue of that name, made later, is not paused. Waits for the brokers. */
  public void drop(String topic) {
    admin.drop(topic);
    var pause = new ControlKey.OfTarget(ControlKey.Kind.PAUSE, topic);
    var unused = decisions.send(pause, List.of(), null);
  }
}
