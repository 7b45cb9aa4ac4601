package io.delaygate.scheduler.clients;

import io.delaygate.scheduler.targets.SendError;
import io.delaygate.scheduler.targets.SendError.Blame;
import io.delaygate.schemas.contract.JobId;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import java.util.function.LongSupplier;
import java.util.stream.Collectors;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.InterruptException;
import org.jspecify.annotations.Nullable;

/**
 * State of a stream thread's open transaction: its records without an acknowledgement, and those
 * that failed. The first failure dooms it: from then on no record is sent in it.
 *
 * <p>One thread sends and waits; the producer's thread acknowledges.
 */
final class OpenTransaction {
  /**
   * Longest silence of a target while records to the scheduler's own topics are acknowledged. A
   * healthy broker answers in milliseconds, a busy one in some hundred; the producer's own limit is
   * 4 s.
   */
  static final long SILENT_NANOS = TimeUnit.SECONDS.toNanos(1);

  /** Time between two checks for silent partitions during a wait for acknowledgements. */
  private static final long LOOK_NANOS = TimeUnit.MILLISECONDS.toNanos(20);

  /**
   * The same limit for throttled producers: near the producer's own, since brokers throttle for
   * seconds.
   */
  static final long THROTTLED_NANOS = TimeUnit.MILLISECONDS.toNanos(3_500);

  private final LongSupplier ticker;
  private final BooleanSupplier isThrottled;
  private final PartitionTraffic own = new PartitionTraffic();
  private final Map<TopicPartition, PartitionTraffic> others = new HashMap<>();
  private final AtomicInteger unanswered = new AtomicInteger();
  private final AtomicInteger answered = new AtomicInteger();
  private final Set<Exception> told =
      Collections.synchronizedSet(Collections.newSetFromMap(new IdentityHashMap<>()));
  private final ConcurrentLinkedQueue<Failure> failures = new ConcurrentLinkedQueue<>();
  private volatile @Nullable Failure doom;
  private volatile @Nullable Thread waiter;
  private long begunNanos;
  private boolean isFlushed = true;

  /**
   * Creates a transaction without records.
   *
   * @param ticker monotonic nanoseconds
   * @param isThrottled whether brokers delay the producer's requests; asked when a target is silent
   */
  OpenTransaction(LongSupplier ticker, BooleanSupplier isThrottled) {
    this.ticker = ticker;
    this.isThrottled = isThrottled;
  }

  /**
   * Counts a record that is about to be sent.
   *
   * @param isOwn whether it is for a topic that every task depends on, such as the changelog
   * @return the traffic that gets its acknowledgement
   */
  PartitionTraffic sending(ProducerRecord<byte[], byte[]> record, boolean isOwn) {
    var now = ticker.getAsLong();
    var traffic =
        isOwn ? own : others.computeIfAbsent(partition(record), any -> new PartitionTraffic());
    begunNanos = begunNanos == 0 ? now : begunNanos;
    traffic.sent(now);
    isFlushed = false;
    unanswered.incrementAndGet();
    return traffic;
  }

  /** Counts an acknowledged record. */
  void answered(PartitionTraffic traffic) {
    answered.incrementAndGet();
    settle(traffic);
  }

  /**
   * Counts a record that was refused, or will never be acknowledged.
   *
   * <p>A producer passes the failure of a record also to all records that wait behind it in the
   * transaction, whatever their size or topic: the same object, and to the failed record first
   * ({@code Sender.failBatch} before {@code abortUndrainedBatches}). So each failure object names
   * one record.
   *
   * @return whether this record was refused, and not one before it
   */
  boolean failed(
      PartitionTraffic traffic,
      ProducerRecord<byte[], byte[]> record,
      @Nullable JobId job,
      Exception why) {
    var isNew = told.add(why);
    if (isNew) {
      var failure = new Failure(partition(record), traffic != own, job, why);
      failures.add(failure);
      doom(failure);
    }
    settle(traffic);
    return isNew;
  }

  /** Dooms the transaction for a failure that no record is known to have caused. */
  void failed(Exception why) {
    doom(new Failure(null, false, null, why));
  }

  private void doom(Failure failure) {
    if (doom == null) {
      doom = failure;
    }
  }

