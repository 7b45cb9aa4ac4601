package io.delaygate.harness.chaos;

import java.nio.file.Path;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;

/** One run: it carries out a plan on a new rig, and judges it. */
final class Run {
  /** Time after which the workers' last changes have been carried out. */
  private static final int SETTLE_MS = 6_000;

  private static final int LOOK_MS = 2_000;
  private static final int REVIVE_MS = 500;

  private final Plan plan;
  private final Path folder;
  private final Clock clock;

  /**
   * A run with this folder.
   *
   * @param folder for output and state
   */
  Run(Plan plan, Path folder, Clock clock) {
    this.plan = plan;
    this.folder = folder;
    this.clock = clock;
  }

  /** Carries out the run, which takes some minutes. */
  Report.Row carryOut() {
    var told = new Told();
    try (var rig = new Rig(plan.shape(), folder);
        var auditor = new Auditor(rig);
        var workers = new Workers(rig, plan, new Doors(rig, told, clock));
        var calls = new Calls(rig, plan)) {
      var faults = new Faults(rig);
      var runner = new FaultRunner(faults, plan);
      var faultMs = attack(rig, told, runner);
      // jobs of the last call, even a late one, are due by then or stay until the end
      var lastDueMs = clock.millis() + LoadPlan.LONGEST_MS;
      workers.finishAll();
      var quietMs = Math.max(lastDueMs, clock.millis() + SETTLE_MS);
      try (var logs = new Logs(rig)) {
        FaultRunner.pause(TimeUnit.MILLISECONDS.toNanos(quietMs - clock.millis()));
        calls.awaitEnds(logs.evidence(), new Patience(System::nanoTime));
        System.out.println(calls.text());
        var unfinished = new Drain(told, quietMs, new Patience(System::nanoTime));
        drained(logs, unfinished, faults);
        // no more feedback is sent; the last feedback is part of the evidence
        workers.stop();
        var found = drained(logs, unfinished, faults);
        var violations = new ArrayList<>(auditor.violations());
        violations.addAll(found.verdict().violations());
        violations.addAll(
            found
                .verdict()
                .unansweredThough(found.evidence().commands().size(), plan.sparesBrokers()));
        violations.addAll(sharedFate(rig));
        violations.addAll(calls.violations(found.evidence(), faults.clocks()));
        if (violations.isEmpty()) {
          var left = found.verdict().left();
          violations.addAll(new Questions(rig).ask(left.results().keySet()).violations(left));
          violations.addAll(afterwards(rig, logs, told, faults));
        }
        return new Report.Row(
            plan,
            runner.injected(),
            new Report.Counts(
                found.evidence(),
                found.verdict(),
                logs.abortedTransactions(),
                auditor.audits(),
                rig.revivals()),
            faultMs,
            violations);
      }
    }
  }

  /**
   * Runs load and faults in parallel until everything is ready again and all calls are answered;
   * returns the duration of the faults, milliseconds.
   */
  private long attack(Rig rig, Told told, FaultRunner runner) {
    try (var doors = new Doors(rig, told, clock)) {
      var faultMs = attack(rig, new Load(doors), runner);
      rig.awaitReady();
      return faultMs;
    }
  }

  private long attack(Rig rig, Load load, FaultRunner runner) {
    var start = System.nanoTime();
    var loading = new Thread(() -> load.run(plan.operations(), start), "load");
    var orchestrator = Executors.newSingleThreadScheduledExecutor();
    try {
      var unused =
          orchestrator.scheduleWithFixedDelay(
              rig::revive, REVIVE_MS, REVIVE_MS, TimeUnit.MILLISECONDS);
      loading.start();
      runner.run(start);
      var faultMs = TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - start);
      loading.join();
      return faultMs;
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(interrupted);
    } finally {
      orchestrator.shutdownNow();
    }
  }

  /** The evidence and the verdict about it. */
  private record Found(Evidence evidence, Verdict verdict) {}

  /**
   * State of the wait for missing records.
   *
   * @param quietMs jobs that are due by then must leave
   */
  private record Drain(Told told, long quietMs, Patience patience) {}

  private List<Violation> sharedFate(Rig rig) {
    return IntStream.range(0, Shape.SCHEDULERS)
        .mapToObj(i -> Rollbacks.judge(plan, i, rig.output(i), rig.revivals()))
        .flatMap(Optional::stream)
        .toList();
  }

  /** The result when nothing is missing, or when the wait ends. */
  private Found drained(Logs logs, Drain drain, Faults faults) {
    while (true) {
      var found = look(logs, drain.told(), faults, drain.quietMs());
      var isComplete = found.verdict().violations().isEmpty() && found.verdict().unanswered() == 0;
      if (isComplete || drain.patience().isOver(found.evidence().records())) {
        return found;
      }
      FaultRunner.pause(TimeUnit.MILLISECONDS.toNanos(LOOK_MS));
    }
  }

  private Found look(Logs logs, Told told, Faults faults, long quietMs) {
    var evidence = logs.evidence();
    var verdict = Verdict.of(evidence, told, faults.clocks(), faults.fragile(), quietMs);
    return new Found(evidence, verdict);
  }

  /** Judges once more after the schedulers have stopped, including their stores. */
  private List<Violation> afterwards(Rig rig, Logs logs, Told told, Faults faults) {
    rig.stopSchedulers();
    var found = look(logs, told, faults, clock.millis());
    var violations = new ArrayList<>(found.verdict().violations());
    violations.addAll(logs.storedJobs().violations(found.verdict().left().stored()));
    return violations;
  }
}
