package io.delaygate.gateway.app;

import io.delaygate.schemas.directory.TopicDirectory;
import io.delaygate.schemas.directory.TopicStatus;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** Topics that a test made up; all others are missing. */
final class MapDirectory implements TopicDirectory {
  final Map<String, TopicStatus> topics = new ConcurrentHashMap<>();

  @Override
  public TopicStatus status(String topic) {
    return topics.getOrDefault(topic, new TopicStatus.Missing());
  }

  @Override
  public void doubt() {}
}
