package io.delaygate.gateway.handout;

import java.util.Optional;

/** Topics of queues that are all there, and take and give jobs. */
class PresentTopics implements QueueTopics {
  @Override
  public boolean exists(String topic) {
    return true;
  }

  @Override
  public boolean isGone(String topic) {
    return false;
  }

  @Override
  public Optional<String> obstacle(String topic) {
    return Optional.empty();
  }

  @Override
  public boolean isPaused(String topic) {
    return false;
  }
}
