package io.delaygate.harness.disk;

import io.delaygate.schemas.contract.JobId;
import io.delaygate.schemas.job.Job;
import io.delaygate.schemas.job.JobTimes;
import io.delaygate.schemas.job.Payload;
import io.delaygate.schemas.job.Policy;
import io.delaygate.schemas.job.Target;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.TreeMap;
import org.apache.kafka.streams.errors.LockException;
import org.apache.kafka.streams.errors.ProcessorStateException;

/**
 * Trial of a store with a disk fault, against a model. During the fault every answer is right or an
 * exception, and afterwards the store works again, if necessary after an operator removed what was
 * set aside.
 */
final class StoreTrial {
  private static final int STEPS = 60;
  private static final int CHANGES = 30;
  private static final int IDS = 400;
  private static final int SPAN_MS = 10_000;

  /**
   * Tries to open the store on a sound disk; before the second half, stores that were set aside are
   * removed.
   */
  private static final int TRIES = 6;

  /** Approximate number of reads of a scan: first of the index, then mostly of jobs. */
  private static final int READS = 100;

  private static final int FEW = 3;
  private static final int PRIORITY = Policy.USUAL.priority();

  private final Random random;
  private final DiskFaults faults;
  private final DiskFault fault;
  private final StoreHost host;
  private final Map<String, Long> committed = new TreeMap<>();
  private final Map<String, Long> present = new TreeMap<>();
  private long nowMs;
  private boolean comesAgain;
  private int failures;
  private boolean wasMended;

  /** A trial with the fault of this seed. */
  StoreTrial(long seed, Path state, DiskFaults faults) {
    var all = DiskFault.all();
    this.random = new Random(seed);
    this.faults = faults;
    this.fault = all.get((int) (seed % all.size()));
    this.host = new StoreHost(state);
  }

  /**
   * Runs the trial.
   *
   * @throws AssertionError if the store gave a wrong answer, or does not work afterwards
   */
  Result run() {
    var before = faults.hits();
    var begin = 5 + random.nextInt(STEPS / 3);
    var end = begin + 1 + random.nextInt(STEPS / 2);
    var lasts = random.nextBoolean();
    for (var step = 0; step < STEPS; step++) {
      comesAgain = !lasts && step >= begin && step < end;
      if (step == begin) {
        fail(lasts ? -1 : few());
      } else if (step == end) {
        faults.end();
      }
      attempt();
    }
    faults.end();
    settle();
    return new Result(fault, faults.hits() - before, failures, wasMended);
  }

  private void fail(int times) {
    var isEarly = fault.call() != DiskFault.Call.READ || random.nextBoolean();
    faults.begin(fault, random.nextInt(isEarly ? FEW : READS), times);
  }

  private int few() {
    return 1 + random.nextInt(FEW);
  }

  /** Makes one step; a failure loses uncommitted changes. */
  private void attempt() {
    try {
      if (host.isOpen()) {
        step();
      } else {
        host.open();
        compareAll();
      }
    } catch (ProcessorStateException | LockException failed) {
      rollBack(failed);
    }
  }

  private void rollBack(RuntimeException failed) {
    failures++;
    present.clear();
    present.putAll(committed);
    try {
      host.rollBack(failed);
    } catch (UncheckedIOException undeletable) {
      failures++;
    }
  }

  private void step() {
    for (var i = 0; i < CHANGES; i++) {
      change();
    }
    if (comesAgain) {
      fail(few());
      compareTimeline();
    }
    switch (random.nextInt(7)) {
      case 0 -> host.writeOut();
      case 1 -> commit();
      case 2 -> {
        commit();
        host.writeOut();
      }
      case 3 -> {
        commit();
        host.close();
        host.open();
        compareAll();
      }
      case 4 -> takeDue();
      case 5 -> compareAll();
      default -> compareSome();
    }
  }

