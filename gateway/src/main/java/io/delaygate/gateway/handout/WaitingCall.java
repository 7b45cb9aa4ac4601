package io.delaygate.gateway.handout;

import java.time.Duration;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * A caller who waits for jobs. Thread-safe: several queues may have something for him in the same
 * moment.
 */
final class WaitingCall {
  static final int NO_PLACE = -1;

  private final int count;
  private final long leaseMs;
  private final CompletableFuture<List<Held>> answer = new CompletableFuture<>();
  private final SortedMap<Integer, Held> given = new TreeMap<>();
  private int places;
  private int underWay;
  private int looks;
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

  /** How many more the caller takes; 0 when he is answered, or gone. */
  synchronized int wants() {
    return state == State.WAITING && (!isEnding || looks > 0) ? count - given.size() - underWay : 0;
  }

  /**
   * A look for jobs begins. Its jobs are the caller's even if the time is over before it ends: they
   * are kept from others meanwhile.
   */
  synchronized void beginLook() {
    looks++;
  }

  /** A look has ended, and its jobs are being reserved. */
  void endLook() {
    synchronized (this) {
      looks--;
    }
    decide(false);
  }

  /**
   * A job is about to be reserved for the caller.
   *
   * @return its place in the answer; {@link #NO_PLACE} if the caller takes no more jobs
   */
  synchronized int begin() {
    if (wants() == 0) {
      return NO_PLACE;
    }
    underWay++;
    return places++;
  }

  /**
   * A reservation that was begun has ended.
   *
   * @param place that it was begun for
   * @param held the job; null when somebody else has it
   * @return false when the caller is gone and does not take it
   */
  boolean took(int place, @Nullable Held held) {
    boolean isTaken;
    synchronized (this) {
      underWay--;
      isTaken = held != null && state == State.WAITING;
      if (held != null && isTaken) {
        given.put(place, held);
      }
    }
    decide(false);
    return isTaken;
  }

  /** Gives one more; false when he takes none any more. */
  synchronized boolean give(Held held) {
    if (wants() == 0) {
      return false;
    }
    given.put(places++, held);
    return true;
  }

  /** Whether jobs are being reserved for the caller. */
  synchronized boolean isServed() {
    return underWay > 0;
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

  /**
   * No more jobs are ready now: a caller that has some is answered once no reservation is under
   * way.
   */
  void settle() {
    decide(true);
  }

  /** The time is over: who has nothing is answered, too, when all that is under way is known. */
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
      fails = state == State.WAITING && given.isEmpty() && underWay == 0;
      state = fails ? State.OVER : state;
    }
    if (fails) {
      answer.completeExceptionally(why);
    } else {
      decide(false);
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
    answer.complete(List.copyOf(given.values()));
  }

  private void decide(boolean isNoMore) {
    synchronized (this) {
      var isFull = given.size() == count;
      var isEnough = isFull || (isEnding && looks == 0) || (isNoMore && !given.isEmpty());
      if (state != State.WAITING || underWay > 0 || !isEnough) {
        return;
      }
      state = State.DECIDED;
    }
    answer.complete(List.copyOf(given.values()));
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
    return List.copyOf(given.values());
  }
}
