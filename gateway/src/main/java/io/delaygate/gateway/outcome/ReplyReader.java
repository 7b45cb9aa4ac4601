package io.delaygate.gateway.outcome;

import io.delaygate.gateway.outcome.OutcomeMetrics.SkippedReply;
import io.delaygate.schemas.contract.DelayHeader;
import io.delaygate.service.logging.LogKey;
import io.delaygate.service.reading.ConsumerLoop;
import java.time.Duration;
import java.util.OptionalInt;
import java.util.function.Supplier;
import java.util.random.RandomGenerator;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.errors.RetriableException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Consumer loop that completes pending replies from one partition of the topic of replies. If its
 * consumer fails it opens a new one; callers get 503 until that one is assigned.
 */
final class ReplyReader implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(ReplyReader.class);

  /** Longest time that a poll blocks; a stop wakes it. */
  private static final Duration POLL = Duration.ofSeconds(1);

  /**
   * Polls without a reply before the partition is checked with one small request: if the topic was
   * deleted, a client does not fail, but asks the brokers for it without a pause.
   */
  private static final int QUIET_POLLS = 5;

  /** Before the first try, and in the moment between a consumer's failure and its reason. */
  private static final String NOT_YET = "outcomes are not available now";

  private final PendingReplies waiters;
  private final java.util.function.Consumer<SkippedReply> skipped;
  private final ReplyPartition place;
  private final ConsumerLoop thread;
  private volatile @Nullable Integer ready;
  private volatile String obstacle = NOT_YET;

  /** The obstacle that was logged last; empty again after a poll that succeeded. */
  private String logged = "";

  /**
   * Reads nothing before {@link #start}.
   *
   * @param connect opens consumers that are {@code read_committed} and belong to no group
   * @param skipped called for each reply that no caller gets
   */
  ReplyReader(
      String topic,
      Supplier<Consumer<byte[], byte[]>> connect,
      PendingReplies waiters,
      RandomGenerator random,
      java.util.function.Consumer<SkippedReply> skipped) {
    this.waiters = waiters;
    this.skipped = skipped;
    this.place = new ReplyPartition(topic, random);
    this.thread = new ConsumerLoop("replies", connect, new Bringing());
  }

  void start() {
    thread.start();
  }

  /** The partition of replies; empty while it is not read. */
  OptionalInt partition() {
    var partition = ready;
    return partition == null ? OptionalInt.empty() : OptionalInt.of(partition);
  }

  /** Why replies are not read now. */
  String obstacle() {
    return obstacle;
  }

  /** Stops reading; waits for the thread, but not for an unavailable broker. */
  @Override
  public void close() {
    thread.close();
  }

  private final class Bringing implements ConsumerLoop.Reading {
    @Override
    public void read(Consumer<byte[], byte[]> consumer) {
      try {
        if (takePlace(consumer)) {
          bring(consumer);
        }
      } finally {
        ready = null;
      }
    }

    @Override
    public void failed(Throwable failure) {
      hinder("the topic '" + place.topic() + "' cannot be read", failure);
    }
  }

  /** Tries until the partition is assigned; false when closing. */
  private boolean takePlace(Consumer<byte[], byte[]> consumer) {
    while (!thread.isClosing()) {
      try {
        // if a caller waits, its reply may lie behind the end of the partition
        if (place.take(consumer, !waiters.isEmpty())) {
          if (logged.isEmpty()) {
            tellPlace();
          }
          return true;
        }
        hinder("the topic '" + place.topic() + "' does not exist", null);
      } catch (RetriableException away) {
        hinder("the brokers do not report the topic '" + place.topic() + "'", away);
      }
      thread.pause();
    }
    return false;
  }

  private void tellPlace() {
    LOG.atInfo()
        .addKeyValue(LogKey.TOPIC.key(), place.topic())
        .addKeyValue(LogKey.PARTITION.key(), place.partition())
        .addKeyValue(LogKey.POSITION.key(), place.position())
        .log("Outcomes are available");
  }

  private void bring(Consumer<byte[], byte[]> consumer) {
    obstacle = NOT_YET;
    ready = place.partition();
    var quiet = 0;
    while (!thread.isClosing()) {
      var replies = consumer.poll(POLL);
      if (!logged.isEmpty()) {
        logged = "";
        tellPlace();
      }
      for (var reply : replies) {
        pass(reply);
        place.passed(reply.offset());
      }
      quiet = replies.isEmpty() ? quiet + 1 : 0;
      if (quiet == QUIET_POLLS) {
        place.verify(consumer);
        quiet = 0;
      }
    }
  }

  private void pass(ConsumerRecord<byte[], byte[]> reply) {
    var header = reply.headers().lastHeader(DelayHeader.CORRELATION_ID.headerName());
    var correlationId = header == null ? null : header.value();
    if (correlationId == null || !waiters.owns(correlationId)) {
      skipped.accept(SkippedReply.FOREIGN);
      return;
    }
    var waiter = waiters.find(correlationId);
    if (waiter == null) {
      skipped.accept(SkippedReply.LATE);
      return;
    }
    if (!waiter.isAbout(reply.key())) { // an address of another job
      skipped.accept(SkippedReply.FOREIGN);
      return;
    }
    ReplyRecord.parse(reply.value())
        .ifPresentOrElse(waiter::decided, () -> skipped.accept(SkippedReply.UNREADABLE));
  }

  /**
   * Logs each obstacle once, not each try. A reader without the right to read gets a place each
   * time, and fails only with its first poll.
   */
  private void hinder(String why, @Nullable Throwable failure) {
    obstacle = why;
    if (!why.equals(logged)) {
      logged = why;
      var line = LOG.atWarn().addKeyValue(LogKey.WHY.key(), why);
      if (failure != null) {
        line = line.addKeyValue(LogKey.FAILURE.key(), failure.toString());
      }
      line.log(
          "Outcomes are unavailable; callers that wait for one get 503 until the topic is"
              + " readable");
    }
  }
}
