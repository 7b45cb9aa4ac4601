package io.delaygate.gateway.handout;

import io.delaygate.gateway.handout.Leases.Taken;
import io.delaygate.schemas.background.BackgroundFailures;
import io.delaygate.schemas.shutdown.Deadline;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.errors.InterruptException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Hands out the jobs of one queue, for as long as somebody asks for them: in a thread of its own,
 * once the queue is there.
 *
 * <p>All records of a poll are decided before the next, as share groups demand; so throughput comes
 * from taking many at a time, on two lanes where one is not enough, and from reserving ahead of
 * callers.
 */
final class QueueHandOut {
  private static final Logger LOG = LoggerFactory.getLogger(QueueHandOut.class);

  /**
   * Joining takes half of it; a record that came as the last caller left is held up for so long.
   */
  private static final Duration LINGER = Duration.ofSeconds(10);

  private static final Duration PAUSE_AFTER_FAILURE = Duration.ofSeconds(1);

  private final HandOut.Queue queue;
  private final Supplier<Readers> readers;
  private final Leases leases;
  private final QueueTopics topics;
  private final Lookout lookout;
  private final BackgroundFailures failures;
  private final Callers callers;
  private final LongSupplier ticker;
  private final BooleanSupplier mayEnd;
  private final CountDownLatch closing = new CountDownLatch(1);
  private long soughtAt;
  private volatile @Nullable Thread reading;

  /** Whether it was looked at since it was begun, or is known to be missing. */
  private volatile boolean isKnown;

  /** Who is told next when nothing is there. */
  private List<Runnable> doubters = List.of();

  /**
   * Hands out when it was found.
   *
   * @param mayEnd asked when nobody has been there for long; true ends it, and nobody joins any
   *     more
   * @param readers opens what reads the queue
   */
  QueueHandOut(HandOut.Queue queue, Work work, BooleanSupplier mayEnd, Supplier<Readers> readers) {
    this.queue = queue;
    this.readers = readers;
    this.leases = work.leases();
    this.ticker = work.ticker();
    this.topics = work.topics();
    this.lookout = work.lookout();
    this.failures = work.failures();
    this.callers = new Callers(work.ticker());
    this.mayEnd = mayEnd;
    this.soughtAt = ticker.getAsLong();
  }

  /** What all queues work with. */
  record Work(
      Leases leases,
      QueueTopics topics,
      Lookout lookout,
      LongSupplier ticker,
      BackgroundFailures failures) {}

  Callers callers() {
    return callers;
  }

  /**
   * Whether a look at it was finished, so that who waits in vain may be told so. The first one
   * takes some seconds, in which its share group is joined.
   */
  boolean isKnown() {
    return isKnown;
  }

  /** Whether it was found. */
  boolean isRead() {
    return reading != null;
  }

  /** Whether it was looked for and is not there. */
  boolean isMissing() {
    return isKnown && !isRead();
  }

  /** Begins to end; what is in stock is given back. */
  void end() {
    closing.countDown();
  }

  /** Waits until it has ended, or the time is over. */
  void awaitEnd(Deadline deadline) throws InterruptedException {
    var thread = reading;
    if (thread != null) {
      thread.join(deadline.left().plusMillis(1).toMillis()); // zero would be for ever
    }
  }

  /** Whether it is there; then it is read from now on. For the lookout. */
  boolean isFound() {
    if (isClosed() || !topics.exists(queue.topic())) {
      return false;
    }
    isKnown = false;
    var thread = new Thread(this::read, "hand-out " + queue.topic());
    thread.setDaemon(true);
    reading = thread;
    thread.start();
    return true;
  }

  /**
   * Tells who waits that nothing is there; false when nobody has waited for long, and it has ended.
   * For the lookout.
   */
  boolean isSought() {
    isKnown = true;
    var lookers = callers.lookers();
    lookers.forEach(Runnable::run);
    if (!lookers.isEmpty()) {
      soughtAt = ticker.getAsLong();
    }
    var isForgotten = ticker.getAsLong() - soughtAt > LINGER.toNanos();
    return !isClosed() && !(isForgotten && mayEnd.getAsBoolean());
  }

  private void read() {
    try {
      while (!isClosed() && !isReadToItsEnd()) {
        rest(PAUSE_AFTER_FAILURE);
      }
    } catch (InterruptedException stopped) {
      Thread.currentThread().interrupt();
    } finally {
      callers.takeStock().forEach(leases::giveBack);
    }
  }

