package io.delaygate.scheduler.app;

import io.delaygate.scheduler.outbound.FailFastProductionHandler;
import io.delaygate.scheduler.outbound.FailFastProductionHandler.RefusedRecords;
import io.delaygate.scheduler.settings.SchedulerSettings;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.streams.StreamsConfig;

/**
 * Kafka Streams configuration of one instance: the settings, its member name and its query address.
 */
final class InstanceConfig {
  private InstanceConfig() {}

  /**
   * Creates the configuration of an instance.
   *
   * @param member {@code group.instance.id} of the instance
   * @param advertised address that serves its queries, as {@code host:port}
   */
  static StreamsConfig of(
      SchedulerSettings settings, String member, String advertised, RefusedRecords refused) {
    var properties = settings.streamsProperties();
    var instance = StreamsConfig.mainConsumerPrefix(ConsumerConfig.GROUP_INSTANCE_ID_CONFIG);
    properties.put(instance, member);
    properties.put(StreamsConfig.APPLICATION_SERVER_CONFIG, advertised);
    return new StreamsConfig(FailFastProductionHandler.telling(refused, properties));
  }
}
