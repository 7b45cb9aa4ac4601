package io.delaygate.scheduler.settings;

import io.delaygate.scheduler.clients.AdaptiveCommitTrigger;
import io.delaygate.scheduler.clients.TransactionVolume;
import io.delaygate.scheduler.outbound.FailFastProductionHandler;
import io.delaygate.schemas.topics.Replication;
import io.delaygate.schemas.topics.TopicDefinitions;
import io.delaygate.schemas.topics.TopicNames;
import io.delaygate.service.settings.CheckedSettings;
import java.util.Properties;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.streams.StreamsConfig;

/**
 * Properties of Kafka Streams and its clients, each with its reason. Pass-through settings come
 * last and win: an operator who sets {@code producer.linger.ms} means it.
 */
final class StreamsProperties {
  /** Larger than any record of ours, with the framing of a request. */
  private static final int MAX_REQUEST_BYTES = 2 * TopicDefinitions.OWN_BATCH_BYTES;

  /**
   * A member learns of a rebalance from its next heartbeat; until then no member works on the
   * partitions that move.
   */
  private static final int HEARTBEAT_MS = 250;

  /**
   * Lag that a warm standby may have, records of a partition: a fifth of a second of 2,500 jobs/s,
   * each with two records; and eight seconds of 60 jobs/s, in which an instance may be back.
   */
  private static final long STANDBY_LAG = 1_000;

  /**
   * Longest wait of a record for the flush of its commit. A record that waits for longer than a
   * second counts as unanswered by its target.
   */
  private static final long LONGEST_LINGER_MS = 50;

  private StreamsProperties() {}

  static Properties of(CheckedSettings values, TopicNames names) {
    var to = new Properties();
    to.putAll(values.originalsWithPrefix("kafka."));
    identity(to, values, names);
    takeovers(to);
    replication(to, new Replication(values.getInt("replication.factor")));
    clients(to, values);
    // ours are those of the main consumer, which would outweigh a setting of all consumers
    values
        .originalsWithPrefix("consumer.")
        .forEach((key, value) -> to.put(StreamsConfig.MAIN_CONSUMER_PREFIX + key, value));
    to.putAll(values.originalsWithPrefix("streams."));
    to.putAll(values.originalsWithPrefix("consumer.", false));
    to.putAll(values.originalsWithPrefix("producer.", false));
    to.putAll(values.originalsWithPrefix("admin.", false));
    return to;
  }

  private static void identity(Properties to, CheckedSettings values, TopicNames names) {
    to.put(StreamsConfig.BOOTSTRAP_SERVERS_CONFIG, values.getString("bootstrap.servers"));
    to.put(StreamsConfig.APPLICATION_ID_CONFIG, names.applicationId());
    to.put(StreamsConfig.STATE_DIR_CONFIG, values.getString("state.dir"));
    to.put(StreamsConfig.NUM_STREAM_THREADS_CONFIG, values.getInt("stream.threads"));
    to.put(StreamsConfig.NUM_STANDBY_REPLICAS_CONFIG, values.getInt("standby.replicas"));
    to.put(StreamsConfig.PROCESSING_GUARANTEE_CONFIG, values.getString("processing.guarantee"));
    // the longest: earlier commits are asked for, see AdaptiveCommitTrigger
    to.put(
        StreamsConfig.COMMIT_INTERVAL_MS_CONFIG,
        Math.max(values.getLong("commit.interval.ms"), AdaptiveCommitTrigger.LONGEST.toMillis()));
    // requests and rerouted commands are not ordered among each other: never wait for the other
    to.put(StreamsConfig.MAX_TASK_IDLE_MS_CONFIG, -1L);
    to.put(
        StreamsConfig.PRODUCTION_EXCEPTION_HANDLER_CLASS_CONFIG,
        FailFastProductionHandler.class.getName());
    // our store stages, whatever the guarantee; it takes some more memory than the records it logs
    to.put(StreamsConfig.TRANSACTIONAL_STATE_STORES_CONFIG, true);
    to.put(StreamsConfig.STATESTORE_UNCOMMITTED_MAX_BYTES_CONFIG, TransactionVolume.MOST_BYTES);
    to.put(StreamsConfig.ENSURE_EXPLICIT_INTERNAL_RESOURCE_NAMING_CONFIG, true);
    to.put("enable.metrics.push", false);
    // there is no global store; asked for so that Kafka does not warn of its absence
    to.put("processing.exception.handler.global.enabled", true);
  }

