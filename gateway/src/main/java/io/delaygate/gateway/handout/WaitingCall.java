package io.delaygate.gateway.handout;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

/**
 * A caller who waits for jobs. Thread-safe: several queues may have something for him in the same
 * moment.
 */
final class WaitingCall {
  private final int count;
  private final long leaseMs;
  private final CompletableFuture<List<Held>> answer = new CompletableFuture<>();
  private final List<Held> given = new ArrayList<>();
  private State state = State.WAITING;

  private enum State {
    WAITING,
    DECIDED,
    OVER
  }

  /**
   * Wants jobs.
   *
   * @param count at most so many, 1 or more
   * @param leaseMs for so long at least, and hardly longer
   */
  WaitingCall(int count, long leaseMs) {
    this.count = count;
    this.leaseMs = leaseMs;
  }

  long leaseMs() {
    return leaseMs;
  }

  /** What the caller is to be answered with; never fails. */
  CompletableFuture<List<Held>> answer() {
    return answer;
  }

  /** How many more the caller takes; 0 when he is answered, or gone. */
  synchronized int wants() {
    return state == State.WAITING ? count - given.size() : 0;
  }

  /** Gives one more; false when he takes none any more. */
  synchronized boolean give(Held held) {
    if (wants() == 0) {
      return false;
    }
    given.add(held);
    return true;
  }

  /** Runs that when so much time has passed, unless the call is answered before. */
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
    // the timer is forgotten then
    var unusedEnd = answer.thenRun(() -> over.complete(null));
  }

  /** There is no more for now: who has something is answered. */
  void settle() {
    decide(false);
  }

  /** The time is over: who has nothing is answered, too. */
  void end() {
    decide(true);
  }

  private void decide(boolean evenWithNothing) {
    synchronized (this) {
      if (state != State.WAITING || (given.isEmpty() && !evenWithNothing)) {
        return;
      }
      state = State.DECIDED;
    }
    answer.complete(given);
  }

  /**
   * The answer is about to be written; from now on nobody can tell whether it arrives.
   *
   * @return false when the caller has left before
   */
  synchronized boolean begin() {
    var isThere = state == State.DECIDED;
    state = State.OVER;
    return isThere;
  }

  /**
   * The caller has left.
   *
   * @return what he was given and did not get
   */
  List<Held> leave() {
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
