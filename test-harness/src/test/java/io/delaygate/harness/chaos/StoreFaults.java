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

/** Faults of the state of one scheduler, and of the disk that it lies on. Thread-safe. */
final class StoreFaults {
  /** Within that a scheduler has its stores open, or another one has its tasks. */
  private static final Duration READY_LIMIT = Duration.ofSeconds(15);

  private static final int READY_LOOK_MS = 200;
  private static final int LOOK_MS = 20;
  private static final int RESTARTS_ONE_OF = 4;

  /** A burst that is not met ends after so many looks. */
  private static final int LOOKS = 50;

  private static final int COMMIT_MOST_MS = 600;

  /** Fewer calls than that pass before a burst. */
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

  /** Returns when it is healed. */
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
   * After an orderly stop the offsets beside the damage are trusted; after a kill they are not. One
   * without a task, as after a rebalance, is waited for.
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
   * Some calls fail, from the start of a process on, or while it works. One that restarts has given
   * its tasks away, and may meet none.
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
    // what was damaged twice meanwhile keeps the process from starting, until somebody looks
    disk.removeSetAside();
  }

  private static void await(BooleanSupplier isSo) {
    var endNanos = System.nanoTime() + READY_LIMIT.toNanos();
    while (System.nanoTime() < endNanos && !isSo.getAsBoolean()) {
      FaultRunner.pause(TimeUnit.MILLISECONDS.toNanos(READY_LOOK_MS));
    }
  }

  /**
   * The next burst comes when the one before is over, or was not met for a while. Half of them are
   * one call, and there is time for a commit between them: what a failed read did unnoticed must
   * not be rolled back for the next one.
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
