package io.delaygate.harness.chaos;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Collectors;

/** Runner of the faults of a plan, with a thread for each lane. */
final class FaultRunner {
  private static final Duration LIMIT = Duration.ofMinutes(5);

  private final Faults faults;
  private final Plan plan;
  private final Map<FaultKind, Integer> injected =
      Collections.synchronizedMap(new EnumMap<>(FaultKind.class));
  private final List<String> failures = Collections.synchronizedList(new ArrayList<>());

  FaultRunner(Faults faults, Plan plan) {
    this.faults = faults;
    this.plan = plan;
  }

  /**
   * Injects all faults; returns when they are healed.
   *
   * @param startNanos start of the load, by the monotonic clock
   */
  void run(long startNanos) {
    var threads =
        plan.faults().stream().collect(Collectors.groupingBy(Fault::lane)).entrySet().stream()
            .map(lane -> new Thread(() -> runLane(lane.getValue(), startNanos), lane.getKey()))
            .toList();
    threads.forEach(Thread::start);
    threads.forEach(FaultRunner::join);
    if (!failures.isEmpty()) {
      throw new IllegalStateException("faults that could not be injected or healed: " + failures);
    }
  }

  private void runLane(List<Fault> lane, long startNanos) {
    for (var fault : lane) {
      pause(startNanos + TimeUnit.MILLISECONDS.toNanos(fault.atMs()) - System.nanoTime());
      try {
        faults.inject(fault);
        injected.merge(fault.kind(), 1, Integer::sum);
      } catch (RuntimeException | Error failed) {
        failures.add(fault + ": " + failed);
        return;
      }
    }
  }

  /** Number of faults of each kind that were injected and healed. */
  Map<FaultKind, Integer> injected() {
    return Map.copyOf(injected);
  }

  static void pause(long nanos) {
    var untilNanos = System.nanoTime() + nanos;
    for (var left = nanos; left > 0; left = untilNanos - System.nanoTime()) {
      LockSupport.parkNanos(left);
    }
  }

  private static void join(Thread thread) {
    try {
      thread.join(LIMIT.toMillis());
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
    }
    if (thread.isAlive()) {
      throw new IllegalStateException("faults of " + thread.getName() + " do not end");
    }
  }
}
