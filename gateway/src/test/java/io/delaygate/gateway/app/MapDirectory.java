package io.delaygate.gateway.app;

import io.delaygate.service.directory.TopicDirectory;
import io.delaygate.service.directory.TopicStatus;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;

/** Topic directory of a test: topics that were not added are missing. */
final class MapDirectory implements TopicDirectory {
  final Map<String, TopicStatus> topics = new ConcurrentHashMap<>();

  /** Topics whose status the directory cannot read. */
  final Set<String> unreadable = ConcurrentHashMap.newKeySet();

  @Override
  public TopicStatus status(String topic) {
    return unreadable.contains(topic)
        ? new TopicStatus.Unreadable()
        : topics.getOrDefault(topic, new TopicStatus.Missing());
  }

  /** The names of each query with a wait. */
  final List<List<String>> questions = new CopyOnWriteArrayList<>();

  @Override
  public boolean await(Collection<String> names, Duration most) {
    questions.add(List.copyOf(names));
    return TopicDirectory.super.await(names, most);
  }

  @Override
  public void doubt() {}
}
