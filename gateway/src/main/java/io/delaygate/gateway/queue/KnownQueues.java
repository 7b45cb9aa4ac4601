package io.delaygate.gateway.queue;

import io.delaygate.gateway.control.KnownControl;
import io.delaygate.gateway.handout.QueueTopics;
import io.delaygate.schemas.directory.TopicDirectory;
import io.delaygate.schemas.directory.TopicStatus;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/** Queues as the brokers show them, and as operators decided about them. Thread-safe. */
public final class KnownQueues implements QueueTopics {
  private final TopicDirectory directory;
  private final Duration most;
  private final KnownControl control;

  /**
   * Looks into these.
   *
   * @param most how long the brokers are waited for
   */
  public KnownQueues(TopicDirectory directory, Duration most, KnownControl control) {
    this.directory = directory;
    this.most = most;
    this.control = control;
  }

  @Override
  public boolean exists(String topic) {
    directory.await(List.of(topic), most);
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
  void changed(String topic) {
    directory.doubt(topic);
  }
}
