package io.delaygate.gateway.handout;

import io.delaygate.gateway.handout.Leases.Taken;
import io.delaygate.gateway.query.AskReady;
import io.delaygate.gateway.query.AskReady.Found;
import io.delaygate.gateway.query.SeenJob;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * Hands out the jobs of one queue to those who ask this gateway for them, first come, first served.
 * One look at a time asks the schedulers for as many as are wanted then; each job that they show is
 * reserved for one caller, and the next look does not wait for that. Thread-safe.
 */
final class QueueHandOut {
  /** Jobs in one question at most: as many as two cores reserve in some 50 ms. */
  static final int MOST = 500;

  /** Where others are about to have all that is ready, that is known so much later. */
  private static final Duration CLAIMED = Duration.ofMillis(30);

  private final HandOut.Queue queue;
  private final Work work;
  private final Slack slack = new Slack();
  private final List<Visitor> visitors = new ArrayList<>();
  private boolean isLooking;
  private boolean isAsked;
  private boolean isTroubled;

  /** For callers of a queue. */
  QueueHandOut(HandOut.Queue queue, Work work) {
    this.queue = queue;
    this.work = work;
  }

  /** Parts that all queues share; the ticker tells monotonic nanoseconds. */
  record Work(AskReady ready, Predicate<String> isPaused, Leases leases, LongSupplier ticker) {}

  /**
   * A caller at this queue.
   *
   * @param foundEmpty runs each time the queue is found empty while the caller waits
   * @param failed gets the reason why a look could not be finished
   */
  record Visitor(WaitingCall call, Runnable foundEmpty, Consumer<RuntimeException> failed) {}

  /** One more, for whom a look has to follow. */
  synchronized void join(Visitor visitor) {
    visitors.add(visitor);
  }

  /** Forgets who does not wait any more. */
  synchronized void leave(WaitingCall call) {
    visitors.removeIf(visitor -> visitor.call() == call);
  }

  synchronized int count() {
    return visitors.size();
  }

  synchronized boolean isNobodyThere() {
    return visitors.isEmpty();
  }

  /** Looks again where the last look was in vain for another reason than that nothing is ready. */
  void lookIfTroubled() {
    synchronized (this) {
      if (!isTroubled) {
        return;
      }
    }
    look();
  }

  /** Looks for jobs for all who want some now; if somebody looks already, once more after that. */
  void look() {
    List<Visitor> there;
    int most;
    synchronized (this) {
      if (isLooking) {
        isAsked = true;
        return;
      }
      there = List.copyOf(visitors);
      most = Math.min(MOST, there.stream().mapToInt(visitor -> visitor.call().wants()).sum());
      if (most == 0) {
        return;
      }
      isLooking = true;
      isAsked = false;
      isTroubled = false;
    }
    there.forEach(visitor -> visitor.call().beginLook());
    var unused =
        ask(most)
            .whenComplete(
                (found, failure) -> {
                  try {
                    looked(there, found, failure);
                  } finally {
                    there.forEach(visitor -> visitor.call().endLook());
                    lookedOver();
                  }
                });
  }

  private CompletableFuture<Found> ask(int most) {
    try {
      if (work.isPaused().test(queue.topic())) {
        trouble();
        return CompletableFuture.completedFuture(Found.NOTHING);
      }
      return work.ready().ask(queue.topic(), most);
    } catch (RuntimeException failed) {
      return CompletableFuture.failedFuture(failed);
    }
  }

  private void lookedOver() {
    boolean again;
    synchronized (this) {
      isLooking = false;
      again = isAsked;
    }
    if (again) {
      look();
    }
  }

  private synchronized void trouble() {
    isTroubled = true;
  }

  private synchronized void again() {
    isAsked = true;
  }

  private void looked(List<Visitor> there, @Nullable Found found, @Nullable Throwable failure) {
    if (found == null) {
      trouble();
      var why = AskReady.problem(failure);
      there.forEach(visitor -> visitor.call().settle());
      there.forEach(visitor -> visitor.failed().accept(why));
      return;
    }
    var jobs = new ArrayDeque<>(found.jobs());
    var isNothing = jobs.isEmpty();
    for (var visitor : there) {
      for (var place = begin(jobs, visitor); place >= 0; place = begin(jobs, visitor)) {
        reserve(visitor.call(), place, jobs.remove());
      }
    }
    if (found.more() || !jobs.isEmpty()) {
      if (isNothing) {
        there.forEach(visitor -> visitor.call().settle());
        later(CLAIMED);
      } else {
        again();
      }
    } else {
      there.forEach(QueueHandOut::foundNoMore);
    }
  }

  private static void foundNoMore(Visitor visitor) {
    visitor.call().settle();
    if (!visitor.call().isServed() && visitor.call().wants() > 0) {
      visitor.foundEmpty().run();
    }
  }

  private void later(Duration pause) {
    CompletableFuture.delayedExecutor(pause.toMillis(), TimeUnit.MILLISECONDS).execute(this::look);
  }

  private static int begin(Deque<SeenJob> jobs, Visitor visitor) {
    return jobs.isEmpty() ? WaitingCall.NO_PLACE : visitor.call().begin();
  }

  private void reserve(WaitingCall call, int place, SeenJob seen) {
    var unused =
        ReadyJob.of(seen)
            .map(job -> work.leases().take(queue.name(), job, call.leaseMs() + slack.ms()))
            .orElseGet(() -> CompletableFuture.completedFuture(new Taken.Settled()))
            .thenAccept(taken -> reserved(call, place, taken));
  }

  private void reserved(WaitingCall call, int place, Taken taken) {
    var held = taken instanceof Taken.Ours ours ? ours.held() : null;
    if (held != null && !isLeft(held, call)) {
      work.leases().giveBack(held);
      held = null;
    }
    if (!call.took(place, held) && held != null) {
      handOn(held);
    }
    if (held == null) {
      look(); // in its place
    } else if (!call.isServed()) {
      call.settle();
    }
  }

  /** Whether enough of the lease is left, for all that is known. */
  private boolean isLeft(Held held, WaitingCall call) {
    var goneNanos = work.ticker().getAsLong() - held.askedAt();
    slack.came(goneNanos);
    return held.leaseMs() - Duration.ofNanos(goneNanos).toMillis() >= call.leaseMs();
  }

  /** A job whose caller left goes to another one who wants it for as long, or back. */
  private void handOn(Held held) {
    List<Visitor> there;
    synchronized (this) {
      there = List.copyOf(visitors);
    }
    for (var visitor : there) {
      var call = visitor.call();
      if (isLeft(held, call) && held.leaseMs() <= call.leaseMs() + slack.ms() && call.give(held)) {
        call.settle();
        return;
      }
    }
    work.leases().giveBack(held);
  }
}
