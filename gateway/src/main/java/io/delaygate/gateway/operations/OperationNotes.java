package io.delaygate.gateway.operations;

import io.delaygate.service.control.ControlKey.OfOperation;
import io.delaygate.service.control.OperationRecords;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.BooleanSupplier;
import java.util.function.LongSupplier;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * Operations as the records of {@code delay-control} tell them. While the topic is read anew, the
 * last ones stay. Thread-safe.
 */
public final class OperationNotes implements OperationRecords {
  private static final Comparator<Operation> NEWEST_FIRST =
      Comparator.comparing((Operation operation) -> operation.id().id())
          .thenComparing(operation -> operation.id().namespace())
          .reversed();

  private final LongSupplier ticker;
  private final ReentrantLock lock = new ReentrantLock();
  private final Condition changed = lock.newCondition();
  private final List<Waiting> waiting = new CopyOnWriteArrayList<>();
  private final List<Runnable> listeners = new CopyOnWriteArrayList<>();

  /** Operations of a topic that is still read; of the thread that reads. */
  private Map<OperationId, Operation> read = new ConcurrentHashMap<>();

  private volatile Map<OperationId, Operation> known = read;

  private record Waiting(
      OperationId id, Predicate<Operation> until, CompletableFuture<Operation> done) {}

  /**
   * Notes without records.
   *
   * @param ticker monotonic nanoseconds
   */
  public OperationNotes(LongSupplier ticker) {
    this.ticker = ticker;
  }

  @Override
  public void restart() {
    read = new ConcurrentHashMap<>();
  }

  @Override
  public void take(OfOperation key, byte @Nullable [] value) {
    var id = new OperationId(key.namespace(), key.id());
    var before = read.get(id);
    if (value == null) {
      takeBack(id, before, key.part());
    } else {
      var from = before == null ? Operation.of(id, ticker.getAsLong()) : before;
      read.put(id, with(from, key.part(), value));
    }
  }

  /** The end of the request is the end of all that is known. */
  private void takeBack(OperationId id, @Nullable Operation before, OfOperation.Part part) {
    if (before == null) {
      return;
    }
    switch (part) {
      case REQUEST -> read.remove(id);
      case WISH -> read.put(id, before.with(OperationWish.RUN));
      case OWNER -> read.put(id, before.unowned());
      case PROGRESS -> {} // goes with its request
    }
  }

  private Operation with(Operation before, OfOperation.Part part, byte[] value) {
    var now = ticker.getAsLong();
    return switch (part) {
      case REQUEST -> before.with(OperationRequest.decode(value));
      case WISH -> before.with(OperationWish.decode(value));
      case OWNER -> before.with(OperationOwner.decode(value), now);
      case PROGRESS -> before.with(ProgressRecord.decode(value), now);
    };
  }

  @Override
  public void upToDate() {
    known = read;
    lock.lock();
    try {
      changed.signalAll();
    } finally {
      lock.unlock();
    }
    waiting.forEach(this::tell);
    listeners.forEach(Runnable::run);
  }

  private void tell(Waiting one) {
    var operation = known.get(one.id());
    if (operation != null && one.until().test(operation)) {
      one.done().complete(operation);
    }
  }

  /** Runs a task after each change, on the thread that reads; it must not block. */
  void listen(Runnable task) {
    listeners.add(task);
  }

  /** The operation with that id. */
  public Optional<Operation> find(OperationId id) {
    return Optional.ofNullable(known.get(id)).filter(one -> one.request() != null);
  }

  /** The operations of a namespace, newest first. */
  List<Operation> of(String namespace) {
    return all().stream().filter(one -> one.id().namespace().equals(namespace)).toList();
  }

  /** All operations, newest first. */
  List<Operation> all() {
    return known.values().stream()
        .filter(one -> one.request() != null)
        .sorted(NEWEST_FIRST)
        .toList();
  }

  /** Records without a request: left by a gateway that died before it had removed all of them. */
  List<Operation> orphans() {
    return known.values().stream().filter(one -> one.request() == null).toList();
  }

  /** Number of operations by state. */
  public Map<OperationState, Long> states() {
    var states = new HashMap<OperationState, Long>();
    all().forEach(one -> states.merge(one.state(), 1L, Long::sum));
    return states;
  }

  /**
   * Waits until something is true, which is asked again after each change.
   *
   * @return whether it became true in that time
   */
  boolean await(BooleanSupplier until, long nanos) throws InterruptedException {
    lock.lock();
    try {
      var left = nanos;
      while (!until.getAsBoolean()) {
        if (left <= 0) {
          return false;
        }
        left = changed.awaitNanos(left);
      }
      return true;
    } finally {
      lock.unlock();
    }
  }

  /** Wakes those that wait, as something else than a record has changed. */
  void wake() {
    lock.lock();
    try {
      changed.signalAll();
    } finally {
      lock.unlock();
    }
  }

  /**
   * Waits without blocking until an operation is as wanted, or the time is over.
   *
   * @return completes with the operation as it is then; empty when it is gone
   */
  CompletableFuture<Optional<Operation>> when(OperationId id, Predicate<Operation> until, long ms) {
    var one = new Waiting(id, until, new CompletableFuture<>());
    waiting.add(one);
    tell(one);
    return one.done()
        .<Optional<Operation>>thenApply(done -> find(id))
        .completeOnTimeout(Optional.empty(), ms, TimeUnit.MILLISECONDS)
        .thenApply(
            done -> {
              waiting.remove(one);
              return find(id);
            });
  }
}
