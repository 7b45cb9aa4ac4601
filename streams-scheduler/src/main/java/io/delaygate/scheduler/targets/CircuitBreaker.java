package io.delaygate.scheduler.targets;

import io.delaygate.scheduler.targets.Circuit.State;
import io.delaygate.schemas.command.Refusal;
import io.delaygate.schemas.contract.JobId;
import io.delaygate.schemas.contract.ReasonCode;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.WeakHashMap;
import org.apache.kafka.common.TopicPartition;
import org.jspecify.annotations.Nullable;

/**
 * Circuit breaker for partitions and jobs whose records brokers refused, shared by all tasks of a
 * process; it outlives rolled back transactions and replaced threads. A partition that refused gets
 * nothing until a trial was accepted; a job whose record was refused is tried alone, while the jobs
 * behind it pass.
 *
 * <p>In memory: after a restart or a move to another scheduler each cause costs one more roll-back.
 * Thread-safe; never blocks.
 */
public final class CircuitBreaker implements Obstacles {
  /** Above this many jobs that are refused one by one, their partition is taken for the cause. */
  static final int JOBS = 10_000;

  /** Time for which a partition is watched after a refusal. */
  private static final long TROUBLED_MS = 600_000;

  private final Map<TopicPartition, Circuit> partitions = new HashMap<>();
  private final Map<JobId, Suspect> jobs = new LinkedHashMap<>();
  private final Map<TopicPartition, Long> troubled = new HashMap<>();
  private final BreakerLog log = new BreakerLog();
  private final Map<Thread, TopicPartition> riding = new WeakHashMap<>();
  private volatile boolean isQuiet = true;

  /** Whether nothing was refused lately. Costs one read: asked for each delivery. */
  public boolean isQuiet() {
    return isQuiet;
  }

  /** Whether a record of a job may go to a partition now. */
  public BreakerDecision passage(TopicPartition partition, @Nullable JobId job, long nowMs) {
    return isQuiet ? BreakerDecision.FREE : look(partition, job, nowMs);
  }

  private synchronized BreakerDecision look(
      TopicPartition partition, @Nullable JobId job, long nowMs) {
    var suspect = suspect(job);
    var circuit = partitions.get(partition);
    if (suspect != null) {
      if (suspect.verdict != null) {
        return new BreakerDecision.Condemned(suspect.verdict);
      }
      if (suspect.own.state() == State.OPEN) {
        return new BreakerDecision.Stopped(
            suspect.own.obstacle(), suspect.own.isTrialDue(nowMs), true);
      }
    }
    return circuit == null || (circuit.state() != State.OPEN && mayRide(circuit, partition))
        ? BreakerDecision.FREE
        : new BreakerDecision.Stopped(circuit.obstacle(), circuit.isTrialDue(nowMs), false);
  }

  private boolean mayRide(Circuit circuit, TopicPartition partition) {
    if (!circuit.ridesAlone()) {
      return true;
    }
    var other = riding.putIfAbsent(Thread.currentThread(), partition);
    return other == null || other.equals(partition);
  }

  /** A transaction was rolled back. */
  public synchronized void refused(RefusedSend refused, long nowMs) {
    forget(nowMs);
    var isOfRecords = refused.isRecord() && !refused.jobs().isEmpty() && jobs.size() < JOBS;
    for (var job : refused.jobs()) {
      if (jobs.size() < JOBS || jobs.containsKey(job)) {
        suspect(job, refused, isOfRecords ? 0 : Circuit.FIRST_PAUSE_MS, nowMs);
      }
    }
    if (!isOfRecords) {
      for (var partition : refused.partitions()) {
        open(partition, refused, nowMs);
      }
    }
    isQuiet = partitions.isEmpty() && jobs.isEmpty();
  }

  private @Nullable Suspect suspect(@Nullable JobId job) {
    return job == null ? null : jobs.get(job);
  }

  private void suspect(JobId job, RefusedSend refused, long firstPauseMs, long nowMs) {
    jobs.computeIfAbsent(
            job, id -> new Suspect(new Circuit(refused.reason(), refused.text(), nowMs)))
        .own
        .refuse(refused.reason(), refused.text(), firstPauseMs, nowMs);
  }

  private void open(TopicPartition partition, RefusedSend refused, long nowMs) {
    var circuit =
        partitions.computeIfAbsent(
            partition, any -> new Circuit(refused.reason(), refused.text(), nowMs));
    var pauseMs = refused.isShownByTrials() ? Circuit.FIRST_PAUSE_MS : Circuit.BLIND_PAUSE_MS;
    circuit.refuse(refused.reason(), refused.text(), pauseMs, nowMs);
    troubled.put(partition, nowMs);
    log.setAside(partition, circuit.obstacle());
  }

  /**
   * Takes note that a trial of a record begins.
   *
   * @param job whose delivery it is; null for any other record, which only speaks of its partition
   * @return false if one is under way, or none is due any more
   */
  public synchronized boolean beginTrial(
      TopicPartition partition, @Nullable JobId job, long nowMs) {
    var suspect = suspect(job);
    if (suspect != null && suspect.own.state() == State.OPEN) {
      return suspect.own.takeTrial(nowMs);
    }
    var circuit = partitions.get(partition);
    return circuit != null && circuit.takeTrial(nowMs);
  }