  private void settle(PartitionTraffic traffic) {
    traffic.answered(ticker.getAsLong());
    if (unanswered.decrementAndGet() == 0 || doom != null) {
      LockSupport.unpark(waiter); // no effect without a waiting thread
    }
  }

  boolean isDoomed() {
    return doom != null;
  }

  /** Failure that doomed the transaction; null while it is not doomed. */
  @Nullable Failure doom() {
    return doom;
  }

  /** Whether each record was acknowledged or failed. */
  boolean isAnswered() {
    return unanswered.get() == 0;
  }

  /** Notes that the producer has flushed all records until now. */
  void flushed() {
    isFlushed = true;
  }

  /** Whether no record was sent since the last flush, and none has failed. */
  boolean isFlushed() {
    return isFlushed && !isDoomed();
  }

  /** Waits until each record is acknowledged, or the transaction is doomed. */
  void awaitAnswers(Runnable whileNothingIsAnswered) {
    waiter = Thread.currentThread();
    try {
      while (!isAnswered() && !isDoomed()) {
        LockSupport.parkNanos(this, LOOK_NANOS);
        if (Thread.currentThread().isInterrupted()) { // an interrupted thread does not park
          failed(new InterruptException("interrupted while waiting for acknowledgements"));
        }
        if (!isAnswered() && !isDoomed()) {
          look(whileNothingIsAnswered);
        }
      }
    } finally {
      waiter = null;
    }
  }

  private void look(Runnable whileNothingIsAnswered) {
    var now = ticker.getAsLong();
    if (isAnySilent(SILENT_NANOS, now)
        && (!isThrottled.getAsBoolean() || isAnySilent(THROTTLED_NANOS, now))) {
      failed(new Silence());
    } else if (answered.get() == 0 && now - begunNanos >= SILENT_NANOS / 2) {
      whileNothingIsAnswered.run();
    }
  }

  private boolean isAnySilent(long forNanos, long now) {
    return !own.isWaiting()
        && others.values().stream().anyMatch(traffic -> traffic.isSilent(forNanos, now));
  }

  /** Partitions of targets that the transaction has records for. */
  Set<TopicPartition> others() {
    return others.keySet();
  }

  /**
   * Partitions of targets that are silent while records to the scheduler's own topics are
   * acknowledged.
   */
  Set<TopicPartition> silent() {
    var now = ticker.getAsLong();
    return own.isWaiting()
        ? Set.of()
        : others.entrySet().stream()
            .filter(to -> to.getValue().isSilent(SILENT_NANOS / 2, now))
            .map(Map.Entry::getKey)
            .collect(Collectors.toSet());
  }

  /**
   * Jobs of a partition whose records the brokers call bad. A batch fails as a whole, and the
   * records that only shared the batch have another error.
   */
  Set<JobId> refusedRecords(TopicPartition partition) {
    var jobs = new HashSet<JobId>();
    for (var failure : failures) {
      if (failure.job != null
          && partition.equals(failure.partition)
          && SendError.of(failure.why).blame() == Blame.RECORD) {
        jobs.add(failure.job);
      }
    }
    return jobs;
  }

  /** Error of a record of a partition that the brokers call bad; null without one. */
  @Nullable Exception recordError(TopicPartition partition) {
    for (var failure : failures) {
      if (partition.equals(failure.partition)
          && SendError.of(failure.why).blame() == Blame.RECORD) {
        return failure.why;
      }
    }
    return null;
  }

  private static TopicPartition partition(ProducerRecord<byte[], byte[]> record) {
    var partition = record.partition();
    return new TopicPartition(record.topic(), partition == null ? -1 : partition);
  }

  /**
   * Failure of a record, or of the transaction as a whole.
   *
   * @param partition of the record; null where no record is known
   * @param isOther whether it is a partition of a target, not of the scheduler's own topics
   * @param job that the record delivered; null for any other record
   */
  record Failure(
      @Nullable TopicPartition partition, boolean isOther, @Nullable JobId job, Exception why) {}

  /** Failure of a target that does not answer. */
  static final class Silence extends RuntimeException {
    private static final long serialVersionUID = 1;

    Silence() {
      super(
          "no acknowledgement for a second, while other records of the transaction were"
              + " acknowledged");
    }
  }
}
