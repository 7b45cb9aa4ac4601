package io.delaygate.gateway.draft;

import io.delaygate.schemas.directory.TopicDirectory;
import io.delaygate.schemas.directory.TopicStatus;
import io.delaygate.schemas.topics.TopicDefinitions;

/**
 * Topics as they are once a queue is made: its job is judged before that, so that one that is
 * refused makes no queue. Thread-safe as far as the directory is.
 */
record QueueToCome(TopicDirectory known, String queue) implements TopicDirectory {
  private static final TopicStatus MADE =
      new TopicStatus.Writable(1, TopicDefinitions.OWN_BATCH_BYTES);

  @Override
  public TopicStatus status(String topic) {
    var status = known.status(topic);
    return status instanceof TopicStatus.Missing && topic.equals(queue) ? MADE : status;
  }

  @Override
  public void doubt() {
    known.doubt();
  }
}
