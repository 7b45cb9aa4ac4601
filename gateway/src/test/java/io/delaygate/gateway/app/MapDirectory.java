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

/** Topics that a test made up; all others are missing. */
final class MapDirectory implements TopicDirectory {
  final Map<String, TopicStatus> topics = new ConcurrentHashMap<>();

  /** Whatever they are, the directory does not know. */
  final Set<String> unreadable = ConcurrentHashMap.newKeySet();

  @Override
  public TopicStatus status(String topic) {
    return unreadable.contains(topic)
        ? new TopicStatus.Unreadable()
        : topics.getOrDefault(topic, new TopicStatus.Missing());
  }

  /** The names of each question that somebody waited for. */
  final List<List<String>> questions = new CopyOnWriteArrayList<>();

  @Override
  public boolean await(Collection<String> names, Duration most) {
    questions.add(List.copyOf(names));
    return TopicDirectory.super.await(names, most);
  }

  @Override
  public void doubt() {}
}
