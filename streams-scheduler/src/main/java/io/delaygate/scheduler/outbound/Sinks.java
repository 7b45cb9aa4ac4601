package io.delaygate.scheduler.outbound;

import io.delaygate.scheduler.store.JobTable;
import io.delaygate.scheduler.targets.TargetJudge;
import org.apache.kafka.streams.processor.api.ProcessorContext;
import org.apache.kafka.streams.processor.api.Record;

/**
 * Sinks of the topology for all records that leave a task; topics are checked before use. For the
 * task's thread only.
 */
public final class Sinks {
  /** Sink of delivered records. */
  public static final String TARGETS = "targets";

  /** Sink of dead letters. */
  public static final String DEAD_LETTERS = "dead-letters";

  /** Sink of commands for other partitions. */
  public static final String REROUTED = "rerouted";

  /** Sink of outcomes. */
  public static final String REPLIES = "replies";

  /** Sink of events. */
  public static final String EVENTS = "events";

  private final ProcessorContext<byte[], OutgoingRecord> context;
  private final TargetJudge judge;
  private final JobTable table;
  private final String letters;
  private final Trials trials;
  private final ParkedDeadLetters kept;

  /**
   * The sinks that a processor's context forwards to.
   *
   * @param table where dead letters wait while their topic cannot take them
   * @param trials of records whose topic refused others
   * @param letters topic of dead letters
   */
  public Sinks(
      ProcessorContext<byte[], OutgoingRecord> context,
      TargetJudge judge,
      JobTable table,
      Trials trials,
      String letters) {
    this.context = context;
    this.judge = judge;
    this.table = table;
    this.trials = trials;
    this.letters = letters;
    this.kept = new ParkedDeadLetters(context.taskId().partition());
  }

  /** Hands a record to the partition of its target that was checked before. */
  public void deliver(Record<byte[], OutgoingRecord> record) {
    context.forward(record, TARGETS);
  }

  /**
   * Hands a record to the dead letters: to the topic that it names, else to that of all dead
   * letters, else it is kept until that one takes it.
   */
  public void deadLetter(Record<byte[], OutgoingRecord> record) {
    if (forward(record, DEAD_LETTERS)) {
      return;
    }
    var usual = record.withValue(record.value().to(letters));
    if (record.value().topic().equals(letters) || !forward(usual, DEAD_LETTERS)) {
      table.put(kept.of(usual, usual.timestamp()));
    }
  }

  /** Hands a command to the partition that owns it. */
  public void reroute(Record<byte[], OutgoingRecord> record) {
    context.forward(record, REROUTED);
  }

  /**
   * Hands an outcome to the topic that its sender named.
   *
   * @return false if the topic cannot take it now: it is dropped
   */
  public boolean reply(Record<byte[], OutgoingRecord> record) {
    return forward(record, REPLIES);
  }

  /** Hands an event to the topic of events; dropped where that cannot take it now. */
  public void event(Record<byte[], OutgoingRecord> record) {
    forward(record, EVENTS);
  }

  /** Forwards a record whose time is now; false where its topic cannot take it. */
  private boolean forward(Record<byte[], OutgoingRecord> record, String sink) {
    var to = record.value();
    var partition = judge.partition(to.topic(), to.partition(), record.key(), record.timestamp());
    if (partition.isPresent()) {
      context.forward(record.withValue(to.in(partition.getAsInt())), sink);
    } else {
      tryAlone(record);
    }
    return partition.isPresent();
  }

  /** Without trials, a topic that refused a record once would never get one again. */
  private void tryAlone(Record<byte[], OutgoingRecord> record) {
    var to = record.value();
    var nowMs = record.timestamp();
    judge
        .partitionToTry(to.topic(), to.partition(), record.key(), nowMs)
        .ifPresent(partition -> trials.begin(record.withValue(to.in(partition)), null, nowMs));
  }
}
