package io.delaygate.scheduler.clients;

import io.delaygate.scheduler.outbound.OutgoingRecord;
import io.delaygate.scheduler.outbound.Trials;
import io.delaygate.scheduler.targets.CircuitBreaker;
import io.delaygate.scheduler.targets.SendError;
import io.delaygate.scheduler.targets.SendError.Blame;
import io.delaygate.schemas.contract.JobId;
import io.delaygate.service.background.BackgroundFailures;
import java.time.Duration;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.streams.processor.api.Record;
import org.jspecify.annotations.Nullable;

/**
 * Background runner of trials: each sends one record in a transaction that is always aborted, and
 * reports the broker's answer to the circuit breaker. Plain readers may see the record once more,
 * as after any aborted transaction.
 *
 * <p>{@value #AT_ONCE} trials run at once, and one without an answer ends after {@value #LIMIT_MS}
 * ms. A thread that is idle for some seconds ends and closes its producer, which would otherwise go
 * on asking the brokers about topics. Thread-safe.
 */
public final class TrialRunner implements Trials, AutoCloseable {
  /** 1,000 targets that answer are tried within a second, silent ones within a minute. */
  static final int AT_ONCE = 16;

  private static final String TASK = "trial";

  /** More than a healthy broker needs; less than the shortest pause that has grown once. */
  static final int LIMIT_MS = 1_000;

  /** Longest queue; the circuit breaker allows at most one trial for each broken target. */
  private static final int QUEUED = 100_000;

  private final TrialProducers producers;
  private final CircuitBreaker breaker;
  private final LongSupplier wall;
  private final BackgroundFailures failures;
  private final ThreadPoolExecutor threads;

  /**
   * Creates a runner without threads; the first trial starts one.
   *
   * @param wall epoch milliseconds
   */
  public TrialRunner(
      TrialProducers producers,
      CircuitBreaker breaker,
      LongSupplier wall,
      BackgroundFailures failures) {
    this.producers = producers;
    this.breaker = breaker;
    this.wall = wall;
    this.failures = failures;
    failures.expect(TASK);
    this.threads =
        new ThreadPoolExecutor(
            AT_ONCE, AT_ONCE, 5, TimeUnit.SECONDS, new LinkedBlockingQueue<>(QUEUED), this::thread);
    threads.allowCoreThreadTimeOut(true);
  }

  private Thread thread(Runnable work) {
    var thread = new Thread(() -> producers.closeAfter(work), TASK);
    thread.setDaemon(true);
    return thread;
  }

  @Override
  public boolean begin(Record<byte[], OutgoingRecord> record, @Nullable JobId job, long nowMs) {
    var to = record.value();
    var partition = Objects.requireNonNull(to.partition(), "a trial needs a partition");
    var at = new TopicPartition(to.topic(), partition);
    if (!breaker.beginTrial(at, job, nowMs)) {
      return false;
    }
    var sent =
        new ProducerRecord<>(
            to.topic(), partition, record.timestamp(), record.key(), to.bytes(), record.headers());
    try {
      threads.execute(() -> run(at, job, sent));
    } catch (RejectedExecutionException tooMany) {
      breaker.trialFailed(at, job, nowMs);
      return false;
    }
    return true;
  }

  @Override
  public void ended(JobId job) {
    breaker.ended(job);
  }

  /** Runs a trial, and reports its end in any case: its target gets no other trial before. */
  private void run(TopicPartition at, @Nullable JobId job, ProducerRecord<byte[], byte[]> record) {
    try {
      send(at, job, record);
    } catch (RuntimeException | Error failed) {
      failures.failed(TASK, failed);
      breaker.trialFailed(at, job, wall.getAsLong());
    }
  }

  private void send(TopicPartition at, @Nullable JobId job, ProducerRecord<byte[], byte[]> record) {
    Producer<byte[], byte[]> producer;
    try {
      producer = producers.own();
      producer.beginTransaction();
    } catch (RuntimeException noTrial) {
      producers.giveUpOwn();
      breaker.trialFailed(at, job, wall.getAsLong());
      return;
    }
    try {
      producer.send(record).get(LIMIT_MS, TimeUnit.MILLISECONDS);
      producer.flush();
      breaker.trialAccepted(at, job);
    } catch (InterruptedException closed) {
      Thread.currentThread().interrupt();
    } catch (ExecutionException refused) {
      refused(at, job, refused.getCause() == null ? refused : refused.getCause());
    } catch (Exception refused) { // a time-out, or an exception of the send or the flush
      refused(at, job, refused);
    } finally {
      abort(producer);
    }
  }

  private void refused(TopicPartition at, @Nullable JobId job, Throwable why) {
    var error =
        why instanceof java.util.concurrent.TimeoutException
            ? SendError.of(new org.apache.kafka.common.errors.TimeoutException())
            : SendError.of(why);
    if (error.blame() == Blame.PRODUCER || error.blame() == Blame.OWNERSHIP) {
      producers.giveUpOwn();
      breaker.trialFailed(at, job, wall.getAsLong());
      return;
    }
    var text =
        why.getMessage() == null
            ? "the broker did not answer within %d ms".formatted(LIMIT_MS)
            : why.getMessage();
    breaker.trialRefused(at, job, error, text, wall.getAsLong());
  }

  private void abort(Producer<byte[], byte[]> producer) {
    try {
      producer.abortTransaction();
    } catch (RuntimeException blocked) {
      producers.giveUpOwn();
    }
  }

  @Override
  public void close() {
    threads.shutdownNow();
  }

  /** Settings of trial producers that override those of the tasks. */
  static Map<String, Object> limits() {
    return Map.of(
        "delivery.timeout.ms", LIMIT_MS,
        "request.timeout.ms", LIMIT_MS,
        "max.block.ms", LIMIT_MS,
        "linger.ms", 0);
  }

  /** Limit for closing a producer. */
  static Duration closing() {
    return Duration.ZERO;
  }
}
