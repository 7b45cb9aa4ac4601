package io.delaygate.gateway.schedulers;

import io.delaygate.gateway.http.SharedLimit;
import io.delaygate.service.http.FairShareLimiter;
import io.delaygate.service.http.FairShareLimiter.Grant;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Limiter of concurrent tasks: a fixed number runs, a fixed number waits, the rest gets 503. Tasks
 * wait in one line for each share, and the lines take turns: a share with many tasks holds up
 * another one by one task at a time. No thread waits. Thread-safe.
 */
public final class ConcurrencyLimiter {
  /** Line of tasks without a share. */
  private static final String UNSHARED = "*";

  /** Lines with waiting tasks by the name of their share, the next one first. */
  private final Map<String, Line> waiting = new LinkedHashMap<>();

  private final FairShareLimiter places;
  private int free;

  /** Waiting tasks of one share. */
  private record Line(@Nullable String share, Deque<BooleanSupplier> turns) {}

  /** Creates a limiter with these numbers. */
  public ConcurrencyLimiter(int maxRunning, int maxWaiting) {
    this.free = maxRunning;
    this.places = new FairShareLimiter(maxWaiting);
  }

  /**
   * Runs the task at once or when a running one ends; a task that throws has failed.
   *
   * @param share that it uses of the places to wait in; null for none
   */
  public <T> CompletableFuture<T> take(
      @Nullable String share, Supplier<CompletableFuture<T>> task) {
    var result = new CompletableFuture<T>();
    BooleanSupplier turn = () -> run(task, result);
    synchronized (this) {
      if (free == 0) {
        var grant = places.take(share, 1);
        if (grant != Grant.GRANTED) {
          return CompletableFuture.failedFuture(
              SharedLimit.refusal(grant, "too many queries wait for the schedulers"));
        }
        waiting
            .computeIfAbsent(
                Objects.requireNonNullElse(share, UNSHARED),
                name -> new Line(share, new ArrayDeque<>()))
            .turns()
            .add(turn);
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
        turn = nextTurn();
        if (turn == null) {
          free++;
        }
      }
    } while (turn != null && turn.getAsBoolean());
  }

  /** The first task of the first line, which is the last one from then on. */
  private @Nullable BooleanSupplier nextTurn() {
    var lines = waiting.entrySet().iterator();
    if (!lines.hasNext()) {
      return null;
    }
    var first = lines.next();
    var line = first.getValue();
    lines.remove();
    var turn = line.turns().remove();
    if (!line.turns().isEmpty()) {
      waiting.put(first.getKey(), line);
    }
    places.release(line.share(), 1);
    return turn;
  }
}
