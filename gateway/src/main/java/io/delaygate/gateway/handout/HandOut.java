package io.delaygate.gateway.handout;

import io.delaygate.gateway.problem.ProblemException;
import io.delaygate.schemas.background.BackgroundFailures;
import io.delaygate.schemas.contract.ReasonCode;
import io.delaygate.schemas.shutdown.Deadline;
import java.time.Duration;
import java.util.BitSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.LongSupplier;

/**
 * All queues that somebody asks for. Thread-safe.
 *
 * <p>A call for several queues looks at the second only when the first was found empty, and so on;
 * then it waits at all of them.
 */
public final class HandOut {
  /** A look takes so long at most, also where a share group is joined first. */
  private static final Duration LOOK = Duration.ofSeconds(10);

  /** Task whose failures are those of the threads that read queues. */
  static final String READING = "queue-reads";

  /** Jobs are given back, and consumers closed, in tens of milliseconds unless brokers are away. */
  static final Duration STOP = Duration.ofSeconds(5);

  private final ShareGroups groups;
  private final QueueHandOut.Work work;
  private final Map<String, QueueHandOut> running = new ConcurrentHashMap<>();
  private final Set<WaitingCall> calls = ConcurrentHashMap.newKeySet();
  private volatile boolean closed;

  /**
   * Hands out nothing yet.
   *
   * @param topics knows the topics of queues
   * @param ticker monotonic nanoseconds
   */
  public HandOut(
      ShareGroups groups,
      QueueTopics topics,
      Leases leases,
      LongSupplier ticker,
      BackgroundFailures failures) {
    this.groups = groups;
    failures.expect(READING);
    this.work = new QueueHandOut.Work(leases, topics, new Lookout(failures), ticker, failures);
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

  /** Ends a call with the gateway, if nothing does before. */
  void endAtStop(WaitingCall call) {
    calls.add(call);
    var unused = call.answer().thenRun(() -> calls.remove(call));
    if (closed) { // after it was added: either this or close() sees it
      call.end();
    }
  }

  /**
   * Lets a caller wait until there is something, or the time is over; 0 looks once. Nobody is sent
   * away before his queues were looked at, as far as a look is finished in time.
   */
  void await(WaitingCall call, List<Queue> queues, Duration time) {
    var visit = new Visit(call, queues);
    if (time.compareTo(LOOK) < 0) {
      call.after(time, visit::timeIsOver);
      call.after(LOOK, call::end);
    } else {
      call.after(time, call::end);
    }
    visit.next();
  }

  /** A look at something that is no queue: it takes no longer than one at a queue. */
  static void endInTime(WaitingCall call, Duration time) {
    call.after(time.isZero() ? LOOK : time, call::end);
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

  /**
   * Answers who waits, and gives back what nobody got. All queues end side by side, and none is
   * waited for any longer when the time is over.
   */
  public void close(Deadline deadline) throws InterruptedException {
    closed = true;
    calls.forEach(WaitingCall::end);
    work.lookout().close();
    var ending = List.copyOf(running.values());
    ending.forEach(QueueHandOut::end);
    var sooner = deadline.atMost(STOP);
    for (var queue : ending) {
      queue.awaitEnd(sooner);
    }
  }

  /** How many callers wait at this gateway. */
  public int waiting() {
    return running.values().stream().mapToInt(it -> it.callers().count()).sum();
  }

  /** How many queues are read at this gateway. */
  public int queues() {
    return running.size();
  }

  /** How many callers of a queue wait at this gateway. */
  public int waiting(String topic) {
    var it = running.get(topic);
    return it == null ? 0 : it.callers().count();
  }

  private void forget(WaitingCall call, List<Queue> queues) {
    for (var queue : queues) {
      var it = running.get(queue.topic());
      if (it != null) {
        it.callers().leave(call);
      }
    }
  }

  private boolean isKnown(Queue queue) {
    var it = running.get(queue.topic());
    return it != null && it.isKnown();
  }

  private void join(Queue queue, WaitingCall call, Runnable foundEmpty) {
    var joined =
        running.compute(
            queue.topic(),
            (topic, before) -> {
              var it = before == null ? start(queue) : before;
              it.callers().join(call, foundEmpty);
              return it;
            });
    call.settle();
    if (!joined.isRead()) {
      // he may have come after the last look for it, and need not wait for the next
      work.lookout()
          .run(
              () -> {
                if (joined.isMissing()) {
                  foundEmpty.run();
                }
              });
    }
  }

  private QueueHandOut start(Queue queue) {
    var handOut =
        new QueueHandOut(
            queue,
            work,
            () -> mayEnd(queue.topic()),
            () -> groups.readers(queue.topic(), work.ticker()));
    work.lookout().lookFor(handOut);
    return handOut;
  }

  /** Whoever joins does so before or finds a new one. */
  private boolean mayEnd(String topic) {
    return running.computeIfPresent(topic, (same, it) -> it.callers().isNobodyThere() ? null : it)
        == null;
  }

  /** One call on its way along its queues. */
  private final class Visit {
    private final WaitingCall call;
    private final List<Queue> queues;
    private final BitSet foundEmpty = new BitSet();
    private int joined;
    private boolean isTimeOver;

    Visit(WaitingCall call, List<Queue> queues) {
      this.call = call;
      this.queues = queues;
      var unused = call.answer().whenComplete((given, failure) -> forget(call, queues));
    }

    /** Joins the next queue, if there is one. */
    private synchronized void next() {
      if (joined < queues.size()) {
        var place = joined;
        joined++;
        join(queues.get(place), call, () -> foundEmpty(place));
      }
    }

    /** Ends the call, at once if each of its queues is one that can be told of. */
    private void timeIsOver() {
      synchronized (this) {
        isTimeOver = true;
        if (foundEmpty.cardinality() < queues.size()
            && !queues.stream().allMatch(HandOut.this::isKnown)) {
          return;
        }
      }
      call.end();
    }

    private void foundEmpty(int place) {
      boolean isLast;
      boolean isEnd;
      synchronized (this) {
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
