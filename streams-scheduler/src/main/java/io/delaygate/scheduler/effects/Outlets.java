package io.delaygate.scheduler.effects;

import io.delaygate.scheduler.delivery.Outgoing;
import org.apache.kafka.streams.processor.api.ProcessorContext;
import org.apache.kafka.streams.processor.api.Record;

/** The sinks of the topology. For the task's thread only. */
public final class Outlets {
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

  private final ProcessorContext<byte[], Outgoing> context;

  /** The sinks that a processor's context forwards to. */
  public Outlets(ProcessorContext<byte[], Outgoing> context) {
    this.context = context;
  }

  /** Hands a record to its target topic, which must have been checked. */
  public void deliver(Record<byte[], Outgoing> record) {
    context.forward(record, TARGETS);
  }

  /** Hands a record to the dead letters. */
  public void deadLetter(Record<byte[], Outgoing> record) {
    context.forward(record, DEAD_LETTERS);
  }

  /** Hands a command to the partition that owns it. */
  public void reroute(Record<byte[], Outgoing> record) {
    context.forward(record, REROUTED);
  }

  /** Hands an outcome to the topic that its sender named, which must have been checked. */
  public void reply(Record<byte[], Outgoing> record) {
    context.forward(record, REPLIES);
  }

  /** Hands an event to the topic of events, which must have been checked. */
  public void event(Record<byte[], Outgoing> record) {
    context.forward(record, EVENTS);
  }
}
