package io.delaygate.gateway.handout;

import static java.util.Collections.nCopies;

import io.delaygate.gateway.query.AskReady;
import io.delaygate.gateway.query.AskReady.Reserved;
import io.delaygate.gateway.query.AskReady.ReservedJob;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * Hands out the jobs of one queue to those who ask this gateway for them, first come, first served.
 * A look has the schedulers reserve as many as are wanted then; who comes meanwhile is looked for
 * by the next, which does not wait for it. Thread-safe.
 */
final class QueueHandOut {
  /** Jobs of one look at most: as many as two cores reserve in some 50 ms. */
  static final int MOST = 500;

  /** Looks at a time: one is on its way while another is being committed. */
  private static final int LOOKS = 2;

  /** Where others are about to have all that is ready, that is known so much later. */
  private static final Duration CLAIMED = Duration.ofMillis(30);

  private final HandOut.Queue queue;
  private final Work work;
  private final List<Visitor> visitors = new ArrayList<>();
  private final Runnable again = this::look;
  private int looks;
  private boolean isAsked;
  private boolean isTroubled;

  /** For callers of a queue. */
  QueueHandOut(HandOut.Queue queue, Work work) {
    this.queue = queue;
    this.work = work;
  }

  /** Parts that all queues share; the ticker tells monotonic nanoseconds. */
  record Work(
      AskReady ready,
      Predicate<String> isPaused,
      Leases leases,
      Slack slack,
      LongSupplier ticker) {}

  /**
   * A caller at this queue.
   *
   * @param joinedAt monotonic nanoseconds
   * @param foundEmpty runs each time the queue is found empty while the caller waits
   * @param failed gets the reason why a look could not be finished
   */
  record Visitor(
      WaitingCall call, long joinedAt, Runnable foundEmpty, Consumer<RuntimeException> failed) {}

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

  /** Looks for jobs for all who want some now, or as soon as fewer looks are under way. */
  void look() {
    List<Visitor> there;
    synchronized (this) {
      if (looks == LOOKS) {
        isAsked = true;
        return;
      }
      looks++;
      isAsked = false;
      isTroubled = false;
      there = List.copyOf(visitors);
    }
    var shares = begin(there);
    if (shares.isEmpty()) {
      ended();
      return;
    }
    var unused =
        ask(leasesMs(shares))
            .whenComplete(
                (reserved, failure) -> {
                  try {
                    looked(shares, reserved, failure);
                  } finally {
                    ended();
                  }
                });
  }

  private List<Share> begin(List<Visitor> there) {
    var shares = new ArrayList<Share>();
    var left = MOST;
    for (var visitor : there) {
      if (left == 0) {
        again(); // for the others
        break;
      }
      var jobs = visitor.call().beginLook(left, again);
      if (jobs > 0) {
        shares.add(new Share(visitor, jobs));
        left -= jobs;
      }
    }
    return shares;
  }

  private List<Long> leasesMs(List<Share> shares) {
    var slackMs = work.slack().ms();
    return shares.stream()
        .flatMap(
            share -> nCopies(share.jobs(), share.visitor().call().leaseMs() + slackMs).stream())
        .toList();
  }

  private CompletableFuture<Reserved> ask(List<Long> leasesMs) {
    try {
      if (work.isPaused().test(queue.topic())) {
        trouble();
        return CompletableFuture.completedFuture(new Reserved(List.of(), false));
      }
      return work.ready().reserve(queue.topic(), leasesMs);
    } catch (RuntimeException failed) {
      return CompletableFuture.failedFuture(failed);
    }
  }

  private void ended() {
    boolean isToLook;
    synchronized (this) {
      looks--;
      isToLook = isAsked;
    }
    if (isToLook) {
      look();
    }
  }

  private synchronized void trouble() {
    isTroubled = true;
  }

  private synchronized void again() {
    isAsked = true;
  }

  private void looked(
      List<Share> shares, @Nullable Reserved reserved, @Nullable Throwable failure) {
    if (reserved == null) {
      trouble();
      var why = AskReady.problem(failure);
      shares.forEach(share -> share.visitor().call().endLook(List.of(), true));
      shares.forEach(share -> share.visitor().failed().accept(why));
      return;
    }
    var isNothing = reserved.jobs().isEmpty();
    var unserved =
        reserved.more() ? List.<Share>of() : shares.stream().filter(this::mayGetMore).toList();
    share(
        shares, reserved.jobs(), share -> reserved.more() ? isNothing : !unserved.contains(share));
    if (reserved.more() && isNothing) {
      later(CLAIMED);
    } else if (reserved.more()) {
      again();
    } else {
      shares.stream().filter(share -> !unserved.contains(share)).forEach(QueueHandOut::foundNoMore);
    }
    if (!unserved.isEmpty()) {
      var unused = work.ready().published(queue.topic()).thenRun(again);
    }
  }

  /** Whether something was published here before he came that no scheduler has looked at yet. */
  private boolean mayGetMore(Share share) {
    return work.ready().mayCome(queue.topic(), share.visitor().joinedAt());
  }

  /** Each gets what was reserved for him; a job whose caller has left goes on, or back. */
  private void share(List<Share> shares, List<ReservedJob> jobs, Predicate<Share> isNoMore) {
    var all = new ArrayDeque<Held>();
    jobs.forEach(job -> all.add(Held.of(queue.name(), job)));
    var nobodys = new ArrayList<Held>();
    for (var share : shares) {
      var call = share.visitor().call();
      var his = new ArrayList<Held>();
      for (var each = all.iterator(); each.hasNext() && his.size() < share.jobs(); ) {
        var held = each.next();
        if (isFor(held, call)) {
          his.add(held);
          each.remove();
        }
      }
      nobodys.addAll(call.endLook(his, isNoMore.test(share)));
    }
    nobodys.addAll(all);
    nobodys.forEach(this::handOn);
  }

  private static void foundNoMore(Share share) {
    if (share.visitor().call().wants() > 0) {
      share.visitor().foundEmpty().run();
    }
  }

  private void later(Duration pause) {
    CompletableFuture.delayedExecutor(pause.toMillis(), TimeUnit.MILLISECONDS).execute(again);
  }

  /** Whether a lease is as long as a caller wants it, and enough of it is left. */
  private boolean isFor(Held held, WaitingCall call) {
    var goneNanos = work.ticker().getAsLong() - held.askedAt();
    work.slack().came(goneNanos);
    return held.leaseMs() - Duration.ofNanos(goneNanos).toMillis() >= call.leaseMs()
        && held.leaseMs() <= call.leaseMs() + Slack.LONGEST.toMillis();
  }

  private void handOn(Held held) {
    List<Visitor> there;
    synchronized (this) {
      there = List.copyOf(visitors);
    }
    for (var visitor : there) {
      var call = visitor.call();
      if (isFor(held, call) && call.give(held)) {
        call.settle();
        return;
      }
    }
    work.leases().giveBack(held);
  }

  /** Jobs that are looked for, for one caller. */
  private record Share(Visitor visitor, int jobs) {}
}
