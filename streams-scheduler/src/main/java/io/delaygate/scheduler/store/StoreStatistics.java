package io.delaygate.scheduler.store;

import io.delaygate.schemas.job.JobState;
import io.delaygate.schemas.job.Policy;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Statistics of the jobs of a store, kept without a scan: exact counts of pending and dead ones by
 * state and target topic, and once more by state and namespace; number and bytes of ended ones; and
 * low watermarks: one for each priority of the timeline, one for ends. Derived from the jobs as the
 * index is, with each change that the store makes or restores, and so never logged.
 *
 * <p>The thread that writes the store changes it and sees it as it is; other threads see the
 * committed state. They never wait for the disk here.
 */
final class StoreStatistics {
  private final CountMap topics = new CountMap();
  private final CountMap namespaces = new CountMap();
  private final LowWatermark[] wakes = new LowWatermark[Policy.LAST + 1];
  private final LowWatermark ends = new LowWatermark();
  private long pending;
  private volatile long committedPending;
  private HistoryCount history = HistoryCount.NONE;
  private volatile HistoryCount committedHistory = HistoryCount.NONE;
  private volatile ScanWatermarks committedCursor = ScanWatermarks.START;
  private volatile long committedEndsMs = LowWatermark.NOT_LOOKED;
  private volatile long position = JobReader.NOTHING_READ;
  private long stagedPosition = JobReader.NOTHING_READ;

  /** Of a store without jobs, or of one whose jobs are yet to be counted. */
  StoreStatistics() {
    Arrays.setAll(wakes, priority -> new LowWatermark());
  }

  /** A job went from one place to another; null for none. */
  void moved(@Nullable IndexEntry from, @Nullable IndexEntry to) {
    IndexEntry.keysOf(to).forEach(this::admit);
    history = history.moved(from, to);
    var before = from == null ? null : from.count();
    var after = to == null ? null : to.count();
    if (before == null ? after != null : !before.equals(after)) {
      recount(from, to);
    }
  }

  private void admit(byte[] indexKey) {
    switch (indexKey[0]) {
      case KeySpaces.TIMELINE -> wakes(KeySpaces.priority(indexKey)).admit(KeySpaces.ms(indexKey));
      case KeySpaces.ENDED -> ends.admit(KeySpaces.endedMs(indexKey));
      default -> {
        // a parked job waits for its target, a ready one for a worker, and a dead one for a person
      }
    }
  }

  /** A job keeps its namespace, and so changes its count there with that of its state only. */
  private synchronized void recount(@Nullable IndexEntry from, @Nullable IndexEntry to) {
    if (from != null) {
      count(from, -1);
    }
    if (to != null) {
      count(to, 1);
    }
  }

  private void count(IndexEntry place, long change) {
    var key = place.count();
    if (key == null) {
      return;
    }
    addTopics(key, change);
    if (place.namespace() != null) {
      addNamespaces(NamespaceCount.key(JobCount.state(key), place.namespace()), change);
    }
  }

  /** More jobs of a state and topic. */
  synchronized void addTopics(String key, long change) {
    topics.add(key, change);
    if (JobCount.state(key).isPending()) {
      pending += change;
    }
  }

  /** More jobs of a state and namespace. */
  synchronized void addNamespaces(String key, long change) {
    namespaces.add(key, change);
  }

  /** More ended jobs. */
  void addHistory(HistoryCount more) {
    history = history.plus(more);
  }

  /** Ended jobs, as the writer sees them. */
  HistoryCount history() {
    return history;
  }

  /** Committed ended jobs. Any thread. */
  HistoryCount committedHistory() {
    return committedHistory;
  }

  /** Jobs by state and topic, of those that changed since the last commit. */
  synchronized Map<String, Long> changedTopics() {
    return topics.changed();
  }

  /** Jobs by state and namespace, of those that changed since the last commit. */
  synchronized Map<String, Long> changedNamespaces() {
    return namespaces.changed();
  }

  /** The present state is committed. */
  synchronized void commit() {
    topics.commit();
    namespaces.commit();
    committedPending = pending;
    committedHistory = history;
    committedCursor = cursor();
    committedEndsMs = ends.ms();
    position = stagedPosition;
  }

  /** Commands below this offset are taken in. */
  void readTo(long offset) {
    stagedPosition = offset;
  }

  /** The offset of the first command that is not committed. Any thread. */
  long position() {
    return position;
  }

  /** Committed pending jobs, whatever their state. Any thread. */
  long pending() {
    return committedPending;
  }

  /** Pending jobs of a target, as the writer sees them. */
  long pending(String topic) {
    var jobs = 0L;
    for (var state : JobState.values()) {
      if (state.isPending()) {
        jobs += topics.get(JobCount.key(state, topic));
      }
    }
    return jobs;
  }

  /** No job of that priority in the timeline wakes below this. */
  LowWatermark wakes(int priority) {
    return wakes[priority];
  }

  /** No job of the timeline wakes before this, epoch milliseconds. */
  long nextWakeMs() {
    var next = Long.MAX_VALUE;
    for (var watermark : wakes) {
      next = Math.min(next, watermark.ms());
    }
    return next;
  }

  /**
   * The same for priorities that were scanned, as far as it is committed. A job that left counts
   * until that is committed, which takes seconds where brokers slow down: no consumer can read it
   * before. Any thread.
   */
  long nextSeenWakeMs() {
    return committedCursor.wakesMs().stream()
        .mapToLong(ms -> ms)
        .filter(ms -> ms != LowWatermark.NOT_LOOKED)
        .min()
        .orElse(Long.MAX_VALUE);
  }

  /** Scan watermarks of the whole timeline. */
  ScanWatermarks cursor() {
    return new ScanWatermarks(Arrays.stream(wakes).map(LowWatermark::ms).toList());
  }

  /** The same as it is committed. Any thread. */
  ScanWatermarks committedCursor() {
    return committedCursor;
  }

  /** No job that is still known ended below this. */
  LowWatermark ends() {
    return ends;
  }

  /** Before this no committed job ended that is still known, epoch milliseconds. Any thread. */
  long committedEndsMs() {
    return committedEndsMs;
  }

  /** A copy of what is committed. Any thread. */
  synchronized StatisticsView view() {
    return new StatisticsView(
        topics.listCommitted(JobCount::of),
        namespaces.listCommitted(NamespaceCount::of),
        committedCursor,
        committedHistory);
  }

  /** All low watermarks, in a fixed order. */
  List<LowWatermark> watermarks() {
    var watermarks = new ArrayList<>(List.of(wakes));
    watermarks.add(ends);
    return watermarks;
  }
}
