package io.delaygate.gateway.queues;

import io.delaygate.service.background.BackgroundFailures;
import io.delaygate.service.background.GuardedScheduler;
import io.delaygate.service.shutdown.Deadline;
import java.time.Duration;
import java.util.BitSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.LongSupplier;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * Dispatcher of jobs of queues to long-polling callers. A queue without calls costs nothing; one
 * with calls costs some memory, and no thread or connection. Thread-safe.
 *
 * <p>A call for several queues looks at the second only when the first was found empty, and so on;
 * then it waits at all of them.
 */
public final class QueueDispatcher {
  /**
   * A call without a wait is answered after this time at the latest, even if other gateways reserve
   * every ready job first. Schedulers that do not answer are given up sooner.
   */
  private static final Duration LOOK = Duration.ofSeconds(4);

  /** Pause between looks at paused queues, and at those whose last look failed. */
  private static final Duration AGAIN = Duration.ofSeconds(1);

  /** Longest wait of a stop for reservations. One takes some 50 ms, unless brokers are away. */
  private static final Duration STOP = Duration.ofSeconds(5);

  private final QueueReserver.Work work;
  private final ReadyNewsPoller news;
  private final GuardedScheduler again;
  private final Map<String, QueueReserver> running = new ConcurrentHashMap<>();
  private final Set<PendingReserve> calls = ConcurrentHashMap.newKeySet();
  private volatile boolean closed;

  /**
   * Creates a dispatcher without calls.
   *
   * @param isPaused whether a queue is paused, by its topic
   * @param ticker monotonic nanoseconds
   */
  public QueueDispatcher(
      ReadyJobsClient ready,
      Predicate<String> isPaused,
      LeaseClient leases,
      LongSupplier ticker,
      BackgroundFailures failures) {
    this.work = new QueueReserver.Work(ready, isPaused, leases, new LeaseMargin(), ticker);
    this.news = ready.watch(running::keySet, this::news, failures);
    this.again = new GuardedScheduler("queue-looks", failures);
    again.repeat(AGAIN, AGAIN, () -> running.values().forEach(QueueReserver::lookIfTroubled));
  }

  /** Queue by the name that callers use, and the target topic of its jobs. */
  public record Queue(String name, String topic) {}

  /** Counts jobs that are about to be sent to a caller. */
  void handedOut(int jobs) {
    work.leases().counts().handedOut(jobs);
  }

  /** Ends a call when the gateway stops, if it has not ended before. */
  void endAtStop(PendingReserve call) {
    calls.add(call);
    var unused = call.answer().whenComplete((given, failure) -> calls.remove(call));
    if (closed) { // after it was added: either this or close() sees it
      call.stop();
    }
  }

  /**
   * Serves a call until jobs are there or its time is over; with 0 it looks once. The answer is
   * empty only when all partitions have reported that nothing is ready.
   */
  void await(PendingReserve call, List<Queue> queues, Duration time) {
    var visit = new Visit(call, queues, !time.isZero());
    if (!time.isZero()) {
      call.after(time, visit::timeIsOver);
    }
    call.after(time.plus(LOOK), visit::giveUp);
    visit.next();
  }

  /**
   * Ends a call that looks at other sources than queues, after its time; no later than one at a
   * queue.
   */
  static void endInTime(PendingReserve call, Duration time) {
    call.after(time.isZero() ? LOOK : time, call::end);
  }

  /** Handles the disconnect of a caller; jobs on their way to it go to other calls. */
  void leave(PendingReserve call, List<Queue> queues) {
    giveBack(call.leave());
    forget(call, queues);
  }

  /** The wish of a worker of this gateway for the jobs of a queue; it has to be begun. */
  public StandingReserve standing(Queue queue, StandingReserve.Worker worker) {
    return new StandingReserve(
        worker,
        new StandingReserve.Place() {
          @Override
          public void join(StandingReserve standing) {
            var joinedAt = work.ticker().getAsLong();
            // a look that failed is repeated by lookIfTroubled
            QueueDispatcher.this.join(
                queue, new QueueReserver.Visitor(standing, joinedAt, () -> {}, failure -> {}));
            news.changed();
          }

          @Override
          public void look() {
            news(queue.topic());
          }

          @Override
          public void leave(StandingReserve standing) {
            forget(standing, List.of(queue));
          }
        });
  }

