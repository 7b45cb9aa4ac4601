package io.delaygate.gateway.schedulers;

import io.delaygate.gateway.http.ProblemException;
import io.delaygate.schemas.contract.ReasonCode;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.concurrent.CompletableFuture;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Limiter of concurrent tasks: a fixed number runs, a fixed number waits, the rest gets 503. No
 * thread waits. Thread-safe.
 */
public final class ConcurrencyLimiter {
  private final Deque<BooleanSupplier> waiting = new ArrayDeque<>();
  private final int maxWaiting;
  private int free;

  /** Creates a limiter with these numbers. */
  public ConcurrencyLimiter(int maxRunning, int maxWaiting) {
    this.free = maxRunning;
    this.maxWaiting = maxWaiting;
  }

  /** Runs the task at once or when a running one ends; a task that throws has failed. */
  public <T> CompletableFuture<T> take(Supplier<CompletableFuture<T>> task) {
    var result = new CompletableFuture<T>();
    BooleanSupplier turn = () -> run(task, result);
    synchronized (this) {
      if (free == 0) {
        if (waiting.size() >= maxWaiting) {
          var detail = "too many questions wait for the schedulers";
          return CompletableFuture.failedFuture(
              new ProblemException(ReasonCode.OVERLOADED, detail));
        }
        waiting.add(turn);
        return result;
      }
      free--;
    }
    if (turn.getAsBoolean()) {
      next();
    }
    return result;
  }

  /**
   * Runs a task.
   *
   * @return whether it has ended already; if not, its end makes room for the next one
   */
  private <T> boolean run(Supplier<CompletableFuture<T>> task, CompletableFuture<T> result) {
    var running = begun(task);
    if (running.isDone()) {
      var unused = running.whenComplete((done, failure) -> complete(result, done, failure));
      return true;
    }
    var unused =
        running.whenComplete(
            (done, failure) -> {
              next();
              complete(result, done, failure);
            });
    return false;
  }

  /** A place would be lost with what a task throws. */
  private static <T> CompletableFuture<T> begun(Supplier<CompletableFuture<T>> task) {
    try {
      return task.get();
    } catch (RuntimeException | Error failed) {
      return CompletableFuture.failedFuture(failed);
    }
  }

  private static <T> void complete(
      CompletableFuture<T> result, @Nullable T done, @Nullable Throwable failure) {
    if (failure == null) {
      result.complete(done);
    } else {
      result.completeExceptionally(failure);
    }
  }

  /** Runs waiting tasks in a loop: each that ends at once would take more of the stack. */
  private void next() {
    @Nullable BooleanSupplier turn;
    do {
      synchronized (this) {
        turn = waiting.poll();
        if (turn == null) {
          free++;
        }
      }
    } while (turn != null && turn.getAsBoolean());
  }
}
