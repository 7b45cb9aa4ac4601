package io.delaygate.scheduler.app;

import io.delaygate.scheduler.control.PartitionShare;
import io.delaygate.scheduler.control.ReleaseGate;
import io.delaygate.scheduler.due.DeadLetterExpiry;
import io.delaygate.scheduler.due.DueEngine;
import io.delaygate.scheduler.due.WakeupTimer;
import io.delaygate.scheduler.effects.EffectApplier;
import io.delaygate.scheduler.effects.EffectApplier.TaskStage;
import io.delaygate.scheduler.history.JobHistory;
import io.delaygate.scheduler.intake.CommandIntake.Accepted;
import io.delaygate.scheduler.outbound.OutgoingRecord;
import io.delaygate.scheduler.outbound.Sinks;
import io.delaygate.scheduler.query.ActiveTask;
import io.delaygate.scheduler.reservation.ReservationHandler;
import io.delaygate.scheduler.reservation.ReservationQueue;
import io.delaygate.scheduler.rules.CommandRules;
import io.delaygate.scheduler.rules.DecisionTime;
import io.delaygate.scheduler.rules.PendingQuota;
import io.delaygate.scheduler.store.JobStoreFactory;
import io.delaygate.scheduler.store.JobTable;
import io.delaygate.service.logging.LogKey;
import org.apache.kafka.streams.errors.ProcessorStateException;
import org.apache.kafka.streams.processor.TaskId;
import org.apache.kafka.streams.processor.api.Processor;
import org.apache.kafka.streams.processor.api.ProcessorContext;
import org.apache.kafka.streams.processor.api.Record;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Kafka Streams processor of one task: validates each command, applies the rules and their effects,
 * and runs the due engine by a wake-up timer. {@link #init} builds all state in memory, since
 * Streams initialises the same instance again after it revives a task.
 */
final class SchedulerProcessor implements Processor<byte[], byte[], byte[], OutgoingRecord> {
  private static final Logger LOG = LoggerFactory.getLogger(SchedulerProcessor.class);

  /** Number of topics that one or two broker responses cover. */
  private static final int TARGETS = 2_000;

  /** Time until a clock that was set is checked again. */
  private static final long UNTRUSTED_MS = 100;

  private final TaskDependencies stages;
  private ProcessorContext<byte[], OutgoingRecord> context;
  private TaskId task;
  private Sinks outlets;
  private JobTable table;
  private JobHistory history;
  private PendingQuota room;
  private DeadLetterExpiry letters;
  private EffectApplier effects;
  private DueEngine due;
  private WakeupTimer alarm;
  private ReservationQueue pendingReservations;
  private ReservationHandler reservations;
  private ActiveTask active;
  private Runnable commit;

  SchedulerProcessor(TaskDependencies stages) {
    this.stages = stages;
  }

  @Override
  public void init(ProcessorContext<byte[], OutgoingRecord> processorContext) {
    context = processorContext;
    task = context.taskId();
    commit = context::commit;
    table =
        new JobTable(
            context.getStateStore(JobStoreFactory.JOBS),
            stages.queryable().stores(),
            task.partition());
    history = new JobHistory(table, stages.history(), stages.delivery().metrics()::historyCut);
    var share = new PartitionShare(task.partition(), stages.targets().partitions());
    room = stages.targets().room(share, table);
    var judge = stages.judge();
    var delivery = stages.delivery();
    outlets = new Sinks(context, judge, table, delivery.trials(), delivery.deadLetters().topic());
    var gate = new ReleaseGate(stages.targets().control(), share, table::hasParked);
    effects =
        new EffectApplier(new TaskStage(table, history, gate, judge, outlets), stages.delivery());
    due = new DueEngine(table, effects, gate, stages.pace(), stages.chance());
    letters = new DeadLetterExpiry(table, effects, stages.letters());
    alarm = new WakeupTimer(context, stages.poll(), this::ring);
    knowTargets();
    stages.delivery().metrics().taskOpened(task, table);
    stages.delivery().failures().taskOpened();
    pendingReservations = new ReservationQueue(stages.poll()::pollSoon);
    reservations =
        new ReservationHandler(
            pendingReservations,
            stages.queryable().stores().stages(),
            history,
            effects,
            stages.delivery().metrics());
    alarm.listen(
        () -> pendingReservations.isPending() && !stages.unsound().contains(task),
        context::currentSystemTimeMs);
    active = new ActiveTask(task.partition(), pendingReservations);
    stages.queryable().tasks().opened(active);
    stages.queryable().stores().readyNews().came(table.ready());
    setAlarm(context.currentSystemTimeMs());
  }

  /** Asks the brokers about the targets of pending jobs before the first of these is due. */
  private void knowTargets() {
    var directory = stages.delivery().directory();
    directory.doubt();
    table.counts().stream()
        .filter(count -> count.state().isPending())
        .limit(TARGETS)
        .forEach(count -> directory.status(count.topic()));
  }

  @Override
  public void process(Record<byte[], byte[]> record) {
    work(() -> takeIn(record));
  }

  /**
   * Runs a step of work. If the store fails in it, all work of the thread since its last commit is
   * rolled back. The task does nothing more until then; skipped records are read again.
   */
  private void work(Runnable step) {
    if (stages.unsound().contains(task)) {
      return;
    }
    stages.queryable().stores().stages().works(task);
    try {
      step.run();
    } catch (ProcessorStateException failed) {
      LOG.atError()
          .setCause(failed)
          .addKeyValue(LogKey.PARTITION.key(), task.partition())
          .log("The store of a partition could not be read or written; its task is restarted");
      table.failed(failed);
      stages.unsound().failed(task, failed);
      commit.run();
    }
  }

  private void takeIn(Record<byte[], byte[]> record) {
    var nowMs = context.currentSystemTimeMs();
    var metadata =
        context
            .recordMetadata()
            .orElseThrow(() -> new IllegalStateException("a source record has no metadata"));
    if (stages.intake().isRequest(metadata)) {
      table.readTo(metadata.offset() + 1);
    }
    stages
        .intake()
        .take(record, metadata, nowMs, outlets, command -> history.find(command.id(), nowMs))
        .ifPresent(ours -> carryOut(ours, nowMs));
    stages.commits().workDone(commit);
  }

  private void carryOut(Accepted accepted, long nowMs) {
    var known = accepted.known();
    var at = new DecisionTime(accepted.arrival().baseMs(), nowMs, stages.chance().getAsDouble());
    var decision = CommandRules.decide(accepted.command(), known, at, room);
    var job = effects.apply(decision, known, accepted.arrival().author(), at);
    stages.intake().answer(accepted, decision, job, nowMs, outlets);
    var ageMs = nowMs - accepted.arrival().baseMs();
    stages.delivery().metrics().outcome(decision.outcome(), ageMs);
    setAlarm(nowMs);
  }

  /**
   * Runs the due jobs. After the clock was set, it waits until the clock was compared with the
   * brokers' clocks.
   */
  private void ring(long nowMs) {
    if (!stages.isClockTrusted().getAsBoolean()) {
      work(() -> handleReservations(nowMs));
      alarm.set(nowMs + UNTRUSTED_MS, nowMs);
      return;
    }
    work(
        () -> {
          handleReservations(nowMs);
          due.run(nowMs);
          history.sweep(nowMs);
          letters.sweep(nowMs);
          stages.commits().workDone(commit);
          if (setAlarm(nowMs) <= nowMs) {
            stages.commits().workIsLeft();
          }
        });
  }

  private void handleReservations(long nowMs) {
    if (pendingReservations.isPending()) {
      reservations.run(nowMs);
      stages.commits().workIsWaitedFor(commit);
    }
  }

  /** Sets the wake-up timer; returns when jobs have to be woken, epoch milliseconds. */
  private long setAlarm(long nowMs) {
    var dueMs = due.nextRunMs(nowMs);
    var sweepMs = Math.min(history.nextSweepMs(), letters.nextSweepMs());
    alarm.set(Math.min(dueMs, sweepMs), nowMs);
    return dueMs;
  }

  @Override
  public void close() {
    alarm.stop();
    stages.unsound().closed(task);
    stages.queryable().stores().stages().closed(task);
    stages.queryable().tasks().closed(active);
    pendingReservations.close();
    stages.delivery().metrics().taskClosed(task);
    stages.delivery().failures().taskClosed();
  }
}