  /** Gives back jobs that did not reach their caller or worker. */
  public void giveBack(List<LeasedJob> jobs) {
    jobs.forEach(work.leases()::giveBack);
  }

  /**
   * Answers all callers, with the jobs that are being reserved for them if these come in time. The
   * lease of a job that comes later ends by itself.
   */
  public void close(Deadline deadline) throws InterruptedException {
    closed = true;
    news.close();
    again.close();
    var open = List.copyOf(calls);
    open.forEach(PendingReserve::end);
    var answers = open.stream().map(PendingReserve::answer).toArray(CompletableFuture<?>[]::new);
    try {
      CompletableFuture.allOf(answers)
          .get(deadline.atMost(STOP).left().toMillis(), TimeUnit.MILLISECONDS);
    } catch (ExecutionException | TimeoutException incomplete) {
      open.forEach(PendingReserve::stop);
    }
  }

  /** Number of callers that wait at this gateway. */
  public int waiting() {
    return running.values().stream().mapToInt(QueueReserver::callers).sum();
  }

  /** Number of queues with waiting calls. */
  public int queues() {
    return (int) running.values().stream().filter(queue -> queue.callers() > 0).count();
  }

  /** Number of callers of a queue that wait at this gateway. */
  public int waiting(String topic) {
    var it = running.get(topic);
    return it == null ? 0 : it.callers();
  }

  private void news(String topic) {
    var it = running.get(topic);
    if (it != null) {
      it.look();
    }
  }

  private void forget(JobTaker call, List<Queue> queues) {
    for (var queue : queues) {
      running.computeIfPresent(
          queue.topic(),
          (topic, it) -> {
            it.leave(call);
            return it.isNobodyThere() ? null : it;
          });
    }
  }

  private void join(Queue queue, QueueReserver.Visitor visitor) {
    var joinedAt =
        running.compute(
            queue.topic(),
            (topic, before) -> {
              var it = before == null ? new QueueReserver(queue, work) : before;
              it.join(visitor);
              return it;
            });
    joinedAt.look();
  }

  /** Progress of one call along its queues. */
  private final class Visit {
    private final PendingReserve call;
    private final List<Queue> queues;
    private final BitSet foundEmpty = new BitSet();
    private int joined;
    private boolean isTimeOver;
    private final boolean waits;
    private @Nullable RuntimeException failure;

    Visit(PendingReserve call, List<Queue> queues, boolean waits) {
      this.call = call;
      this.queues = queues;
      this.waits = waits;
      this.isTimeOver = !waits;
      var unused = call.answer().whenComplete((given, failed) -> forget(call, queues));
    }

    /** Joins the next queue, if there is one. */
    private void next() {
      int place;
      synchronized (this) {
        if (joined == queues.size()) {
          return;
        }
        place = joined;
        joined++;
      }
      join(
          queues.get(place),
          new QueueReserver.Visitor(
              call, work.ticker().getAsLong(), () -> foundEmpty(place), this::failed));
      if (waits) {
        news.changed();
      }
      if (call.answer().isDone()) { // ended before it joined: it would stay there
        forget(call, queues);
      }
    }

    /** Ends the call if all its queues were looked at; else the look in flight ends it. */
    private void timeIsOver() {
      RuntimeException why;
      synchronized (this) {
        isTimeOver = true;
        why = failure;
        if (why == null && foundEmpty.cardinality() < queues.size()) {
          return;
        }
      }
      end(why);
    }

    private void giveUp() {
      RuntimeException why;
      synchronized (this) {
        why = failure;
      }
      call.giveUp(why == null ? ReadyJobsClient.problem(null) : why);
    }

    private void end(@Nullable RuntimeException why) {
      if (why == null) {
        call.end();
      } else {
        call.fail(why);
      }
    }

    private void failed(RuntimeException why) {
      synchronized (this) {
        failure = why;
        if (!isTimeOver) {
          return;
        }
      }
      call.fail(why);
    }

    private void foundEmpty(int place) {
      boolean isLast;
      boolean isEnd;
      synchronized (this) {
        failure = null;
        foundEmpty.set(place);
        isLast = place == joined - 1;
        isEnd = isTimeOver && foundEmpty.cardinality() == queues.size();
      }
      if (isEnd) {
        call.end();
      } else if (isLast) {
        next();
      }
    }
  }
}
