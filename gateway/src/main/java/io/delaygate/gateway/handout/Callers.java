package io.delaygate.gateway.handout;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;

/**
 * Who waits at a queue, and what is reserved for those who come next. Whoever came first is given
 * first. Thread-safe.
 */
final class Callers {
  /**
   * Jobs are held for so long for a caller who has not come yet, no longer: if one is cancelled
   * meanwhile, nobody hears of it here, and it is handed out all the same.
   */
  static final Duration HOLD = Duration.ofMillis(500);

  /**
   * A lease is asked for so much longer than a caller wants it, for the job's way from the
   * scheduler: twice as long as ways were lately, between these. Whoever crashes holds a job for so
   * much longer, and a job whose way was longer is given back.
   */
  static final Duration SHORTEST_SLACK = Duration.ofMillis(500);

  static final Duration LONGEST_SLACK = Duration.ofSeconds(10);

  /** What is taken in that time goes ahead of callers: less would be taken ever more slowly. */
  private static final int HOLDS_PER_SECOND = 2;

  /**
   * Where callers ask for different leases, one may get a job for so many times what he asked for:
   * if he is gone then, it comes back as much later.
   */
  private static final int LONGER = 3;

  /** Below, callers can wait for a commit each; and nothing that was cancelled is handed out. */
  private static final int BUSY_PER_SECOND = 20;

  /** Reserved ahead at most: what the largest reader takes at a time. */
  private static final int MOST_AHEAD = Readers.LARGEST;

  /** What two lanes take: who looks at it sees that one is not enough. */
  private static final int WANTED_AT_ONCE = 2 * Readers.LARGEST;

  private static final long SECOND = Duration.ofSeconds(1).toNanos();

  private final LongSupplier ticker;
  private final List<Entry> waiting = new ArrayList<>();
  private final Semaphore came = new Semaphore(0);
  private final Deque<Stocked> stock = new ArrayDeque<>();
  private long longestMs;
  private long longestLastSecondMs;
  private long wayNanos;
  private long secondBeganAt;
  private int givenThisSecond;
  private int givenLastSecond;

  private record Entry(WaitingCall call, Runnable foundEmpty) {}

  private record Stocked(Held held, long since) {}

  /**
   * Nobody yet.
   *
   * @param ticker monotonic nanoseconds
   */
  Callers(LongSupplier ticker) {
    this.ticker = ticker;
    this.secondBeganAt = ticker.getAsLong();
  }

  /**
   * One more, who gets what is in stock; he is to be settled next, by who holds no lock of this.
   *
   * @param foundEmpty run each time when the queue was found empty while he waited
   */
  synchronized void join(WaitingCall call, Runnable foundEmpty) {
    roll();
    longestMs = Math.max(longestMs, call.leaseMs());
    for (var next = stock.iterator(); call.wants() > 0 && next.hasNext(); ) {
      var held = next.next().held();
      if (fits(held, call) && call.give(held) && counted()) {
        next.remove();
      }
    }
    if (call.wants() > 0) {
      waiting.add(new Entry(call, foundEmpty));
      came.release();
    }
  }

  /** Forgets who does not wait any more. */
  synchronized void leave(WaitingCall call) {
    waiting.removeIf(entry -> entry.call() == call);
  }

  /**
   * Gives what was reserved, and keeps the rest for a moment.
   *
   * @return who is to be settled next, by who holds no lock of this
   */
  synchronized List<WaitingCall> give(List<Held> reserved) {
    for (var held : reserved) {
      // the longest one, which later ones make be forgotten
      wayNanos = Math.max(ticker.getAsLong() - held.askedAt(), wayNanos - wayNanos / 8);
      var isTaken =
          waiting.stream()
              .map(Entry::call)
              .anyMatch(call -> fits(held, call) && call.give(held) && counted());
      if (!isTaken) {
        stock.add(new Stocked(held, ticker.getAsLong()));
      }
    }
    return waiting.stream().map(Entry::call).toList();
  }

