package io.delaygate.scheduler.settings;

import io.delaygate.schemas.topics.TopicNames;
import io.delaygate.service.settings.CheckedSettings;
import io.delaygate.service.settings.SharedSettings;
import java.util.HashMap;
import java.util.Map;
import org.apache.kafka.clients.producer.ProducerConfig;

/**
 * Properties of the probe producer, which asks brokers for their time. It connects as the others
 * do; its time-outs are its own, since a start waits for it.
 */
final class ProbeProperties {
  /** Longer than a healthy broker takes; a start waits for two of them at worst. */
  private static final int REQUEST_TIMEOUT_MS = 1_500;

  /**
   * Longer than all of the above, and short for readers of a partition if the process is killed.
   */
  private static final int TRANSACTION_TIMEOUT_MS = 5_000;

  /** Some bytes every fifteen seconds. */
  private static final long BUFFER_BYTES = 1 << 20;

  private ProbeProperties() {}

  static Map<String, Object> of(CheckedSettings values, TopicNames names) {
    var to = new HashMap<String, Object>();
    to.putAll(values.originalsWithPrefix("kafka."));
    to.putAll(values.originalsWithPrefix("producer."));
    to.put(ProducerConfig.BOOTSTRAP_SERVERS_CONFIG, values.getString(SharedSettings.BOOTSTRAP));
    to.put(ProducerConfig.CLIENT_ID_CONFIG, names.applicationId() + "-clock");
    to.put(ProducerConfig.LINGER_MS_CONFIG, 0);
    to.put(ProducerConfig.BUFFER_MEMORY_CONFIG, BUFFER_BYTES);
    to.put(ProducerConfig.REQUEST_TIMEOUT_MS_CONFIG, REQUEST_TIMEOUT_MS);
    to.put(ProducerConfig.DELIVERY_TIMEOUT_MS_CONFIG, 2 * REQUEST_TIMEOUT_MS);
    to.put(ProducerConfig.MAX_BLOCK_MS_CONFIG, 2 * REQUEST_TIMEOUT_MS);
    to.put(ProducerConfig.TRANSACTION_TIMEOUT_CONFIG, TRANSACTION_TIMEOUT_MS);
    to.put(ProducerConfig.ENABLE_METRICS_PUSH_CONFIG, false);
    return to;
  }
}
