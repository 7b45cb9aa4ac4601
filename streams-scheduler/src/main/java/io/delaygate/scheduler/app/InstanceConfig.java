package io.delaygate.scheduler.app;

import io.delaygate.scheduler.outbound.FailFastProductionHandler;
import io.delaygate.scheduler.outbound.FailFastProductionHandler.RefusedRecords;
import io.delaygate.scheduler.settings.SchedulerSettings;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.streams.StreamsConfig;

/** Settings of one Kafka Streams instance: what was set, and what is known only when it is made. */
final class InstanceConfig {
  private InstanceConfig() {}

  /**
   * Settings of an instance.
   *
   * @param member its name among the members of the group
   * @param advertised where its queries are served, as {@code host:port}
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
