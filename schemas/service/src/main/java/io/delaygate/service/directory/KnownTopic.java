package io.delaygate.service.directory;

import io.delaygate.service.directory.TopicReader.Reading;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicBoolean;
import org.apache.kafka.common.Uuid;
import org.jspecify.annotations.Nullable;

/**
 * One topic as the brokers told of it last. Answers are dated with the time before their question,
 * as an answer is never fresher than that. Thread-safe; reading waits for nobody.
 */
final class KnownTopic {
  /** Short, so that a topic created just now is found; long enough to spare the brokers. */
  static final long AGAIN_NANOS = Duration.ofMillis(200).toNanos();

  /** Above a few refresh intervals: covers one slow answer, not a dead cluster. */
  private static final long KNOWN_NANOS = Duration.ofSeconds(5).toNanos();

  /** Uses are noted this finely, so that threads do not write the same field all the time. */
  private static final long USE_NANOS = Duration.ofSeconds(1).toNanos();

  private static final TopicStatus UNREADABLE = new TopicStatus.Unreadable();

  private final String name;
  private final AtomicBoolean asked = new AtomicBoolean();
  private volatile Told told;
  private volatile long triedAt;
  private volatile long usedAt;

  /** Status and the time at which it was told: read together. */
  private record Told(TopicStatus status, boolean isSeen, @Nullable Uuid id, long at) {}

  /** Change that an answer brought. */
  enum Change {
    NOTHING,
    GONE,
    REMADE
  }

  KnownTopic(String name, long now) {
    this.name = name;
    this.told = new Told(UNREADABLE, false, null, now);
    this.triedAt = now - AGAIN_NANOS;
    this.usedAt = now;
  }

  String name() {
    return name;
  }

  /** Cached status; unreadable where it is too old. */
  TopicStatus status(long now) {
    var last = told;
    return now - last.at < KNOWN_NANOS ? last.status : UNREADABLE;
  }

  void use(long now) {
    if (now - usedAt >= USE_NANOS) {
      usedAt = now;
    }
  }

  boolean isUnused(long now, long most) {
    return now - usedAt > most;
  }

  /** Whether it existed when it was told of last. */
  boolean isSeen() {
    return told.isSeen;
  }

  /** Whether the brokers said that it does not exist, or hide it from us. */
  boolean isAbsent() {
    var last = told;
    return !last.isSeen && !(last.status instanceof TopicStatus.Unreadable);
  }

  /** Whether it is known; of one that takes nothing now, that this was told later than then. */
  boolean isJudged(long now, long since) {
    var status = status(now);
    return !(status instanceof TopicStatus.Unreadable)
        && (status instanceof TopicStatus.Writable || told.at - since > 0);
  }

  /** Whether it is worth a question: what is not known, or may have changed for the better. */
  boolean isDue(long now) {
    return !(status(now) instanceof TopicStatus.Writable) && now - triedAt >= AGAIN_NANOS;
  }

  /** Notes that it waits for an answer; false when it did. */
  boolean ask() {
    return asked.compareAndSet(false, true);
  }

  boolean isAsked() {
    return asked.get();
  }

  /** Takes an answer, unless there is a later one; where nobody told, what is known stands. */
  synchronized Change settle(Reading reading, long at) {
    asked.set(false);
    if (triedAt - at < 0) {
      triedAt = at;
    }
    var last = told;
    if (reading.status() instanceof TopicStatus.Unreadable || at - last.at < 0) {
      return Change.NOTHING;
    }
    var isSeen = reading.id() != null;
    told = new Told(reading.status(), isSeen, isSeen ? reading.id() : last.id, at);
    if (isSeen) {
      return isOther(last.id, reading.id()) ? Change.REMADE : Change.NOTHING;
    }
    return last.isSeen ? Change.GONE : Change.NOTHING;
  }

  /** The brokers showed again that it is as it was. */
  synchronized void confirm(long at) {
    var last = told;
    if (at - last.at > 0) {
      told = new Told(last.status, last.isSeen, last.id, at);
    }
  }

  private static boolean isOther(@Nullable Uuid before, @Nullable Uuid now) {
    return before != null
        && now != null
        && !before.equals(Uuid.ZERO_UUID)
        && !now.equals(Uuid.ZERO_UUID)
        && !before.equals(now);
  }
}
