package io.delaygate.scheduler.settings;

import static java.util.Map.entry;

import io.delaygate.service.settings.PassThrough;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.admin.AdminClientConfig;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.common.config.ConfigDef;
import org.apache.kafka.streams.StreamsConfig;

/** Pass-through prefixes and refused keys of settings for Kafka Streams and its clients. */
final class KafkaSettings {
  private static final ConfigDef STREAMS = StreamsConfig.configDef();
  private static final ConfigDef CONSUMER = ConsumerConfig.configDef();
  private static final ConfigDef PRODUCER = ProducerConfig.configDef();
  private static final ConfigDef ADMIN = AdminClientConfig.configDef();
  private static final List<ConfigDef> ALL = List.of(STREAMS, CONSUMER, PRODUCER, ADMIN);

  static final List<PassThrough> PREFIXES =
      List.of(
          new PassThrough("kafka.", "Kafka Streams and all clients", ALL),
          new PassThrough("consumer.", "the consumers", List.of(CONSUMER)),
          new PassThrough("producer.", "the producers", List.of(PRODUCER)),
          new PassThrough("admin.", "the admin clients", List.of(ADMIN)),
          new PassThrough("streams.", "Kafka Streams", ALL),
          streams(StreamsConfig.MAIN_CONSUMER_PREFIX, "its consumers of commands", CONSUMER),
          streams(StreamsConfig.RESTORE_CONSUMER_PREFIX, "its consumers of changelogs", CONSUMER),
          streams(StreamsConfig.CONSUMER_PREFIX, "its consumers", CONSUMER),
          streams(StreamsConfig.PRODUCER_PREFIX, "its producers", PRODUCER),
          streams(StreamsConfig.ADMIN_CLIENT_PREFIX, "its admin client", ADMIN));

  private static final String LOSES = "another value could lose a command or a job";
  private static final String CHOSEN =
      "the scheduler chooses partitions itself, because it must know whether they take a record";
  private static final String BOUNDED = "RocksDB's memory is bounded by `rocksdb.*`";
  private static final String STORES =
      "the scheduler decides how its stores commit, and the data on disk depends on it";
  private static final String VOLUME = "the scheduler bounds its transactions itself";
  private static final String QUERIES =
      "it would have no effect: no query of the scheduler goes through Kafka Streams";
  private static final String CHECKPOINTS =
      "Kafka Streams would write offsets to checkpoint files, but the scheduler's stores keep"
          + " their offsets themselves";

  static final Map<String, String> REFUSED =
      Map.ofEntries(
          // set twice, one value would be ignored, or used by one half of the scheduler
          own(StreamsConfig.BOOTSTRAP_SERVERS_CONFIG, "bootstrap.servers"),
          own(StreamsConfig.APPLICATION_ID_CONFIG, "application.id"),
          own(StreamsConfig.APPLICATION_SERVER_CONFIG, "query.advertised"),
          own(StreamsConfig.STATE_DIR_CONFIG, "state.dir"),
          own(StreamsConfig.NUM_STREAM_THREADS_CONFIG, "stream.threads"),
          own(StreamsConfig.NUM_STANDBY_REPLICAS_CONFIG, "standby.replicas"),
          own(StreamsConfig.REPLICATION_FACTOR_CONFIG, "replication.factor"),
          own(StreamsConfig.PROCESSING_GUARANTEE_CONFIG, "processing.guarantee"),
          own(StreamsConfig.COMMIT_INTERVAL_MS_CONFIG, "commit.interval.ms"),
          own(ConsumerConfig.GROUP_INSTANCE_ID_CONFIG, "group.instance.id"),
          own(ConsumerConfig.SESSION_TIMEOUT_MS_CONFIG, "session.timeout.ms"),
          own(ProducerConfig.TRANSACTION_TIMEOUT_CONFIG, "transaction.timeout.ms"),
          entry(StreamsConfig.DESERIALIZATION_EXCEPTION_HANDLER_CLASS_CONFIG, LOSES),
          // the older names are still understood
          entry("default.deserialization.exception.handler", LOSES),
          entry("default.production.exception.handler", LOSES),
          entry(StreamsConfig.PROCESSING_EXCEPTION_HANDLER_CLASS_CONFIG, LOSES),
          entry(StreamsConfig.PRODUCTION_EXCEPTION_HANDLER_CLASS_CONFIG, LOSES),
          entry(ConsumerConfig.AUTO_OFFSET_RESET_CONFIG, LOSES),
          entry(ProducerConfig.ACKS_CONFIG, LOSES),
          entry(ProducerConfig.ENABLE_IDEMPOTENCE_CONFIG, LOSES),
          entry(ProducerConfig.PARTITIONER_CLASS_CONFIG, CHOSEN),
          entry(StreamsConfig.ROCKSDB_CONFIG_SETTER_CLASS_CONFIG, BOUNDED),
          entry(StreamsConfig.TRANSACTIONAL_STATE_STORES_CONFIG, STORES),
          entry(StreamsConfig.STATESTORE_UNCOMMITTED_MAX_BYTES_CONFIG, VOLUME),
          entry(StreamsConfig.DEFAULT_INTERACTIVE_QUERY_ISOLATION_LEVEL_CONFIG, QUERIES),
          entry(StreamsConfig.UPGRADE_FROM_CONFIG, CHECKPOINTS));

  private KafkaSettings() {}

  private static PassThrough streams(String prefix, String goesTo, ConfigDef known) {
    return new PassThrough("streams." + prefix, goesTo, List.of(known));
  }

  private static Map.Entry<String, String> own(String key, String setting) {
    return entry(key, "use `%s` instead".formatted(setting));
  }
}
