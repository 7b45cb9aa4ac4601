package io.delaygate.scheduler.app;

import io.delaygate.scheduler.outbound.OutgoingSink;
import io.delaygate.scheduler.outbound.Sinks;
import io.delaygate.scheduler.store.JobStoreFactory;
import io.delaygate.scheduler.store.RocksMemory;
import io.delaygate.schemas.topics.TopicNames;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.apache.kafka.streams.AutoOffsetReset;
import org.apache.kafka.streams.Topology;

/**
 * Kafka Streams topology of the scheduler: two source topics of commands, one processor with its
 * store, and the sinks.
 */
final class SchedulerTopology {
  private static final String COMMANDS = "commands";
  private static final String SCHEDULER = "scheduler";

  private SchedulerTopology() {}

  static Topology build(TopicNames names, TaskDependencies stages, RocksMemory memory) {
    var topology = new Topology();
    topology.addSource(
        AutoOffsetReset.earliest(),
        COMMANDS,
        SchedulerTopology::timestamp,
        new ByteArrayDeserializer(),
        new ByteArrayDeserializer(),
        names.requests(),
        names.rerouted());
    topology.addProcessor(SCHEDULER, () -> new SchedulerProcessor(stages), COMMANDS);
    topology.addStateStore(JobStoreFactory.jobs(memory, stages.queryable().stores()), SCHEDULER);
    sink(topology, Sinks.TARGETS);
    sink(topology, Sinks.DEAD_LETTERS);
    sink(topology, Sinks.REROUTED);
    sink(topology, Sinks.REPLIES);
    sink(topology, Sinks.EVENTS);
    return topology;
  }

  private static void sink(Topology topology, String name) {
    topology.addSink(
        name,
        OutgoingSink.topic(),
        new ByteArraySerializer(),
        OutgoingSink.serializer(),
        OutgoingSink.partitioner(),
        SCHEDULER);
  }

  /**
   * Timestamp extractor: a record without a time (possible on a CreateTime topic) must not stop its
   * partition.
   */
  private static long timestamp(ConsumerRecord<Object, Object> record, long partitionTime) {
    return Math.max(0, record.timestamp());
  }
}
