package io.delaygate.gateway.handout;

import io.delaygate.gateway.handout.Leases.Taken;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import org.apache.kafka.clients.consumer.AcknowledgeType;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Hands out the jobs of one queue, in a thread of its own, for as long as somebody asks for them.
 *
 * <p>All records of a poll are decided before the next, as share groups demand; so throughput comes
 * from taking many at a time, and from reserving ahead of callers.
 */
final class QueueHandOut implements Runnable {
  private static final Logger LOG = LoggerFactory.getLogger(QueueHandOut.class);

  /**
   * Joining takes half of it; a record that came as the last caller left is held up for so long.
   */
  private static final Duration LINGER = Duration.ofSeconds(10);

  /** How often a queue is looked for that does not exist. */
  private static final Duration LOOK_AGAIN = Duration.ofMillis(200);

  private static final Duration PAUSE_AFTER_FAILURE = Duration.ofSeconds(1);

  private final HandOut.Queue queue;
  private final Supplier<Readers> readers;
  private final Leases leases;
  private final QueueTopics topics;
  private final Callers callers;
  private final LongSupplier ticker;
  private final BooleanSupplier mayEnd;
  private final CountDownLatch closing = new CountDownLatch(1);

  /** Who is told next when nothing is there. */
  private List<Runnable> doubters = List.of();

  /**
   * Hands out when it runs.
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
    this.callers = new Callers(work.ticker());
    this.mayEnd = mayEnd;
  }

  /** What all queues work with. */
  record Work(Leases leases, QueueTopics topics, LongSupplier ticker) {}

  Callers callers() {
    return callers;
  }

  /** Ends soon; what is in stock is given back. */
  void close() {
    closing.countDown();
  }

  @Override
  public void run() {
    try {
      while (!isClosed() && isThere()) {
        try (var open = readers.get()) {
          if (handOut(open)) {
            return;
          }
        } catch (RuntimeException failed) {
          LOG.atWarn().setCause(failed).log("A queue cannot be read; trying again");
          rest(PAUSE_AFTER_FAILURE);
        }
      }
    } catch (InterruptedException stopped) {
      Thread.currentThread().interrupt();
    } finally {
      callers.takeStock().forEach(leases::giveBack);
    }
  }

  /**
   * Waits until the queue has been published to: a share group that reads a topic of that name
   * would be made by each slip of the pen. False when nobody waits for it any more.
   */
  private boolean isThere() throws InterruptedException {
    var lastAskedAt = ticker.getAsLong();
    while (!isClosed() && !topics.exists(queue.topic())) {
      var lookers = callers.lookers();
      lookers.forEach(Runnable::run);
      if (!lookers.isEmpty()) {
        lastAskedAt = ticker.getAsLong();
      } else if (ticker.getAsLong() - lastAskedAt > LINGER.toNanos() && mayEnd.getAsBoolean()) {
        return false;
      }
      rest(LOOK_AGAIN);
    }
    return !isClosed();
  }

  private boolean isClosed() {
    return closing.getCount() == 0;
  }

  private void rest(Duration time) throws InterruptedException {
    var unused = closing.await(time.toMillis(), TimeUnit.MILLISECONDS);
  }

  /** True when nobody asks any more; false when the queue is gone. */
  private boolean handOut(Readers open) throws InterruptedException {
    var lastAskedAt = ticker.getAsLong();
    while (!isClosed()) {
      if (topics.isGone(queue.topic())) {
        callers.takeStock().forEach(leases::giveBack);
        return false;
      }
      callers.tooLong().forEach(leases::giveBack);
      var wanted = callers.wanted();
      if (topics.isPaused(queue.topic())) {
        callers.takeStock().forEach(leases::giveBack);
        letGo(open);
      } else if (!wanted.isEmpty()) {
        lastAskedAt = ticker.getAsLong();
        look(open, wanted);
      } else if (ticker.getAsLong() - lastAskedAt > LINGER.toNanos()
          && callers.isNobodyThere()
          && mayEnd.getAsBoolean()) {
        return true;
      } else {
        letGo(open);
      }
    }
    return true;
  }

  /** What still comes is for callers of other gateways. */
  private void letGo(Readers open) throws InterruptedException {
    doubters = List.of();
    if (!open.isFetching()) {
      callers.await(Readers.WAIT);
      return;
    }
    var read = open.rest();
    if (!read.isEmpty()) {
      read.forEach(one -> one.acknowledge(AcknowledgeType.RELEASE));
      open.commit();
    }
  }

  /** More may come than was asked for: it is taken, too, and waits for the next caller. */
  private void look(Readers open, List<Long> wanted) {
    if (doubters.isEmpty()) {
      doubters = callers.lookers();
      open.doubt();
    }
    var read = open.poll(wanted.size());
    if (read.isEmpty()) {
      if (open.isKnownEmpty()) {
        doubters.forEach(Runnable::run);
        doubters = List.of();
      }
      return;
    }
    doubters = List.of();
    var taken = new ArrayList<CompletableFuture<Taken>>();
    for (var i = 0; i < read.size(); i++) {
      var leaseMs = i < wanted.size() ? wanted.get(i) : callers.leaseAheadMs();
      taken.add(take(read.get(i).record(), leaseMs));
    }
    var ours = new ArrayList<Held>();
    for (var i = 0; i < read.size(); i++) {
      var end = taken.get(i).join();
      if (end instanceof Taken.Ours got) {
        ours.add(got.held());
      }
      read.get(i)
          .acknowledge(
              end instanceof Taken.Unsent ? AcknowledgeType.RELEASE : AcknowledgeType.ACCEPT);
    }
    open.commit();
    callers.give(ours).forEach(WaitingCall::settle);
  }

  /** What is no job of ours is of no use to anybody, and is passed over. */
  private CompletableFuture<Taken> take(ConsumerRecord<byte[], byte[]> record, long leaseMs) {
    return ReadyJob.of(record)
        .map(job -> leases.take(queue.name(), job, leaseMs))
        .orElseGet(() -> CompletableFuture.completedFuture(new Taken.Settled()));
  }
}
