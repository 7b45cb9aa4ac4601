package io.delaygate.scheduler.app;

import io.delaygate.service.directory.TopicDirectory;
import io.delaygate.service.directory.TopicStatus;
import java.util.HashMap;
import java.util.Map;

/** Topic directory of a test: it knows the topics that the test added; all others are missing. */
final class TopicsOnPaper implements TopicDirectory {
  private static final TopicStatus UNREADABLE = new TopicStatus.Unreadable();

  private final Map<String, TopicStatus> topics = new HashMap<>();
  private boolean readable = true;
  private int doubts;

  /** The directory knows the dead-letter topic from the start. */
  TopicsOnPaper() {
    add(Setup.NAMES.deadLetters());
  }

  void add(String topic) {
    set(topic, new TopicStatus.Writable(1, 1_048_588));
  }

  void set(String topic, TopicStatus status) {
    topics.put(topic, status);
  }

  void drop(String topic) {
    topics.remove(topic);
  }

  void readable(boolean canBeRead) {
    readable = canBeRead;
  }

  int doubts() {
    return doubts;
  }

  @Override
  public TopicStatus status(String topic) {
    return readable ? topics.getOrDefault(topic, new TopicStatus.Missing()) : UNREADABLE;
  }

  @Override
  public void doubt() {
    doubts++;
  }
}
