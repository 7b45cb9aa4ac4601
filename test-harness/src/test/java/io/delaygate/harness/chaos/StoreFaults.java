package io.delaygate.harness.chaos;

import io.delaygate.harness.disk.DiskFault;
import io.delaygate.harness.disk.DiskFault.Call;
import io.delaygate.harness.disk.DiskFault.Files;
import io.delaygate.harness.disk.DiskFault.How;
import io.delaygate.harness.disk.DiskFaults;
import java.time.Duration;
import java.util.List;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;

/** Faults of the state of one scheduler and of its disk. Thread-safe. */
final class StoreFaults {
  /** Time until a scheduler has opened its stores, or another one has taken its tasks. */
  private static final Duration READY_LIMIT = Duration.ofSeconds(15);

  private static final int READY_LOOK_MS = 200;
  private static final int LOOK_MS = 20;
  private static final int RESTARTS_ONE_OF = 4;

  /** Number of looks after which an unused burst ends. */
  private static final int LOOKS = 50;

  private static final int COMMIT_MOST_MS = 600;

  /** Upper bound of the calls that succeed before a burst. */
  private static final int PASS_MOST = 8;

  private static final int FAIL_MOST = 4;
  private static final List<Call> READS = List.of(Call.READ);
  private static final List<Call> WRITES = List.of(Call.WRITE, Call.SYNC);
  private static final List<Call> BOTH = List.of(Call.READ, Call.WRITE, Call.SYNC);
  private static final List<List<Call>> CALLS = List.of(READS, READS, WRITES, BOTH);

  private final Rig rig;

  StoreFaults(Rig rig) {
    this.rig = rig;
  }

  /** Injects a fault; returns when it is healed. */
  void inject(Fault fault) {
    switch (fault.kind()) {
      case DELETED_STATE -> deleteState(fault);
      case FULL_DISK -> fillDisk(fault);
      case FLIPPED_BITS -> flipBits(fault);
      case DISK_ERRORS -> failCalls(fault);
      default -> throw new IllegalArgumentException("no fault of a store: " + fault);
    }
  }

  private void deleteState(Fault fault) {
    var scheduler = rig.scheduler(fault.victim());
    scheduler.kill();
    rig.disk(fault.victim()).deleteState();
    fault.last();
    scheduler.start();
  }

  private void fillDisk(Fault fault) {
    var disk = rig.disk(fault.victim());
    disk.fill();
    FaultRunner.pause(TimeUnit.MILLISECONDS.toNanos(fault.detail()));
    if (fault.detail() > 0) {
      rig.scheduler(fault.victim()).restart();
    }
    FaultRunner.pause(TimeUnit.MILLISECONDS.toNanos(fault.lengthMs() - fault.detail()));
    disk.free();
  }

  /**
   * Flips bits after an orderly stop, when the offsets are trusted, or after a kill, when they are
   * not. First waits until the scheduler has a store, which it may lack after a rebalance.
   */
  private void flipBits(Fault fault) {
    var random = fault.random();
    var scheduler = rig.scheduler(fault.victim());
    await(() -> FlippedBits.hasFiles(rig.disk(fault.victim()).state()));
    if (random.nextBoolean()) {
      scheduler.halt();
    } else {
      scheduler.kill();
    }
    var disk = rig.disk(fault.victim());
    disk.removeSetAside();
    fault.tell(FlippedBits.flip(disk.state(), random).orElse("there is no file"));
    fault.last();
    scheduler.start();
  }

  /**
   * Lets some calls fail, after a restart or during work. A restarted scheduler has lost its tasks,
   * and may make no such call.
   */
  private void failCalls(Fault fault) {
    var random = fault.random();
    var scheduler = rig.scheduler(fault.victim());
    var disk = rig.disk(fault.victim());
    var calls = CALLS.get(random.nextInt(CALLS.size()));
    disk.removeSetAside();
    if (random.nextInt(RESTARTS_ONE_OF) == 0) {
      scheduler.restart();
    } else {
      await(scheduler::isReady);
    }
    var faults = rig.diskFaults(fault.victim());
    var before = faults.hits();
    failSome(faults, calls, random, fault.lengthMs());
    fault.tell((faults.hits() - before) + " calls failed, of " + calls);
    // a store that was damaged twice blocks the start until an operator removes it
    disk.removeSetAside();
  }

  private static void await(BooleanSupplier isSo) {
    var endNanos = System.nanoTime() + READY_LIMIT.toNanos();
    while (System.nanoTime() < endNanos && !isSo.getAsBoolean()) {
      FaultRunner.pause(TimeUnit.MILLISECONDS.toNanos(READY_LOOK_MS));
    }
  }

  /**
   * Injects bursts: the next one begins when the last one is used up, or was not used for a while.
   * Half of them are one call, with time for a commit between them, so that the effect of an
   * unnoticed read error is not rolled back because of the next one.
   */
  private static void failSome(DiskFaults faults, List<Call> calls, Random random, long lengthMs) {
    var endNanos = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(lengthMs);
    while (System.nanoTime() < endNanos) {
      var call = calls.get(random.nextInt(calls.size()));
      var files = random.nextBoolean() ? Files.TABLES : Files.ALL;
      var times = random.nextBoolean() ? 1 : 1 + random.nextInt(FAIL_MOST);
      var spent = faults.hits() + times;
      faults.begin(new DiskFault(How.BROKEN, call, files), random.nextInt(PASS_MOST), times);
      for (var i = 0; i < LOOKS && faults.hits() < spent; i++) {
        FaultRunner.pause(TimeUnit.MILLISECONDS.toNanos(LOOK_MS));
      }
      FaultRunner.pause(TimeUnit.MILLISECONDS.toNanos(random.nextInt(COMMIT_MOST_MS)));
    }
    faults.end();
  }
}
