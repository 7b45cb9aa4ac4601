package io.delaygate.gateway.schedulers;

import io.delaygate.gateway.http.ProblemException;
import io.delaygate.schemas.contract.ReasonCode;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Limiter of concurrent tasks: a fixed number runs, a fixed number waits, the rest gets 503. No
 * thread waits. Thread-safe.
 */
public final class ConcurrencyLimiter {
  private final Deque<Runnable> waiting = new ArrayDeque<>();
  private final int maxWaiting;
  private int free;

  /** Creates a limiter with these numbers. */
  public ConcurrencyLimiter(int maxRunning, int maxWaiting) {
    this.free = maxRunning;
    this.maxWaiting = maxWaiting;
  }

  /** Runs the task at once or when a running one ends; the task must not throw. */
  public <T> CompletableFuture<T> take(Supplier<CompletableFuture<T>> task) {
    var result = new CompletableFuture<T>();
    Runnable turn = () -> run(task, result);
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
    turn.run();
    return result;
  }

  private <T> void run(Supplier<CompletableFuture<T>> task, CompletableFuture<T> result) {
    var unused =
        task.get()
            .whenComplete(
                (done, failure) -> {
                  next();
                  if (failure == null) {
                    result.complete(done);
                  } else {
                    result.completeExceptionally(failure);
                  }
                });
  }

  private void next() {
    @Nullable Runnable turn;
    synchronized (this) {
      turn = waiting.poll();
      if (turn == null) {
        free++;
      }
    }
    if (turn != null) {
      turn.run();
    }
  }
}
