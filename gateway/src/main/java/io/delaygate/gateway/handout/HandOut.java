package io.delaygate.gateway.handout;

import io.delaygate.gateway.problem.ProblemException;
import io.delaygate.schemas.contract.ReasonCode;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.LongSupplier;

/**
 * All queues that somebody asks for. Thread-safe.
 *
 * <p>A call for several queues looks at the second only when the first was found empty, and so on;
 * then it waits at all of them.
 */
public final class HandOut implements AutoCloseable {
  private static final Duration STOP = Duration.ofSeconds(5);

  private final ShareGroups groups;
  private final QueueHandOut.Work work;
  private final Map<String, Running> running = new ConcurrentHashMap<>();
  private volatile boolean closed;

  private record Running(QueueHandOut queue, Thread thread) {}

  /**
   * Hands out nothing yet.
   *
   * @param topics knows the topics of queues
   * @param ticker monotonic nanoseconds
   */
  public HandOut(ShareGroups groups, QueueTopics topics, Leases leases, LongSupplier ticker) {
    this.groups = groups;
    this.work = new QueueHandOut.Work(leases, topics, ticker);
  }

  /** A queue as callers name it, and its topic. */
  public record Queue(String name, String topic) {}

  /**
   * Ends a call that nothing can be handed out to.
   *
   * @throws ProblemException 503 when no queue can be read, or one of these may not be
   */
  void check(List<Queue> queues) {
    groups
        .obstacle()
        .or(
            () ->
                queues.stream()
                    .flatMap(it -> work.topics().obstacle(it.topic()).stream())
                    .findFirst())
        .ifPresent(
            why -> {
              throw new ProblemException(ReasonCode.UNAVAILABLE, why);
            });
  }

  /** How many jobs a caller is about to be answered with. */
  void handedOut(int jobs) {
    work.leases().handedOut(jobs);
  }

  /** Lets a caller wait until there is something, or the time is over; 0 looks once. */
  void await(WaitingCall call, List<Queue> queues, Duration time) {
    new Visit(call, queues, time).next();
  }

  /** A caller who has left; what was on its way to him goes to others. */
  void leave(WaitingCall call, List<Queue> queues) {
    giveBack(call.leave());
    forget(call, queues);
  }

  /** Jobs that did not reach their caller. */
  void giveBack(List<Held> jobs) {
    jobs.forEach(work.leases()::giveBack);
  }

  @Override
  public void close() {
    closed = true;
    var all = List.copyOf(running.values());
    all.forEach(it -> it.queue().close());
    for (var it : all) {
      try {
        it.thread().join(STOP.toMillis());
      } catch (InterruptedException interrupted) {
        Thread.currentThread().interrupt();
      }
    }
  }

  /** How many callers wait at this gateway. */
  public int waiting() {
    return running.values().stream().mapToInt(it -> it.queue().callers().count()).sum();
  }

  /** How many queues are read at this gateway. */
  public int queues() {
    return running.size();
  }

  /** How many callers of a queue wait at this gateway. */
  public int waiting(String topic) {
    var it = running.get(topic);
    return it == null ? 0 : it.queue().callers().count();
  }

  private void forget(WaitingCall call, List<Queue> queues) {
    for (var queue : queues) {
      var it = running.get(queue.topic());
      if (it != null) {
        it.queue().callers().leave(call);
      }
    }
  }

  private void join(Queue queue, WaitingCall call, Runnable foundEmpty) {
    running.compute(
        queue.topic(),
        (topic, before) -> {
          var it = before == null ? start(queue) : before;
          it.queue().callers().join(call, foundEmpty);
          return it;
        });
    call.settle();
  }

  private Running start(Queue queue) {
    var handOut =
        new QueueHandOut(
            queue,
            work,
            () -> mayEnd(queue.topic()),
            () -> groups.readers(queue.topic(), work.ticker()));
    var thread = new Thread(handOut, "hand-out " + queue.topic());
    thread.setDaemon(true);
    thread.start();
    return new Running(handOut, thread);
  }

  /** Whoever joins does so before or finds a new one. */
  private boolean mayEnd(String topic) {
    return running.computeIfPresent(
            topic, (same, it) -> it.queue().callers().isNobodyThere() ? null : it)
        == null;
  }

  /** One call on its way along its queues. */
  private final class Visit {
    private final WaitingCall call;
    private final List<Queue> queues;
    private final Duration time;
    private int joined;

    Visit(WaitingCall call, List<Queue> queues, Duration time) {
      this.call = call;
      this.queues = queues;
      this.time = time;
      var unused = call.answer().whenComplete((given, failure) -> forget(call, queues));
    }

    /** Joins the next queue; after the last, the time begins to run. */
    private synchronized void next() {
      if (closed) {
        call.end();
        return;
      }
      if (joined == queues.size()) {
        return;
      }
      var place = joined;
      joined++;
      join(queues.get(place), call, () -> foundEmpty(place));
    }

    private void foundEmpty(int place) {
      synchronized (this) {
        if (place != joined - 1) {
          return;
        }
      }
      if (place < queues.size() - 1) {
        next();
      } else if (time.isZero()) {
        call.end();
      }
    }
  }
}
