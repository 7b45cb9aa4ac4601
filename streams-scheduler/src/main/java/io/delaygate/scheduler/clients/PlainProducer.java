package io.delaygate.scheduler.clients;

import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.common.PartitionInfo;
import org.apache.kafka.common.serialization.ByteArraySerializer;

/**
 * Producer without transactions, of an at-least-once scheduler. A failed send ends its stream
 * thread, see {@link io.delaygate.scheduler.outbound.FailFastProductionHandler}: there is no
 * transaction to roll back.
 */
final class PlainProducer extends KafkaProducer<byte[], byte[]> {
  PlainProducer(Map<String, Object> config) {
    super(config, new ByteArraySerializer(), new ByteArraySerializer());
  }

  /**
   * Returns a dummy without asking the brokers, see {@link TransactionalProducer#partitionsFor}.
   */
  @Override
  public List<PartitionInfo> partitionsFor(String topic) {
    return TransactionalProducer.someOf(topic);
  }
}
