package io.delaygate.gateway.queue;

import io.delaygate.gateway.control.KnownControl;
import io.delaygate.gateway.handout.QueueTopics;
import io.delaygate.schemas.directory.TopicDirectory;
import io.delaygate.schemas.directory.TopicStatus;
import java.util.Optional;

/** Queues as the brokers show them, and as operators decided about them. Thread-safe. */
public final class KnownQueues implements QueueTopics {
  private final TopicDirectory directory;
  private final KnownControl control;

  /** Looks into these. */
  public KnownQueues(TopicDirectory directory, KnownControl control) {
    this.directory = directory;
    this.control = control;
  }

  @Override
  public boolean exists(String topic) {
    return directory.status(topic) instanceof TopicStatus.Writable;
  }

  @Override
  public boolean isGone(String topic) {
    return directory.status(topic) instanceof TopicStatus.Missing;
  }

  @Override
  public Optional<String> obstacle(String topic) {
    return directory.status(topic) instanceof TopicStatus.Unwritable
        ? Optional.of(
            "the gateway may not see the topic '%s': queues need rights of their own"
                .formatted(topic))
        : Optional.empty();
  }

  @Override
  public boolean isPaused(String topic) {
    return control.isPaused(topic);
  }

  /** A queue is there that was not: who waits at several must not pass it over. */
  void changed() {
    directory.doubt();
  }
}