  /** Commits the model even if the store fails, because Kafka has the records. */
  private void commit() {
    committed.clear();
    committed.putAll(present);
    host.commit();
  }

  private void change() {
    var id = "job-" + random.nextInt(IDS);
    if (present.containsKey(id) && random.nextInt(4) == 0) {
      host.table().remove(new JobId(id));
      present.remove(id);
    } else {
      var wakeMs = nowMs + random.nextInt(SPAN_MS);
      host.table().put(job(id, wakeMs));
      present.put(id, wakeMs);
    }
  }

  private Job job(String id, long wakeMs) {
    var value = new byte[200];
    random.nextBytes(value);
    return Job.scheduled(
        new JobId(id),
        JobTimes.due(0, wakeMs),
        new Target("orders", id.getBytes(StandardCharsets.UTF_8), null),
        new Payload(value, List.of()),
        Policy.USUAL);
  }

  /** Takes all due jobs and raises the low watermark, as the due engine does. */
  private void takeDue() {
    nowMs += random.nextInt(SPAN_MS / 2);
    var due = order().stream().filter(id -> present.get(id) <= nowMs).toList();
    var seen = new ArrayList<String>();
    var nextMs = Long.MAX_VALUE;
    try (var waking = host.table().waking(PRIORITY)) {
      while (waking.hasNext() && nextMs == Long.MAX_VALUE) {
        if (waking.peekMs() > nowMs) {
          nextMs = waking.peekMs();
        } else {
          seen.add(waking.next().id().text());
        }
      }
    }
    same("due", due, seen);
    for (var id : seen) {
      host.table().remove(new JobId(id));
      present.remove(id);
    }
    host.table().nothingWakesBefore(nextMs, PRIORITY);
  }

  private void compareSome() {
    for (var i = 0; i < CHANGES; i++) {
      compare("job-" + random.nextInt(IDS));
    }
  }

  private void compareAll() {
    compareTimeline();
    for (var i = 0; i < IDS; i++) {
      compare("job-" + i);
    }
    same("pending", (long) committed.size(), host.table().pending());
  }

  private void compareTimeline() {
    var seen = new ArrayList<String>();
    try (var waking = host.table().waking(PRIORITY)) {
      while (waking.hasNext()) {
        seen.add(waking.next().id().text());
      }
    }
    same("timeline", order(), seen);
  }

  private List<String> order() {
    return present.keySet().stream()
        .sorted(Comparator.<String, Long>comparing(present::get).thenComparing(id -> id))
        .toList();
  }

  private void compare(String id) {
    var known = host.table().get(new JobId(id));
    same(id, present.get(id), known instanceof Job job ? job.times().wakeMs() : null);
  }

  private void same(String what, Object expected, Object answered) {
    if (!Objects.equals(expected, answered)) {
      throw new AssertionError("%s: %s instead of %s".formatted(what, answered, expected));
    }
  }

  /** Checks that all committed jobs are there on a sound disk, also after reopening. */
  private void settle() {
    becomeWhole();
    commit();
    host.close();
    becomeWhole();
    host.close();
  }

  /** Opens the store, repeatedly because earlier damage may be found only now. */
  private void becomeWhole() {
    for (var tries = 1; !isWhole(); tries++) {
      if (tries > TRIES) {
        throw new AssertionError("it does not serve again");
      }
      if (tries > TRIES / 2) {
        wasMended = true;
        host.removeSetAside();
      }
    }
  }

  private boolean isWhole() {
    try {
      if (!host.isOpen()) {
        host.open();
      }
      compareAll();
      return true;
    } catch (ProcessorStateException | LockException failed) {
      rollBack(failed);
      return false;
    }
  }

  /**
   * Result of the trial.
   *
   * @param hits number of failed calls
   * @param refused number of exceptions of the store
   * @param wasMended whether an operator had to remove stores that were set aside
   */
  record Result(DiskFault fault, int hits, int refused, boolean wasMended) {}
}
