package io.delaygate.service.directory;

import io.delaygate.service.directory.TopicReader.Reading;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicBoolean;
import org.apache.kafka.common.Uuid;
import org.jspecify.annotations.Nullable;

/**
 * Cached status of one topic, as the brokers last reported it. An answer has the time of its
 * request, as it may be that old. Thread-safe; reads never block.
 */
final class KnownTopic {
  /**
   * Pause before a topic is asked about again: short, so that a new topic is found; long enough to
   * spare the brokers.
   */
  static final long AGAIN_NANOS = Duration.ofMillis(200).toNanos();

  /** A few refresh intervals: covers one slow answer, but not a cluster that is down. */
  private static final long KNOWN_NANOS = Duration.ofSeconds(5).toNanos();

  /** Resolution of the last use, so that threads do not write the same field all the time. */
  private static final long USE_NANOS = Duration.ofSeconds(1).toNanos();

  private static final TopicStatus UNREADABLE = new TopicStatus.Unreadable();

  private final String name;
  private final AtomicBoolean asked = new AtomicBoolean();
  private volatile Told told;
  private volatile long triedAt;
  private volatile long usedAt;

  /** Status and its time, which are read together. */
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

  /** Cached status; unreadable when it is too old. */
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

  /** Whether it existed according to the last answer. */
  boolean isSeen() {
    return told.isSeen;
  }

  /** Whether the brokers reported that it does not exist, or hide it from us. */
  boolean isAbsent() {
    var last = told;
    return !last.isSeen && !(last.status instanceof TopicStatus.Unreadable);
  }

  /** Whether its status is known; a status other than writable must be newer than {@code since}. */
  boolean isJudged(long now, long since) {
    var status = status(now);
    return !(status instanceof TopicStatus.Unreadable)
        && (status instanceof TopicStatus.Writable || told.at - since > 0);
  }

  /** Whether to ask again: it is not known to be writable, and was not asked about a moment ago. */
  boolean isDue(long now) {
    return !(status(now) instanceof TopicStatus.Writable) && now - triedAt >= AGAIN_NANOS;
  }

  /** Marks it as waiting for an answer; false when it already waits. */
  boolean ask() {
    return asked.compareAndSet(false, true);
  }

  boolean isAsked() {
    return asked.get();
  }

  /** Takes an answer, unless a later one is there; an unreadable answer keeps the last status. */
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

  /** Confirms the last status at a later time. */
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
