package io.delaygate.service.directory;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.LongSupplier;

/**
 * Periodic refresh of the topics in use: first the existing ones, in requests of their own, then
 * names without a topic. If these do not fit into one request, the list of all topics shows which
 * of them exist now. Not thread-safe.
 */
final class TopicRefresh {
  /** Refreshes per list of all topics, which may be long. */
  private static final int LIST_EACH = 2;

  private final KnownTopics topics;
  private final TopicAnswers answers;
  private final TopicReader reader;
  private final long listNanos;
  private final LongSupplier ticker;
  private long listedAt;

  TopicRefresh(
      KnownTopics topics,
      TopicAnswers answers,
      TopicReader reader,
      Duration every,
      LongSupplier ticker) {
    this.topics = topics;
    this.answers = answers;
    this.reader = reader;
    this.ticker = ticker;
    // a little less, so that it comes with the second refresh and not with the third
    this.listNanos = every.multipliedBy(LIST_EACH).minus(every.dividedBy(2)).toNanos();
    this.listedAt = ticker.getAsLong() - listNanos;
  }

  void run() throws InterruptedException {
    topics.dropUnused(ticker.getAsLong());
    answers.fetch(topics.seen());
    var absent = topics.absent();
    if (absent.size() <= TopicReader.NAMES_MOST) {
      answers.fetch(absent);
    } else if (ticker.getAsLong() - listedAt >= listNanos) {
      list(absent);
    }
  }

  private void list(List<KnownTopic> absent) throws InterruptedException {
    var at = ticker.getAsLong();
    var names = reader.names();
    if (names.isEmpty()) {
      return; // the last status expires instead
    }
    listedAt = at;
    var found = new ArrayList<KnownTopic>();
    for (var topic : absent) {
      if (names.get().contains(topic.name())) {
        found.add(topic);
      } else {
        topic.confirm(at);
      }
    }
    answers.fetch(found);
  }
}
