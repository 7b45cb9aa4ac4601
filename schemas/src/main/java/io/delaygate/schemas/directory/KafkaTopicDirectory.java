package io.delaygate.schemas.directory;

import io.delaygate.schemas.background.Background;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import java.util.function.Predicate;
import org.apache.kafka.clients.admin.Admin;

/**
 * The directory of a running cluster. Topics that were asked for within the last minute are read
 * again every second in the background; others are read when asked for. Questions that callers wait
 * for are limited to {@value #QUESTIONS_PER_SECOND} per second, so that a flood of unknown names
 * cannot stop a stream thread; above that the answer is what is cached, or {@link
 * TopicStatus.Unreadable}.
 */
public final class KafkaTopicDirectory implements TopicDirectory, AutoCloseable {
  private static final int QUESTIONS_PER_SECOND = 50;
  private static final long IN_USE_NANOS = Duration.ofMinutes(1).toNanos();

  /** Above a few refresh intervals: covers one slow answer, not a dead cluster. */
  private static final long KNOWN_NANOS = Duration.ofSeconds(5).toNanos();

  /** Short, so that a topic created just now is found; long enough to spare the brokers. */
  private static final long MISSING_NANOS = Duration.ofMillis(200).toNanos();

  private final TopicReader reader;
  private final LongSupplier ticker;
  private final Map<String, Entry> entries = new ConcurrentHashMap<>();
  private final RefusedSizes refused = new RefusedSizes();
  private final ScheduledExecutorService refresher;
  private volatile long doubtedAt;
  private long secondStartedAt;
  private int questions;

  /**
   * Starts the background refresh.
   *
   * @param admin stays the caller's; must outlive this
   * @param written which topics we write to; of others it is enough that they exist
   * @param ticker monotonic nanoseconds
   */
  public KafkaTopicDirectory(
      Admin admin, DirectorySettings settings, Predicate<String> written, LongSupplier ticker) {
    this.reader = new TopicReader(admin, settings, written);
    this.ticker = ticker;
    this.doubtedAt = ticker.getAsLong();
    this.secondStartedAt = doubtedAt;
    this.refresher = Background.thread("topic-directory");
    var period = settings.refreshEvery().toMillis();
    var unused =
        refresher.scheduleWithFixedDelay(this::refresh, period, period, TimeUnit.MILLISECONDS);
  }

  @Override
  public TopicStatus status(String topic) {
    var now = ticker.getAsLong();
    return refused.correct(topic, told(topic, now), now);
  }

  private TopicStatus told(String topic, long now) {
    var entry = entries.get(topic);
    if (entry == null) {
      return ask(topic, now, new TopicStatus.Unreadable());
    }
    entry.askedAt = now;
    if (isFresh(entry, now)) {
      return entry.status;
    }
    return ask(topic, now, isKnown(entry, now) ? entry.status : new TopicStatus.Unreadable());
  }

  @Override
  public void doubt() {
    doubtedAt = ticker.getAsLong();
  }

  /**
   * A topic refused a record as too large. From now on it is known to take less, for an hour or
   * until another limit of it is told.
   *
   * @param bytes the record's size as {@link TargetCheck#bytes} measures it
   */
  public void refused(String topic, long bytes) {
    var entry = entries.get(topic);
    if (entry != null && entry.status instanceof TopicStatus.Writable known) {
      refused.add(topic, bytes, known.maxMessageBytes(), ticker.getAsLong());
    }
  }

  @Override
  public void close() {
    refresher.shutdownNow();
  }

  private boolean isFresh(Entry entry, long now) {
    var mayAppear = !(entry.status instanceof TopicStatus.Writable);
    return isKnown(entry, now) && !(mayAppear && now - entry.readAt >= MISSING_NANOS);
  }

  private boolean isKnown(Entry entry, long now) {
    return entry.readAt - doubtedAt > 0 && now - entry.readAt < KNOWN_NANOS;
  }

  /** What the background refresh said last stands in where no more questions may be asked. */
  private TopicStatus ask(String topic, long now, TopicStatus unasked) {
    if (!mayAsk(now)) {
      return unasked;
    }
    var status = reader.read(List.of(topic)).getOrDefault(topic, new TopicStatus.Unreadable());
    store(topic, status, now, now);
    return status;
  }

  private synchronized boolean mayAsk(long now) {
    if (now - secondStartedAt >= TimeUnit.SECONDS.toNanos(1)) {
      secondStartedAt = now;
      questions = 0;
    }
    questions++;
    return questions <= QUESTIONS_PER_SECOND;
  }

  /** What is dated with the time before the question: an answer is never fresher than that. */
  private void store(String topic, TopicStatus status, long readAt, long askedAt) {
    entries.put(topic, new Entry(status, readAt, askedAt));
  }

  private void refresh() {
    var now = ticker.getAsLong();
    entries.values().removeIf(entry -> now - entry.askedAt > IN_USE_NANOS);
    var inUse = new ArrayList<>(entries.keySet());
    var read = reader.read(inUse);
    read.forEach(
        (topic, status) -> {
          var entry = entries.get(topic);
          if (entry != null && !(status instanceof TopicStatus.Unreadable)) {
            store(topic, status, now, entry.askedAt);
          }
        });
  }

  private static final class Entry {
    private final TopicStatus status;
    private final long readAt;
    private volatile long askedAt;

    private Entry(TopicStatus status, long readAt, long askedAt) {
      this.status = status;
      this.readAt = readAt;
      this.askedAt = askedAt;
    }
  }
}