  /** A trial was accepted: the partition takes records, and the job's own is one of them. */
  public synchronized void trialAccepted(TopicPartition partition, @Nullable JobId job) {
    var suspect = suspect(job);
    if (suspect != null) {
      suspect.own.halfOpen();
    }
    halfOpen(partition);
  }

  private void halfOpen(TopicPartition partition) {
    var circuit = partitions.get(partition);
    if (circuit != null && circuit.state() == State.OPEN) {
      circuit.halfOpen();
    }
  }

  /**
   * A trial was refused. A record that was refused before, and now alone, is condemned; the first
   * refusal of a record in a trial is followed by a trial of its own. An unknown error of a job
   * that is tried alone says nothing about the partition, which may take others. Replies and events
   * of a topic are all alike: an error of one blames their partition.
   */
  public synchronized void trialRefused(
      TopicPartition partition, @Nullable JobId job, SendError error, String text, long nowMs) {
    var suspect = suspect(job);
    if (job != null && error.blame() == SendError.Blame.RECORD) {
      if (suspect != null) {
        suspect.verdict = Refusal.of(error.reason(), text);
      } else {
        var refused = new RefusedSend(Set.of(partition), Set.of(job), true, error.reason(), text);
        suspect(job, refused, 0, nowMs);
      }
      halfOpen(partition);
      return;
    }
    var circuit = partitions.get(partition);
    if (suspect != null) {
      suspect.own.refuse(error.reason(), text, Circuit.FIRST_PAUSE_MS, nowMs);
    } else if (circuit != null && circuit.state() == State.OPEN) {
      circuit.refuse(error.reason(), text, Circuit.FIRST_PAUSE_MS, nowMs);
    }
  }

  /** A trial ended without a verdict. */
  public synchronized void trialFailed(TopicPartition partition, @Nullable JobId job, long nowMs) {
    var suspect = suspect(job);
    var circuit = suspect == null ? partitions.get(partition) : suspect.own;
    if (circuit != null) {
      circuit.postpone(nowMs);
    }
  }

  /** A transaction with records of these partitions and jobs was committed. */
  public void committed(Set<TopicPartition> sent, long nowMs) {
    if (!isQuiet) {
      close(sent, nowMs);
    }
  }

  private synchronized void close(Set<TopicPartition> sent, long nowMs) {
    riding.remove(Thread.currentThread());
    for (var partition : sent) {
      var circuit = partitions.get(partition);
      if (circuit != null && circuit.state() == State.HALF_OPEN) {
        circuit.close();
        log.accepted(partition, nowMs - circuit.obstacle().sinceMs());
      }
    }
    forget(nowMs);
  }

  /**
   * A transaction failed, and any of these partitions may be the cause: from now on each rides in a
   * transaction without the others, until that is committed, or fails and so shows the cause.
   */
  public synchronized void rideAlone(Set<TopicPartition> sent, String text, long nowMs) {
    for (var partition : sent) {
      partitions
          .computeIfAbsent(partition, any -> new Circuit(ReasonCode.TARGET_REFUSED, text, nowMs))
          .rideAlone(nowMs);
    }
    isQuiet = partitions.isEmpty() && jobs.isEmpty();
  }

  /** The one suspect partition that has records in the calling thread's transaction. */
  public synchronized Optional<TopicPartition> riding() {
    return Optional.ofNullable(riding.get(Thread.currentThread()));
  }

  /** The calling thread's transaction was rolled back. */
  public synchronized void aborted() {
    riding.remove(Thread.currentThread());
  }

  /** A partition has no leader: its transactions may hang when it is back. */
  public synchronized void noteLostLeader(TopicPartition partition, long nowMs) {
    troubled.put(partition, nowMs);
  }

  /** Partitions that had no leader, or gave no answer, within the last minutes. */
  public synchronized Set<TopicPartition> troubled(long nowMs) {
    troubled.values().removeIf(atMs -> nowMs - atMs > TROUBLED_MS);
    return Set.copyOf(troubled.keySet());
  }

  /** Forgets a job: it is dead, cancelled or delivered. */
  public void ended(JobId job) {
    if (!isQuiet) {
      synchronized (this) {
        jobs.remove(job);
      }
    }
  }

  @Override
  public Optional<Obstacle> of(String topic, @Nullable Integer partition) {
    return isQuiet ? Optional.empty() : find(topic, partition);
  }

  private synchronized Optional<Obstacle> find(String topic, @Nullable Integer partition) {
    return partitions.entrySet().stream()
        .filter(circuit -> circuit.getValue().state() == State.OPEN)
        .filter(circuit -> circuit.getKey().topic().equals(topic))
        .filter(circuit -> partition == null || circuit.getKey().partition() == partition)
        .findFirst()
        .map(circuit -> circuit.getValue().obstacle());
  }

  private void forget(long nowMs) {
    partitions.values().removeIf(circuit -> circuit.isForgotten(nowMs));
    jobs.values().removeIf(suspect -> suspect.isForgotten(nowMs));
    isQuiet = partitions.isEmpty() && jobs.isEmpty();
  }

  /** A job whose record was refused. */
  private static final class Suspect {
    /** A job that moved to another scheduler is forgotten then: no task here reports its end. */
    private static final long LOST_MS = 600_000;

    private final Circuit own;
    private @Nullable Refusal verdict;

    private Suspect(Circuit own) {
      this.own = own;
    }

    private boolean isForgotten(long nowMs) {
      return nowMs - own.obstacle().nextTryMs() > LOST_MS;
    }
  }
}
