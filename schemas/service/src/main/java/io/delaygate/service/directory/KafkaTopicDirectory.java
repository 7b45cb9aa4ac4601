package io.delaygate.service.directory;

import io.delaygate.service.background.BackgroundFailures;
import io.delaygate.service.background.GuardedScheduler;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.function.LongSupplier;
import java.util.function.Predicate;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.common.internals.Topic;
import org.jspecify.annotations.Nullable;

/**
 * Topic directory backed by a Kafka cluster. A caller that reads a status never waits for the
 * brokers: one thread asks about new names, many at a time, and another reads the topics in use
 * again every second. So neither a flood of unknown names nor slow brokers delay the status of
 * topics that exist.
 */
public final class KafkaTopicDirectory implements TopicDirectory, AutoCloseable {
  private static final TopicStatus UNREADABLE = new TopicStatus.Unreadable();
  private static final TopicStatus MISSING = new TopicStatus.Missing();

  /**
   * Pause after a round that failed unexpectedly: short for waiting callers, long for the brokers.
   */
  private static final Duration AGAIN = Duration.ofSeconds(1);

  private final LongSupplier ticker;
  private final KnownTopics topics = new KnownTopics();
  private final RefusedSizes refused = new RefusedSizes();
  private final LookupQueue open = new LookupQueue();
  private final TopicAnswers answers;
  private final GuardedScheduler asker;
  private final GuardedScheduler refresher;
  private final Runnable ask;
  private final Runnable refreshNow;

  /**
   * Starts the background refresh.
   *
   * @param admin not closed by this directory; must outlive it
   * @param written tests whether we write to a topic; other topics only have to exist
   * @param ticker monotonic nanoseconds
   */
  public KafkaTopicDirectory(
      Admin admin,
      DirectorySettings settings,
      Predicate<String> written,
      LongSupplier ticker,
      BackgroundFailures failures) {
    this.ticker = ticker;
    var reader = new TopicReader(admin, settings, written);
    this.answers = new TopicAnswers(topics, reader, ticker);
    var questions = new TopicLookup(open, answers, reader);
    var refresh = new TopicRefresh(topics, answers, reader, settings.refreshEvery(), ticker);
    this.asker = new GuardedScheduler("topic-questions", failures);
    this.refresher = new GuardedScheduler("topic-refresh", failures);
    this.ask = asker.onDemand(AGAIN, questions::run);
    this.refreshNow = refresher.onDemand(AGAIN, refresh::run);
    refresher.repeat(settings.refreshEvery(), settings.refreshEvery(), refresh::run);
  }

  @Override
  public TopicStatus status(String topic) {
    var now = ticker.getAsLong();
    var entry = entry(topic, now);
    if (entry == null) {
      return Topic.isValid(topic) ? UNREADABLE : MISSING;
    }
    entry.use(now);
    askIfDue(entry, now);
    return refused.correct(topic, entry.status(now), now);
  }

  @Override
  public boolean isJudged(String topic, long ageNanos) {
    var now = ticker.getAsLong();
    var entry = entry(topic, now);
    if (entry == null) {
      return !Topic.isValid(topic);
    }
    entry.use(now);
    askIfDue(entry, now);
    return entry.isJudged(now, now - ageNanos) || (entry.isAbsent() && topics.isCrowded());
  }

  private void askIfDue(KnownTopic entry, long now) {
    if (entry.isDue(now) && !(entry.isAbsent() && topics.isCrowded())) {
      open.add(entry);
      ask.run();
    }
  }

  @Override
  public TopicStatus known(String topic) {
    var now = ticker.getAsLong();
    var entry = topics.get(topic);
    if (entry == null) {
      return Topic.isValid(topic) ? UNREADABLE : MISSING;
    }
    entry.use(now);
    return refused.correct(topic, entry.status(now), now);
  }

  @Override
  public boolean await(Collection<String> names, Duration most) {
    var now = ticker.getAsLong();
    var since = now - KnownTopic.AGAIN_NANOS;
    var asked = new ArrayList<KnownTopic>();
    var areAllKept = true;
    for (var name : new HashSet<>(names)) {
      var entry = entry(name, now);
      areAllKept &= entry != null || !Topic.isValid(name);
      if (entry != null && !entry.isJudged(now, since)) {
        open.addUrgent(entry);
        asked.add(entry);
      }
    }
    if (asked.isEmpty()) {
      return areAllKept;
    }
    ask.run();
    try {
      return answers.await(asked, entry -> isOpen(entry, since), most.toNanos()) && areAllKept;
    } catch (InterruptedException stopping) {
      Thread.currentThread().interrupt();
      return false;
    }
  }

  private boolean isOpen(KnownTopic entry, long since) {
    var now = ticker.getAsLong();
    entry.use(now);
    if (entry.isJudged(now, since)) {
      return false;
    }
    if (!entry.isAsked() && entry.isDue(now)) {
      open.addUrgent(entry);
      ask.run();
    }
    return true;
  }

  @Override
  public void doubt() {
    refreshNow.run();
  }

  @Override
  public void doubt(String topic) {
    var entry = entry(topic, ticker.getAsLong());
    if (entry != null) {
      open.addUrgent(entry);
      ask.run();
    }
  }

  @Override
  public void listen(TopicListener listener) {
    topics.listen(listener);
  }

  /**
   * Records that a topic refused a record as too large. The topic's limit is then lower than that
   * size, for an hour or until the brokers report another limit.
   *
   * @param bytes the record's size as {@link TargetCheck#bytes} measures it
   */
  public void refused(String topic, long bytes) {
    var now = ticker.getAsLong();
    var entry = topics.get(topic);
    if (entry != null && entry.status(now) instanceof TopicStatus.Writable known) {
      refused.add(topic, bytes, known.maxMessageBytes(), now);
    }
  }

  /** Callers that wait for an answer end by their own timeout. */
  @Override
  public void close() {
    asker.close();
    refresher.close();
  }

  /** Null for a name that is not valid, and when too many names are remembered. */
  private @Nullable KnownTopic entry(String topic, long now) {
    var entry = topics.get(topic);
    return entry != null || !Topic.isValid(topic) ? entry : topics.add(topic, now);
  }
}
