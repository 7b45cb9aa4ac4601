package io.delaygate.gateway.handout;

import java.util.Optional;

/** What is known of the topics of queues. Implementations are thread-safe. */
public interface QueueTopics {
  /** Whether the topic is there; false while nobody knows. May wait for the brokers. */
  boolean exists(String topic);

  /** Whether the topic is gone; false while nobody knows. Waits for nobody. */
  boolean isGone(String topic);

  /**
   * Why the topic cannot be read, whether or not it is there; empty when it can, for all we know.
   */
  Optional<String> obstacle(String topic);

  /** Whether nothing of it is to be handed out now. */
  boolean isPaused(String topic);
}
