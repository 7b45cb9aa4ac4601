package io.delaygate.scheduler.store;

import io.delaygate.schemas.job.Job;
import io.delaygate.schemas.job.KnownJob;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.kafka.common.utils.Bytes;
import org.apache.kafka.streams.state.KeyValueStore;
import org.jspecify.annotations.Nullable;

/**
 * Table of the jobs of sequences that came to their turn and have not ended, and of those that wait
 * for their turn. It remembers where the last sequences begin: each job that left lies before that
 * as a tombstone, and a long sequence would take a longer walk for each of its jobs. For the task's
 * thread only, except {@link #waiting}.
 */
public final class SequenceTable {
  /** Some 300 bytes for each. */
  private static final int REMEMBERED = 5_000;

  private final KeyValueStore<Bytes, byte[]> jobs;
  private final Map<String, Long> waiting = new ConcurrentHashMap<>();
  private final List<Sequence> withoutLeader = new ArrayList<>();
  private @Nullable Sequence admitted;

  private final Map<Sequence, Front> fronts =
      new LinkedHashMap<>(16, 0.75f, true) {
        @Override
        protected boolean removeEldestEntry(Map.Entry<Sequence, Front> eldest) {
          return size() > REMEMBERED;
        }
      };

  SequenceTable(KeyValueStore<Bytes, byte[]> jobs) {
    this.jobs = jobs;
  }

  /** A key was found at the start; they come in order, and so the one of the leader first. */
  void admit(byte[] key) {
    var sequence = Sequence.ofKey(key);
    var isWaiting = KeySpaces.ms(key) != KeySpaces.LEADS;
    if (isWaiting) {
      waiting.merge(KeySpaces.topicOf(key), 1L, Long::sum);
    }
    var isFirst = admitted == null || !admitted.equals(sequence);
    if (isWaiting && isFirst) {
      withoutLeader.add(sequence);
    }
    admitted = sequence;
  }

  /** Sequences of which jobs waited at the start, and none led: their next one may go. */
  public List<Sequence> withoutLeader() {
    return withoutLeader;
  }

  /** Whether another job of the same sequence leads, or is the first to go. */
  public boolean isBehind(Job job) {
    var sequence = job.leads() ? null : Sequence.of(job);
    if (sequence == null) {
      return false;
    }
    var next = next(sequence);
    return next == null ? front(sequence).isLed : !next.id().equals(job.id());
  }

  /** The waiting job whose turn it is; null where one leads already, or none waits. */
  public @Nullable Job next(Sequence sequence) {
    var front = front(sequence);
    if (front.isLed) {
      return null;
    }
    var next = first(sequence, front.from);
    front.from = next == null ? sequence.end() : sequence.keyOfWaiting(next);
    return next;
  }

  private Front front(Sequence sequence) {
    var known = fronts.get(sequence);
    if (known != null) {
      return known;
    }
    var first = first(sequence, sequence.prefix());
    var front = new Front(sequence.prefix(), first != null && first.leads());
    fronts.put(sequence, front);
    return front;
  }

  private @Nullable Job first(Sequence sequence, Bytes from) {
    var end = sequence.end();
    if (from.compareTo(end) >= 0) {
      return null;
    }
    try (var entries = new WakingJobs(jobs.range(from, end))) {
      return entries.hasNext() ? entries.next() : null;
    }
  }

  /**
   * Takes note that a job was changed.
   *
   * @return the sequence that it led and leads no more; null for none
   */
  public @Nullable Sequence changed(@Nullable KnownJob before, @Nullable KnownJob after) {
    count(before, -1);
    count(after, 1);
    var left = led(before);
    var now = led(after);
    setLed(left, false);
    setLed(now, true);
    if (after instanceof Job job && job.isWaitingForTurn()) {
      admitWaiting(job);
    }
    return left == null || left.equals(now) ? null : left;
  }

  private static @Nullable Sequence led(@Nullable KnownJob known) {
    return known instanceof Job job && job.leads() ? Sequence.of(job) : null;
  }

  private void setLed(@Nullable Sequence sequence, boolean isLed) {
    var front = sequence == null ? null : fronts.get(sequence);
    if (front != null) {
      front.isLed = isLed;
    }
  }

  private void admitWaiting(Job job) {
    var sequence = Sequence.of(job);
    var front = sequence == null ? null : fronts.get(sequence);
    if (sequence != null && front != null) {
      var key = sequence.keyOfWaiting(job);
      front.from = key.compareTo(front.from) < 0 ? key : front.from;
    }
  }

  private void count(@Nullable KnownJob known, long change) {
    if (known instanceof Job job && job.isWaitingForTurn()) {
      waiting.compute(job.target().topic(), (topic, jobs) -> sum(jobs, change));
    }
  }

  private static @Nullable Long sum(@Nullable Long jobs, long change) {
    var sum = (jobs == null ? 0 : jobs) + change;
    return sum == 0 ? null : sum;
  }

  /** Number of jobs of each topic that wait for their turn, uncommitted ones too. Any thread. */
  Map<String, Long> waiting() {
    return Map.copyOf(waiting);
  }

  /** Begin of a sequence: whether a job leads, and a key before which none waits. */
  private static final class Front {
    private Bytes from;
    private boolean isLed;

    private Front(Bytes from, boolean isLed) {
      this.from = from;
      this.isLed = isLed;
    }
  }
}
