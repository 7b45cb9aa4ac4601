package io.delaygate.service.directory;

import java.util.List;
import java.util.Set;

/**
 * Lookup of new topic names: those that callers wait for go first. If the others do not fit one
 * request, existing topics go first. Not thread-safe.
 */
final class TopicLookup {
  private final LookupQueue open;
  private final TopicAnswers answers;
  private final TopicReader reader;

  TopicLookup(LookupQueue open, TopicAnswers answers, TopicReader reader) {
    this.open = open;
    this.answers = answers;
    this.reader = reader;
  }

  /** Asks until the queue is empty. */
  void run() throws InterruptedException {
    var next = next();
    while (!next.isEmpty()) {
      answers.fetch(next);
      next = next();
    }
  }

  private List<KnownTopic> next() throws InterruptedException {
    var urgent = open.takeUrgent(TopicReader.NAMES_MOST);
    if (!urgent.isEmpty()) {
      return urgent;
    }
    if (open.count() > TopicReader.NAMES_MOST) {
      // one list costs less than one of the requests that existing topics then overtake
      var existing = open.take(reader.names().orElse(Set.of()), TopicReader.NAMES_MOST);
      if (!existing.isEmpty()) {
        return existing;
      }
    }
    return open.take(TopicReader.NAMES_MOST);
  }
}