  /** Reads until nobody asks any more, or the queue is gone; false when that failed before. */
  private boolean isReadToItsEnd() {
    var isOver = false;
    try (var lanes = new Lanes(() -> new Lane(readers.get(), leases), ticker)) {
      var isGone = !handOut(lanes);
      isOver = true;
      if (isGone) {
        miss();
      }
    } catch (InterruptedException | InterruptException stopped) {
      Thread.currentThread().interrupt();
    } catch (KafkaException unanswered) {
      LOG.atWarn().setCause(unanswered).log("A queue cannot be read; trying again");
    } catch (RuntimeException | Error failed) { // callers would wait for a thread that is gone
      failures.failed(HandOut.READING, failed);
    }
    return isOver;
  }

  private void miss() {
    soughtAt = ticker.getAsLong();
    reading = null;
    lookout.lookFor(this);
  }

  private boolean isClosed() {
    return closing.getCount() == 0;
  }

  private void rest(Duration time) throws InterruptedException {
    var unused = closing.await(time.toMillis(), TimeUnit.MILLISECONDS);
  }

  /** True when nobody asks any more; false when the queue is gone. */
  private boolean handOut(Lanes lanes) throws InterruptedException {
    var lastAskedAt = ticker.getAsLong();
    while (!isClosed()) {
      var lane = lanes.next();
      give(lane.settle());
      if (topics.isGone(queue.topic())) {
        giveBackAll(lanes);
        return false;
      }
      callers.tooLong().forEach(leases::giveBack);
      var wanted = callers.wanted(lanes.underWay());
      if (topics.isPaused(queue.topic())) {
        giveBackAll(lanes);
        isKnown = true;
        callers.lookers().forEach(Runnable::run);
        letGo(lanes);
      } else if (!wanted.isEmpty()) {
        lastAskedAt = ticker.getAsLong();
        look(lanes, lane, wanted);
      } else if (lanes.underWay() == 0) {
        if (ticker.getAsLong() - lastAskedAt > LINGER.toNanos()
            && callers.isNobodyThere()
            && mayEnd.getAsBoolean()) {
          return true;
        }
        letGo(lanes);
      }
    }
    giveBackAll(lanes);
    return true;
  }

  private void give(List<Held> ours) {
    if (!ours.isEmpty()) {
      callers.give(ours).forEach(WaitingCall::settle);
    }
  }

  private void giveBackAll(Lanes lanes) {
    lanes.settle().forEach(leases::giveBack);
    callers.takeStock().forEach(leases::giveBack);
  }

  /** What still comes is for callers of other gateways. */
  private void letGo(Lanes lanes) throws InterruptedException {
    doubters = List.of();
    lanes.demand(0);
    if (lanes.isFetching()) {
      lanes.letGo();
    } else {
      callers.await(Readers.WAIT);
    }
  }

  private void look(Lanes lanes, Lane lane, List<Long> wanted) {
    if (!lanes.isFirst(lane)) {
      if (wanted.size() < Readers.LARGEST) {
        lane.letGo(Duration.ZERO);
      } else {
        take(lane, lane.readers().poll(wanted.size(), Duration.ZERO), wanted);
      }
      return;
    }
    if (doubters.isEmpty()) {
      doubters = callers.lookers();
      lane.readers().doubt();
    }
    var isAlone = lanes.underWay() == 0;
    var read = lane.readers().poll(wanted.size(), isAlone ? Readers.WAIT : Duration.ZERO);
    if (read.isEmpty() && isAlone && lane.readers().isKnownEmpty()) {
      isKnown = true;
      doubters.forEach(Runnable::run);
      doubters = List.of();
    }
    take(lane, read, wanted);
    var isFull = read.size() >= Readers.LARGEST;
    lanes.demand(isFull ? wanted.size() - read.size() : 0);
  }

  /** More may come than was asked for: it is taken, too, and waits for the next caller. */
  private void take(Lane lane, List<Readers.Read> read, List<Long> wanted) {
    if (read.isEmpty()) {
      return;
    }
    isKnown = true;
    doubters = List.of();
    var taken = new ArrayList<CompletableFuture<Taken>>();
    for (var i = 0; i < read.size(); i++) {
      var leaseMs = i < wanted.size() ? wanted.get(i) : callers.leaseAheadMs();
      taken.add(take(read.get(i).record(), leaseMs));
    }
    lane.asked(read, taken);
  }

  /** What is no job of ours is of no use to anybody, and is passed over. */
  private CompletableFuture<Taken> take(ConsumerRecord<byte[], byte[]> record, long leaseMs) {
    return ReadyJob.of(record)
        .map(job -> leases.take(queue.name(), job, leaseMs))
        .orElseGet(() -> CompletableFuture.completedFuture(new Taken.Settled()));
  }
}
