package io.delaygate.schemas.directory;

import io.delaygate.schemas.background.Background;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.LongSupplier;
import java.util.function.Predicate;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.common.internals.Topic;
import org.jspecify.annotations.Nullable;

/**
 * Directory of the topics of a running cluster. Nobody who asks for a status waits for the brokers:
 * one thread asks about names that are new, many at a time, and another reads those in use again
 * every second. So neither a flood of unknown names nor brokers that are slow to answer for them
 * delay what is told about topics that exist.
 */
public final class KafkaTopicDirectory implements TopicDirectory, AutoCloseable {
  private static final TopicStatus UNREADABLE = new TopicStatus.Unreadable();
  private static final TopicStatus MISSING = new TopicStatus.Missing();

  private final LongSupplier ticker;
  private final KnownTopics topics = new KnownTopics();
  private final RefusedSizes refused = new RefusedSizes();
  private final OpenQuestions open = new OpenQuestions();
  private final TopicAnswers answers;
  private final TopicQuestions questions;
  private final TopicRefresh refresh;
  private final ScheduledExecutorService asker = Background.thread("topic-questions");
  private final ScheduledExecutorService refresher = Background.thread("topic-refresh");
  private final AtomicBoolean isWoken = new AtomicBoolean();
  private final AtomicBoolean isDoubted = new AtomicBoolean();

  /**
   * Starts the background refresh.
   *
   * @param admin stays the caller's; must outlive this
   * @param written which topics we write to; of others it is enough that they exist
   * @param ticker monotonic nanoseconds
   */
  public KafkaTopicDirectory(
      Admin admin, DirectorySettings settings, Predicate<String> written, LongSupplier ticker) {
    this.ticker = ticker;
    var reader = new TopicReader(admin, settings, written);
    this.answers = new TopicAnswers(topics, reader, ticker);
    this.questions = new TopicQuestions(open, answers, reader);
    this.refresh = new TopicRefresh(topics, answers, reader, settings.refreshEvery(), ticker);
    var period = settings.refreshEvery().toMillis();
    var unused =
        refresher.scheduleWithFixedDelay(
            () -> run(refresh::run), period, period, TimeUnit.MILLISECONDS);
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
      wake();
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
    wake();
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
      wake();
    }
    return true;
  }

  @Override
  public void doubt() {
    if (isDoubted.compareAndSet(false, true)) {
      execute(
          refresher,
          () -> {
            isDoubted.set(false);
            run(refresh::run);
          });
    }
  }

  @Override
  public void doubt(String topic) {
    var entry = entry(topic, ticker.getAsLong());
    if (entry != null) {
      open.addUrgent(entry);
      wake();
    }
  }

  @Override
  public void listen(TopicListener listener) {
    topics.listen(listener);
  }

  /**
   * A topic refused a record as too large. From now on it is known to take less, for an hour or
   * until another limit of it is told.
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

  @Override
  public void close() {
    asker.shutdownNow();
    refresher.shutdownNow();
  }

  /** Null for a name that no topic can have, and where too many are remembered. */
  private @Nullable KnownTopic entry(String topic, long now) {
    var entry = topics.get(topic);
    return entry != null || !Topic.isValid(topic) ? entry : topics.add(topic, now);
  }

  private void wake() {
    if (isWoken.compareAndSet(false, true)) {
      execute(
          asker,
          () -> {
            isWoken.set(false);
            run(questions::run);
          });
    }
  }

  /** What waits for an answer ends by its own time-out when the directory is closed. */
  private static void execute(ScheduledExecutorService thread, Runnable task) {
    try {
      thread.execute(task);
    } catch (RejectedExecutionException closed) {
      // nobody is to be told any more
    }
  }

  private static void run(Round round) {
    try {
      round.run();
    } catch (InterruptedException closing) {
      Thread.currentThread().interrupt();
    }
  }

  /** One round of questions. */
  @FunctionalInterface
  private interface Round {
    void run() throws InterruptedException;
  }
}
