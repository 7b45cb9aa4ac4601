package io.delaygate.service.directory;

import java.util.List;
import java.util.Set;

/**
 * Questions about names that are new: those that somebody waits for go first, then, where more wait
 * than fit one request, those that exist. Belongs to one thread.
 */
final class TopicQuestions {
  private final OpenQuestions open;
  private final TopicAnswers answers;
  private final TopicReader reader;

  TopicQuestions(OpenQuestions open, TopicAnswers answers, TopicReader reader) {
    this.open = open;
    this.answers = answers;
    this.reader = reader;
  }

  /** Asks until nothing is left to ask. */
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
      // one list costs less than one of the requests that it lets existing topics overtake
      var existing = open.take(reader.names().orElse(Set.of()), TopicReader.NAMES_MOST);
      if (!existing.isEmpty()) {
        return existing;
      }
    }
    return open.take(TopicReader.NAMES_MOST);
  }
}
