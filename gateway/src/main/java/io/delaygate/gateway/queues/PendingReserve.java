package io.delaygate.gateway.queues;

import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Pending call for jobs of queues. One reservation is in flight for it at a time. Thread-safe:
 * several queues may have jobs for it in the same moment.
 */
final class PendingReserve implements JobTaker {
  private final int count;
  private final @Nullable Long leaseMs;
  private final CompletableFuture<List<LeasedJob>> answer = new CompletableFuture<>();
  private final List<LeasedJob> given = new ArrayList<>();

  /** Looks that were skipped while a reservation was in flight. */
  private final Set<Runnable> skipped = new LinkedHashSet<>();

  private boolean isInFlight;
  private boolean isEnding;
  private State state = State.WAITING;

  private enum State {
    WAITING,
    DECIDED,
    OVER
  }

  /**
   * Call for jobs.
   *
   * @param count how many at most, 1 or more
   * @param leaseMs how much of the lease the caller wants to have left, milliseconds; null for what
   *     each job says
   */
  PendingReserve(int count, @Nullable Long leaseMs) {
    this.count = count;
    this.leaseMs = leaseMs;
  }

  @Override
  public boolean isCaller() {
    return true;
  }

  @Override
  public @Nullable Long leaseMs() {
    return leaseMs;
  }

  /** The jobs of the answer; fails only by {@link #fail}. */
  CompletableFuture<List<LeasedJob>> answer() {
    return answer;
  }

  @Override
  public synchronized int wants() {
    return state == State.WAITING && !isEnding && !isInFlight ? count - given.size() : 0;
  }

  @Override
  public synchronized int beginReservation(int most, Runnable again) {
    if (isInFlight) {
      skipped.add(again);
      return 0;
    }
    var wanted = Math.min(most, wants());
    isInFlight = wanted > 0;
    return wanted;
  }

  /** Ends a reservation. With no more jobs the call is answered with those that it has. */
  @Override
  public List<LeasedJob> endReservation(List<LeasedJob> jobs, boolean isNoMore) {
    List<Runnable> again;
    synchronized (this) {
      isInFlight = false;
      again = List.copyOf(skipped);
      skipped.clear();
      if (state != State.WAITING) {
        return jobs;
      }
      given.addAll(jobs);
    }
    decide(isNoMore);
    if (wants() > 0) {
      again.forEach(Runnable::run);
    }
    return List.of();
  }

  @Override
  public synchronized boolean give(LeasedJob held) {
    if (wants() == 0) {
      return false;
    }
    given.add(held);
    return true;
  }

  /** Runs the given action after that time, unless the call is answered before. */
  void after(Duration time, Runnable then) {
    var over = new CompletableFuture<Void>();
    var unused = over.completeOnTimeout(null, time.toMillis(), TimeUnit.MILLISECONDS);
    var unusedRun =
        over.thenRun(
            () -> {
              if (!answer.isDone()) {
                then.run();
              }
            });
    // removes the timer then
    var unusedEnd = answer.whenComplete((done, failure) -> over.complete(null));
  }

  /** No more jobs are ready now: a call that has some is answered. */
  @Override
  public void settle() {
    decide(true);
  }

  /**
   * The time is over: the call is answered after the reservation that is in flight, if there is
   * one.
   */
  void end() {
    synchronized (this) {
      isEnding = true;
    }
    decide(false);
  }

  /** The schedulers cannot be asked: the call fails, if it has no jobs and none are in flight. */
  void fail(RuntimeException why) {
    boolean fails;
    synchronized (this) {
      isEnding = true;
      fails = state == State.WAITING && given.isEmpty() && !isInFlight;
      state = fails ? State.OVER : state;
    }
    if (fails) {
      answer.completeExceptionally(why);
    } else {
      decide(false);
    }
  }

  /**
   * Answers with the jobs that the call has. If it has none while a reservation is in flight, it
   * fails, as it is not known whether any were ready.
   */
  void giveUp(RuntimeException unknown) {
    boolean fails;
    synchronized (this) {
      fails = state == State.WAITING && given.isEmpty() && isInFlight;
      state = fails ? State.OVER : state;
    }
    if (fails) {
      answer.completeExceptionally(unknown);
    } else {
      stop();
    }
  }

  /** Answers with the jobs that the call has, whatever is in flight. */
  void stop() {
    synchronized (this) {
      if (state != State.WAITING) {
        return;
      }
      state = State.DECIDED;
    }
    answer.complete(List.copyOf(given));
  }

  private void decide(boolean isNoMore) {
    synchronized (this) {
      var isFull = given.size() == count;
      var isEnough = isFull || isEnding || (isNoMore && !given.isEmpty());
      if (state != State.WAITING || isInFlight || !isEnough) {
        return;
      }
      state = State.DECIDED;
    }
    answer.complete(List.copyOf(given));
  }

  /**
   * The answer is about to be written; from now on it is not known whether it arrives.
   *
   * @return false when the caller has left before
   */
  synchronized boolean write() {
    var isThere = state == State.DECIDED;
    state = State.OVER;
    return isThere;
  }

  /**
   * The caller has disconnected.
   *
   * @return jobs that were reserved and are not delivered
   */
  List<LeasedJob> leave() {
    synchronized (this) {
      if (state == State.OVER) {
        return List.of();
      }
      state = State.OVER;
    }
    answer.complete(List.of());
    return List.copyOf(given);
  }
}