  /**
   * An instance that is back is a standby first, and gets partitions after a minute: its JVM is
   * slow until then, and would deliver late. Kafka Streams tells it by its lag, which a few seconds
   * of load make larger than a warm standby's; without load its slowness does no harm, and it gets
   * them at once.
   */
  private static void takeovers(Properties to) {
    to.put(StreamsConfig.ACCEPTABLE_RECOVERY_LAG_CONFIG, STANDBY_LAG);
    to.put(StreamsConfig.PROBING_REBALANCE_INTERVAL_MS_CONFIG, 60_000L);
    // of all partitions by default: the minute is for all of them
    to.put(StreamsConfig.MAX_WARMUP_REPLICAS_CONFIG, TopicDefinitions.DEFAULT_PARTITIONS);
  }

  /** Of changelogs that vanish while it runs; those that are missing at start-up we create. */
  private static void replication(Properties to, Replication replication) {
    to.put(StreamsConfig.REPLICATION_FACTOR_CONFIG, replication.factor());
    replication.configs().forEach((key, value) -> to.put(StreamsConfig.topicPrefix(key), value));
  }

  private static void clients(Properties to, CheckedSettings values) {
    var consumer = StreamsConfig.MAIN_CONSUMER_PREFIX;
    to.put(consumer + ConsumerConfig.GROUP_PROTOCOL_CONFIG, "classic");
    to.put(
        consumer + ConsumerConfig.SESSION_TIMEOUT_MS_CONFIG, values.getInt("session.timeout.ms"));
    to.put(
        consumer + ConsumerConfig.HEARTBEAT_INTERVAL_MS_CONFIG,
        Math.min(HEARTBEAT_MS, values.getInt("session.timeout.ms") / 4));
    var transactionMs = values.getInt("transaction.timeout.ms");
    producer(to, ProducerConfig.TRANSACTION_TIMEOUT_CONFIG, transactionMs);
    producer(to, ProducerConfig.MAX_REQUEST_SIZE_CONFIG, MAX_REQUEST_BYTES);
    producer(to, ProducerConfig.LINGER_MS_CONFIG, lingerMs(values));
    // a send that meets the end of its producer's transaction before is tried again soon
    producer(to, ProducerConfig.RETRY_BACKOFF_MS_CONFIG, 2);
    // an unused topic is forgotten as soon as Kafka allows it: a producer that asks about a deleted
    // topic makes brokers create it again if they create topics automatically
    producer(to, ProducerConfig.METADATA_MAX_IDLE_CONFIG, 5000);
    // a topic that vanished under us stops the thread for no longer than these, see DueRules
    producer(to, ProducerConfig.MAX_BLOCK_MS_CONFIG, 2000);
    producer(to, ProducerConfig.REQUEST_TIMEOUT_MS_CONFIG, transactionMs / 2);
    producer(to, ProducerConfig.DELIVERY_TIMEOUT_MS_CONFIG, transactionMs * 4 / 5);
  }

  /**
   * Wait of records for the flush of their commit. Committed readers see nothing before, and all
   * records together need one request to each broker and few entries in the transaction's log. With
   * at-least-once each record is visible when it is sent, so that it is sent at once.
   */
  private static int lingerMs(CheckedSettings values) {
    var isTransactional =
        values.getString("processing.guarantee").equals(StreamsConfig.EXACTLY_ONCE_V2);
    return isTransactional
        ? (int) Math.min(values.getLong("commit.interval.ms"), LONGEST_LINGER_MS)
        : 0;
  }

  private static void producer(Properties to, String key, int value) {
    to.put(StreamsConfig.PRODUCER_PREFIX + key, value);
  }
}
