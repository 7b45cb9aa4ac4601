package io.delaygate.harness.e2e;

import io.delaygate.harness.e2e.Door.Called;
import java.util.List;
import java.util.Queue;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;

/** Somebody who schedules over HTTP, 20 times a second, and waits for each outcome. */
final class WaitingCaller implements AutoCloseable {
  private static final int PERIOD_MS = 50;

  private final ScheduledExecutorService clock = Executors.newSingleThreadScheduledExecutor();
  private final Queue<Called> answers = new ConcurrentLinkedQueue<>();
  private final Door door;
  private final String body;
  private int calls;

  WaitingCaller(Door door, String target) {
    this.door = door;
    this.body = "{\"target\": {\"topic\": \"%s\"}, \"delay\": \"1h\"}".formatted(target);
    var unused = clock.scheduleAtFixedRate(this::call, 0, PERIOD_MS, TimeUnit.MILLISECONDS);
  }

  private void call() {
    var path = Door.job("called-" + calls++) + "?wait=true";
    var unused = door.callLater("PUT", path, body).thenAccept(answers::add);
  }

  /** Answers that no documentation tells a caller to expect. */
  List<String> strange() {
    return answers.stream()
        .filter(called -> called.status() != 201 && !isToBeRetried(called))
        .map(Called::text)
        .toList();
  }

  private static boolean isToBeRetried(Called called) {
    return called.status() == 503 && !called.header("Retry-After").isEmpty();
  }

  @Override
  public String toString() {
    return answers.stream()
        .collect(Collectors.groupingBy(Called::text, TreeMap::new, Collectors.counting()))
        .toString();
  }

  /** Ends, once every call has its answer. */
  @Override
  public void close() {
    clock.shutdown();
    ContractBench.await().until(() -> clock.isTerminated() && answers.size() == calls);
  }
}
