package io.delaygate.gateway.queues;

import static java.util.Collections.nCopies;

import io.delaygate.gateway.queues.ReadyJobsClient.Reserved;
import io.delaygate.service.query.LeaseDurations;
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
 * Dispatcher of the jobs of one queue to the pending calls at this gateway, first come, first
 * served. A look has the schedulers reserve as many jobs as the calls want at that time. A call
 * that comes meanwhile is served by the next look, which does not wait for the first. Thread-safe.
 */
final class QueueReserver {
  /** Most jobs of one look: as many as two cores reserve in some 50 ms. */
  static final int MOST = 500;

  /** Looks in flight: one is sent while another is being committed. */
  private static final int LOOKS = 2;

  /** Until the next look where all ready jobs are being reserved for other gateways. */
  private static final Duration CLAIMED = Duration.ofMillis(30);

  private final QueueDispatcher.Queue queue;
  private final Work work;
  private final List<Visitor> visitors = new ArrayList<>();
  private final Runnable again = this::look;
  private int looks;
  private boolean isAsked;
  private boolean isTroubled;

  /** Dispatcher without calls. */
  QueueReserver(QueueDispatcher.Queue queue, Work work) {
    this.queue = queue;
    this.work = work;
  }

  /** Parts that all queues share; the ticker counts monotonic nanoseconds. */
  record Work(
      ReadyJobsClient ready,
      Predicate<String> isPaused,
      LeaseClient leases,
      LeaseMargin slack,
      LongSupplier ticker) {}

  /**
   * Pending call or worker at this queue.
   *
   * @param joinedAt monotonic nanoseconds
   * @param foundEmpty runs each time the queue is found empty while the call waits
   * @param failed gets the failure of a look
   */
  record Visitor(
      JobTaker call, long joinedAt, Runnable foundEmpty, Consumer<RuntimeException> failed) {}

  /** Adds a call; a look has to follow. */
  synchronized void join(Visitor visitor) {
    visitors.add(visitor);
  }

  /** Removes a call that has ended. */
  synchronized void leave(JobTaker call) {
    visitors.removeIf(visitor -> visitor.call() == call);
  }

  /** Number of callers that wait. */
  synchronized int callers() {
    return (int) visitors.stream().filter(visitor -> visitor.call().isCaller()).count();
  }

  synchronized boolean isNobodyThere() {
    return visitors.isEmpty();
  }

  /** Looks again where the queue is paused or the last look failed. */
  void lookIfTroubled() {
    synchronized (this) {
      if (!isTroubled) {
        return;
      }
    }
    look();
  }

  /** Looks for jobs for all calls that want some, or does so after a look that is in flight. */
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
        ask(leases(shares))
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
        again(); // for the other calls
        break;
      }
      var jobs = visitor.call().beginReservation(left, again);
      if (jobs > 0) {
        shares.add(new Share(visitor, jobs));
        left -= jobs;
      }
    }
    return shares;
  }

  private List<LeaseDurations.Wanted> leases(List<Share> shares) {
    var slackMs = work.slack().ms();
    return shares.stream()
        .flatMap(share -> nCopies(share.jobs(), lease(share.visitor().call(), slackMs)).stream())
        .toList();
  }

  private static LeaseDurations.Wanted lease(JobTaker call, long slackMs) {
    return new LeaseDurations.Wanted(call.leaseMs() == null, call.leaseMs(0) + slackMs);
  }

  /** The answer is parsed here: one that is not valid fails the look, and its calls go on. */
  private CompletableFuture<Found> ask(List<LeaseDurations.Wanted> leases) {
    try {
      if (work.isPaused().test(queue.topic())) {
        trouble();
        return CompletableFuture.completedFuture(new Found(List.of(), false));
      }
      return work.ready().reserve(queue.topic(), leases).thenApply(this::found);
    } catch (RuntimeException failed) {
      return CompletableFuture.failedFuture(failed);
    }
  }

  private Found found(Reserved reserved) {
    var jobs = reserved.jobs().stream().map(job -> LeasedJob.of(queue.name(), job)).toList();
    return new Found(jobs, reserved.more());
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

  private void looked(List<Share> shares, @Nullable Found reserved, @Nullable Throwable failure) {
    if (reserved == null) {
      trouble();
      var why = ReadyJobsClient.problem(failure);
      shares.forEach(share -> share.visitor().call().endReservation(List.of(), true));
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
      shares.stream()
          .filter(share -> !unserved.contains(share))
          .forEach(QueueReserver::foundNoMore);
    }
    if (!unserved.isEmpty()) {
      var unused = work.ready().published(queue.topic()).thenRun(again);
    }
  }

  /** Whether a job was published here before the call that may not be committed yet. */
  private boolean mayGetMore(Share share) {
    return work.ready().mayCome(queue.topic(), share.visitor().joinedAt());
  }

  /** Gives each call the jobs that were reserved for it; a call that has ended leaves its jobs. */
  private void share(List<Share> shares, List<LeasedJob> jobs, Predicate<Share> isNoMore) {
    var all = new ArrayDeque<>(jobs);
    var left = new ArrayList<LeasedJob>();
    for (var share : shares) {
      var call = share.visitor().call();
      var own = new ArrayList<LeasedJob>();
      for (var each = all.iterator(); each.hasNext() && own.size() < share.jobs(); ) {
        var held = each.next();
        if (isFor(held, call)) {
          own.add(held);
          each.remove();
        }
      }
      left.addAll(call.endReservation(own, isNoMore.test(share)));
    }
    left.addAll(all);
    left.forEach(this::handOn);
  }

  private static void foundNoMore(Share share) {
    if (share.visitor().call().wants() > 0) {
      share.visitor().foundEmpty().run();
    }
  }

  private void later(Duration pause) {
    CompletableFuture.delayedExecutor(pause.toMillis(), TimeUnit.MILLISECONDS).execute(again);
  }

  /** Whether enough of a lease is left for a call, and not far more than it wants. */
  private boolean isFor(LeasedJob held, JobTaker call) {
    var goneNanos = work.ticker().getAsLong() - held.askedAt();
    work.slack().came(goneNanos);
    var wantedMs = call.leaseMs(held.jobLeaseMs());
    return held.leaseMs() - Duration.ofNanos(goneNanos).toMillis() >= wantedMs
        && held.leaseMs() <= wantedMs + LeaseMargin.LONGEST.toMillis();
  }

  private void handOn(LeasedJob held) {
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

  /** Jobs that a look has reserved, and whether more are ready. */
  private record Found(List<LeasedJob> jobs, boolean more) {}

  /** Number of jobs to reserve for one call. */
  private record Share(Visitor visitor, int jobs) {}
}