  /**
   * Takes out of the stock what nobody came for in time. Where nobody came lately, nobody is waited
   * for: callers of other gateways may be waiting.
   */
  synchronized List<Held> tooLong() {
    if (recent() < BUSY_PER_SECOND && waiting.isEmpty()) {
      return takeStock();
    }
    var now = ticker.getAsLong();
    var late = stock.stream().filter(one -> now - one.since() > HOLD.toNanos()).toList();
    stock.removeAll(late);
    return late.stream().map(Stocked::held).toList();
  }

  /** For how long to ask for a job that nobody waits for: whoever comes must have time enough. */
  synchronized long leaseAheadMs() {
    roll();
    return Math.max(longestMs, longestLastSecondMs) + slackMs() + HOLD.toMillis();
  }

  private long slackMs() {
    var twice = Duration.ofNanos(2 * wayNanos).toMillis();
    return Math.min(Math.max(SHORTEST_SLACK.toMillis(), twice), LONGEST_SLACK.toMillis());
  }

  /** Takes all of the stock. */
  synchronized List<Held> takeStock() {
    var all = stock.stream().map(Stocked::held).toList();
    stock.clear();
    return all;
  }

  /**
   * For how long to ask, one lease for each job that may be taken now; none when nobody waits.
   *
   * @param underWay for how many jobs was asked already
   */
  synchronized List<Long> wanted(int underWay) {
    var leases = new ArrayList<Long>();
    var most = WANTED_AT_ONCE + underWay;
    for (var entry : waiting) {
      var call = entry.call();
      for (var i = call.wants(); i > 0 && leases.size() < most; i--) {
        leases.add(call.leaseMs() + slackMs());
      }
    }
    var rate = recent();
    var ahead =
        rate < BUSY_PER_SECOND ? 0 : Math.min(rate / HOLDS_PER_SECOND, MOST_AHEAD) - stock.size();
    for (var i = leases.size(); i < ahead + waiting.size() && i < most; i++) {
      leases.add(leaseAheadMs());
    }
    return leases.subList(Math.min(underWay, leases.size()), leases.size());
  }

  /** Who waits now is told when the next look finds nothing. */
  synchronized List<Runnable> lookers() {
    return waiting.stream().map(Entry::foundEmpty).toList();
  }

  synchronized int count() {
    return waiting.size();
  }

  synchronized boolean isNobodyThere() {
    return waiting.isEmpty() && stock.isEmpty();
  }

  /** Waits until somebody comes, or the time is over; returns at once if somebody came lately. */
  void await(Duration atMost) throws InterruptedException {
    if (came.tryAcquire(atMost.toMillis(), TimeUnit.MILLISECONDS)) {
      came.drainPermits();
    }
  }

  /** The lease that is left is enough, and not many times what was asked for. */
  private boolean fits(Held held, WaitingCall call) {
    var goneMs = Duration.ofNanos(ticker.getAsLong() - held.askedAt()).toMillis();
    var leftMs = held.leaseMs() - goneMs;
    return leftMs >= call.leaseMs()
        && leftMs <= LONGER * call.leaseMs() + slackMs() + HOLD.toMillis();
  }

  private boolean counted() {
    roll();
    givenThisSecond++;
    return true;
  }

  /** How many were given within a second, lately. */
  private int recent() {
    roll();
    return Math.max(givenThisSecond, givenLastSecond);
  }

  private void roll() {
    var passed = ticker.getAsLong() - secondBeganAt;
    if (passed >= SECOND) {
      givenLastSecond = passed < 2 * SECOND ? givenThisSecond : 0;
      givenThisSecond = 0;
      longestLastSecondMs = passed < 2 * SECOND ? longestMs : 0;
      longestMs = waiting.stream().mapToLong(entry -> entry.call().leaseMs()).max().orElse(0);
      secondBeganAt += passed - passed % SECOND;
    }
  }
}
