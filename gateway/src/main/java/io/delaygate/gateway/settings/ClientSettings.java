package io.delaygate.gateway.settings;

import io.delaygate.schemas.topics.TopicDefinitions;
import io.delaygate.service.settings.CheckedSettings;
import io.delaygate.service.settings.PassThrough;
import io.delaygate.service.settings.SharedSettings;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.apache.kafka.clients.admin.AdminClientConfig;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.ByteArraySerializer;

/**
 * Settings of the Kafka clients: the gateway's, then {@code kafka.*} for all clients, then {@code
 * producer.*}, {@code consumer.*} or {@code admin.*}. Later ones win, except those that the
 * guarantees of an answer depend on.
 */
public final class ClientSettings {
  private static final String KAFKA = "kafka.";
  private static final String PRODUCER = "producer.";
  private static final String CONSUMER = "consumer.";
  private static final String ADMIN = "admin.";

  static final List<PassThrough> PREFIXES =
      List.of(
          new PassThrough(
              KAFKA,
              "all clients",
              List.of(
                  ProducerConfig.configDef(),
                  ConsumerConfig.configDef(),
                  AdminClientConfig.configDef())),
          new PassThrough(
              PRODUCER, "the producer of commands", List.of(ProducerConfig.configDef())),
          new PassThrough(
              CONSUMER,
              "the consumers of Delaygate's own topics",
              List.of(ConsumerConfig.configDef())),
          new PassThrough(
              ADMIN, "the client that looks up targets", List.of(AdminClientConfig.configDef())));

  /** Partly filled batches hold more memory than the bytes in them. */
  private static final long BATCH_SLACK_BYTES = 16 << 20;

  /** Without these, a 201 would not mean that the command is stored, once. */
  private static final Map<String, Object> FIXED_PRODUCER =
      Map.of(
          ProducerConfig.ACKS_CONFIG,
          "all",
          ProducerConfig.ENABLE_IDEMPOTENCE_CONFIG,
          true,
          ProducerConfig.KEY_SERIALIZER_CLASS_CONFIG,
          ByteArraySerializer.class,
          ProducerConfig.VALUE_SERIALIZER_CLASS_CONFIG,
          ByteArraySerializer.class);

  /** Without these, an outcome in an answer could turn out false, or be missed. */
  private static final Map<String, Object> FIXED_CONSUMER =
      Map.of(
          ConsumerConfig.ISOLATION_LEVEL_CONFIG,
          "read_committed",
          // the consumers have no group and no committed offsets
          ConsumerConfig.ENABLE_AUTO_COMMIT_CONFIG,
          false,
          ConsumerConfig.AUTO_OFFSET_RESET_CONFIG,
          "latest",
          // the topic has settings and partitions of its own
          ConsumerConfig.ALLOW_AUTO_CREATE_TOPICS_CONFIG,
          false,
          ConsumerConfig.KEY_DESERIALIZER_CLASS_CONFIG,
          ByteArrayDeserializer.class,
          ConsumerConfig.VALUE_DESERIALIZER_CLASS_CONFIG,
          ByteArrayDeserializer.class);

  static final Map<String, String> REFUSED = refused();

  private final CheckedSettings values;

  ClientSettings(CheckedSettings values) {
    this.values = values;
  }

  /** Returns the settings of the producer of commands. */
  public Map<String, Object> producer(long maxInflightBytes) {
    var settings = new HashMap<String, Object>();
    // callers wait for their acks; under load commands gather while earlier requests are under way,
    // and waiting for more made batches slower, 19,000 jobs/s against 26,000, and calls no faster
    settings.put(ProducerConfig.LINGER_MS_CONFIG, 0);
    // a broker answers a connection's requests one after the other: more would only be smaller
    settings.put(ProducerConfig.MAX_IN_FLIGHT_REQUESTS_PER_CONNECTION, 1);
    // opaque payloads of single calls: batches are too small for compression to pay
    settings.put(ProducerConfig.COMPRESSION_TYPE_CONFIG, "none");
    // then the caller gets 503; two request time-outs fit in, so one broker may fail
    settings.put(ProducerConfig.DELIVERY_TIMEOUT_MS_CONFIG, 10_000);
    settings.put(ProducerConfig.REQUEST_TIMEOUT_MS_CONFIG, 4_000);
    // a send without metadata blocks the calling HTTP thread for as long
    settings.put(ProducerConfig.MAX_BLOCK_MS_CONFIG, 2_000);
    settings.put(ProducerConfig.BUFFER_MEMORY_CONFIG, maxInflightBytes + BATCH_SLACK_BYTES);
    // the limit of a topic that Delaygate makes, so that the brokers apply the topic's real limit
    settings.put(ProducerConfig.MAX_REQUEST_SIZE_CONFIG, TopicDefinitions.OWN_BATCH_BYTES);
    settings.putAll(shared());
    settings.putAll(values.originalsWithPrefix(PRODUCER));
    settings.putAll(FIXED_PRODUCER);
    return settings;
  }

  /** Returns the settings of a consumer of Delaygate's own topics. */
  public Map<String, Object> consumer() {
    var settings = new HashMap<String, Object>();
    // requests about an unavailable topic end soon enough to be repeated
    settings.put(ConsumerConfig.DEFAULT_API_TIMEOUT_MS_CONFIG, 5_000);
    settings.put(ConsumerConfig.REQUEST_TIMEOUT_MS_CONFIG, 4_000);
    settings.putAll(shared());
    settings.putAll(values.originalsWithPrefix(CONSUMER));
    settings.putAll(FIXED_CONSUMER);
    return settings;
  }

  /** Returns the settings of a group member that neither reads nor commits. */
  public Map<String, Object> member(String group) {
    var settings = consumer();
    settings.put(ConsumerConfig.GROUP_ID_CONFIG, group);
    // a dead member counts for this long; the brokers' usual minimum is 6 s
    settings.put(ConsumerConfig.SESSION_TIMEOUT_MS_CONFIG, 10_000);
    settings.put(ConsumerConfig.HEARTBEAT_INTERVAL_MS_CONFIG, 3_000);
    return settings;
  }

  /** Returns the settings of the admin client of target lookups. */
  public Map<String, Object> admin() {
    var settings = shared();
    settings.putAll(values.originalsWithPrefix(ADMIN));
    return settings;
  }

  private static Map<String, String> refused() {
    var refused = new HashMap<String, String>();
    Stream.of(FIXED_PRODUCER, FIXED_CONSUMER)
        .flatMap(fixed -> fixed.keySet().stream())
        .forEach(key -> refused.put(key, "the guarantees of the gateway's answers depend on it"));
    refused.put(
        SharedSettings.BOOTSTRAP, "use the setting `%s`".formatted(SharedSettings.BOOTSTRAP));
    return Map.copyOf(refused);
  }

  private Map<String, Object> shared() {
    var settings = new HashMap<String, Object>();
    settings.put(SharedSettings.BOOTSTRAP, values.getString(SharedSettings.BOOTSTRAP));
    settings.putAll(values.originalsWithPrefix(KAFKA));
    return settings;
  }
}
