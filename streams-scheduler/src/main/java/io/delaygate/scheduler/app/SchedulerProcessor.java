package io.delaygate.scheduler.app;

import io.delaygate.scheduler.delivery.Outgoing;
import io.delaygate.scheduler.due.Alarm;
import io.delaygate.scheduler.due.DueEngine;
import io.delaygate.scheduler.effects.EffectApplier;
import io.delaygate.scheduler.effects.EffectApplier.TaskStage;
import io.delaygate.scheduler.effects.Outlets;
import io.delaygate.scheduler.intake.CommandIntake.Accepted;
import io.delaygate.scheduler.rules.CommandRules;
import io.delaygate.scheduler.store.JobStores;
import io.delaygate.scheduler.store.JobTable;
import org.apache.kafka.streams.processor.TaskId;
import org.apache.kafka.streams.processor.api.Processor;
import org.apache.kafka.streams.processor.api.ProcessorContext;
import org.apache.kafka.streams.processor.api.Record;

/**
 * One task's way of a job, on one screen: intake, rules, effects; and the alarm that runs the due
 * engine. All RAM state is built in {@link #init}, since Streams initialises the same instance
 * again after it revived a task.
 */
final class SchedulerProcessor implements Processor<byte[], byte[], byte[], Outgoing> {
  private final Stages stages;
  private ProcessorContext<byte[], Outgoing> context;
  private TaskId task;
  private Outlets outlets;
  private JobTable table;
  private EffectApplier effects;
  private DueEngine due;
  private Alarm alarm;

  SchedulerProcessor(Stages stages) {
    this.stages = stages;
  }

  @Override
  public void init(ProcessorContext<byte[], Outgoing> processorContext) {
    context = processorContext;
    task = context.taskId();
    outlets = new Outlets(context);
    table =
        new JobTable(
            context.getStateStore(JobStores.JOBS), context.getStateStore(JobStores.LEDGER));
    if (!stages.exactlyOnce()) {
      table.distrustLedger();
    }
    effects = new EffectApplier(new TaskStage(table, outlets), stages.delivery());
    due = new DueEngine(table, effects, stages.pace());
    alarm = new Alarm(context, stages.poll(), this::ring);
    stages.delivery().directory().doubt();
    stages.delivery().metrics().taskOpened(task, () -> Math.max(0, table.pending()));
    setAlarm(context.currentSystemTimeMs());
  }

  @Override
  public void process(Record<byte[], byte[]> record) {
    var nowMs = context.currentSystemTimeMs();
    var metadata =
        context
            .recordMetadata()
            .orElseThrow(() -> new IllegalStateException("a source record has no metadata"));
    stages
        .intake()
        .take(record, metadata, nowMs, outlets, table::get)
        .ifPresent(ours -> carryOut(ours, nowMs));
    stages.poll().workDone(nowMs);
  }

  private void carryOut(Accepted accepted, long nowMs) {
    var decision =
        CommandRules.decide(accepted.command(), accepted.stored(), accepted.baseMs(), nowMs);
    effects.apply(decision.effects(), nowMs);
    stages.delivery().metrics().outcome(decision.outcome().name());
    setAlarm(nowMs);
  }

  private void ring(long nowMs) {
    due.run(nowMs);
    stages.poll().workDone(nowMs);
    setAlarm(nowMs);
  }

  private void setAlarm(long nowMs) {
    alarm.set(due.nextRunMs(), nowMs);
  }

  @Override
  public void close() {
    alarm.stop();
    stages.delivery().metrics().taskClosed(task);
  }
}
