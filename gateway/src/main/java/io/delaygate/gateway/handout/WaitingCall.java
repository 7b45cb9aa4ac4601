package io.delaygate.gateway.handout;

import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

/**
 * A caller who waits for jobs. Takes part in one look at a time. Thread-safe: several queues may
 * have something for him in the same moment.
 */
final class WaitingCall {
  private final int count;
  private final long leaseMs;
  private final CompletableFuture<List<Held>> answer = new CompletableFuture<>();
  private final List<Held> given = new ArrayList<>();

  /** What was to be looked at while a look was under way. */
  private final Set<Runnable> missed = new LinkedHashSet<>();

  private boolean isLookedFor;
  private boolean isEnding;
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

  /** The jobs of the answer; fails only by {@link #fail}. */
  CompletableFuture<List<Held>> answer() {
    return answer;
  }

  /**
   * How many more the caller takes; 0 when he is answered, or gone, and while jobs are being
   * reserved for him.
   */
  synchronized int wants() {
    return state == State.WAITING && !isEnding && !isLookedFor ? count - given.size() : 0;
  }

  /**
   * A look for jobs begins. They are the caller's even if the time is over before it ends.
   *
   * @param most how many can be looked for
   * @param again runs after a look that is under way now, if he still wants some
   * @return how many he wants of these; 0 if none, then nothing has begun
   */
  synchronized int beginLook(int most, Runnable again) {
    if (isLookedFor) {
      missed.add(again);
      return 0;
    }
    var wanted = Math.min(most, wants());
    isLookedFor = wanted > 0;
    return wanted;
  }

  /**
   * A look has ended.
   *
   * @param jobs that are reserved for the caller now
   * @param isNoMore whether he is not to wait for more than these, if he has any
   * @return those that he does not take, as he is gone
   */
  List<Held> endLook(List<Held> jobs, boolean isNoMore) {
    List<Runnable> again;
    synchronized (this) {
      isLookedFor = false;
      again = List.copyOf(missed);
      missed.clear();
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

  /** Gives one more; false when he takes none now. */
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
    var unusedEnd = answer.whenComplete((done, failure) -> over.complete(null));
  }

  /** No more jobs are ready now: a caller that has some is answered. */
  void settle() {
    decide(true);
  }

  /**
   * The time is over: who has nothing is answered, too, when a look that is under way has ended.
   */
  void end() {
    synchronized (this) {
      isEnding = true;
    }
    decide(false);
  }

  /** Nothing can be found out: the call fails, if it has nothing and nothing is under way. */
  void fail(RuntimeException why) {
    boolean fails;
    synchronized (this) {
      isEnding = true;
      fails = state == State.WAITING && given.isEmpty() && !isLookedFor;
      state = fails ? State.OVER : state;
    }
    if (fails) {
      answer.completeExceptionally(why);
    } else {
      decide(false);
    }
  }

  /**
   * Answers with what is there. Where that is nothing though a look is under way, nobody knows what
   * there is: then the call fails.
   */
  void giveUp(RuntimeException unknown) {
    boolean fails;
    synchronized (this) {
      fails = state == State.WAITING && given.isEmpty() && isLookedFor;
      state = fails ? State.OVER : state;
    }
    if (fails) {
      answer.completeExceptionally(unknown);
    } else {
      stop();
    }
  }

  /** Answers with what is there, whatever is under way. */
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
      if (state != State.WAITING || isLookedFor || !isEnough) {
        return;
      }
      state = State.DECIDED;
    }
    answer.complete(List.copyOf(given));
  }

  /**
   * The answer is about to be written; from now on nobody can tell whether it arrives.
   *
   * @return false when the caller has left before
   */
  synchronized boolean write() {
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
