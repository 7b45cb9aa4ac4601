package io.delaygate.scheduler.clock;

import io.delaygate.service.logging.LogKey;
import java.time.Duration;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.Node;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Producer of probe records: one to a partition led by each broker, in a transaction that is always
 * aborted, so that committed readers never see one.
 *
 * <p>It writes to the topic of replies, whose records are kept for an hour. The topic of rerouted
 * commands was rejected: under {@code at_least_once} the scheduler reads uncommitted records of it,
 * and does not commit a position behind aborted records; after the retention that would look like
 * lost commands.
 *
 * <p>After any failure a fresh transactional id replaces the old one, which may be blocked for as
 * long as a partition lacks replicas. For one thread.
 */
public final class ProbeProducer implements ClockWatch.Probe {
  private static final Logger LOG = LoggerFactory.getLogger(ProbeProducer.class);

  /**
   * Timestamp that the sender sets on a probe record. A topic whose acknowledgements repeat it does
   * not stamp records with the broker's time.
   */
  private static final long UNSTAMPED_MS = 0;

  private static final byte[] EMPTY = {};

  private final Map<String, Object> properties;
  private final String topic;
  private final Supplier<String> freshIds;
  private final LongSupplier wall;
  private final AtomicBoolean isFailed = new AtomicBoolean();
  private final AtomicBoolean isUnstamped = new AtomicBoolean();
  private @Nullable Producer<byte[], byte[]> producer;

  /**
   * Creates a producer that connects at its first probe.
   *
   * @param properties of the producer, without transactional id and serializers
   * @param topic with {@code message.timestamp.type=LogAppendTime}
   * @param freshIds transactional ids that were never used before
   * @param wall epoch milliseconds
   */
  public ProbeProducer(
      Map<String, Object> properties, String topic, Supplier<String> freshIds, LongSupplier wall) {
    this.properties = new HashMap<>(properties);
    this.topic = topic;
    this.freshIds = freshIds;
    this.wall = wall;
  }

  @Override
  public void take(ClockWatch.Samples to) {
    isFailed.set(false);
    try {
      var connected = producer();
      var partitions = partitionsByLeader(connected);
      connected.beginTransaction();
      try {
        partitions.forEach((broker, partition) -> send(connected, broker, partition, to));
        connected.flush();
      } finally { // an open transaction would hold up readers of outcomes
        connected.abortTransaction();
      }
    } catch (KafkaException unanswered) {
      failed(unanswered);
    }
    if (isFailed.get()) {
      renew();
    }
  }

  private void send(
      Producer<byte[], byte[]> connected, int broker, int partition, ClockWatch.Samples to) {
    var sentMs = wall.getAsLong();
    var unused =
        connected.send(
            new ProducerRecord<>(topic, partition, UNSTAMPED_MS, null, EMPTY),
            (stored, failure) -> {
              var acknowledgedMs = wall.getAsLong();
              if (failure != null) {
                failed(failure);
              } else if (stored.timestamp() == UNSTAMPED_MS) {
                tellUnstamped();
              } else {
                to.add(broker, sentMs, stored.timestamp(), acknowledgedMs);
              }
            });
  }

  private Map<Integer, Integer> partitionsByLeader(Producer<byte[], byte[]> connected) {
    var partitions = new LinkedHashMap<Integer, Integer>();
    for (var partition : connected.partitionsFor(topic)) {
      @Nullable Node leader = partition.leader();
      if (leader != null) {
        partitions.putIfAbsent(leader.id(), partition.partition());
      }
    }
    return partitions;
  }

  private Producer<byte[], byte[]> producer() {
    var connected = producer;
    if (connected == null) {
      var own = new HashMap<>(properties);
      own.put(ProducerConfig.TRANSACTIONAL_ID_CONFIG, freshIds.get());
      connected = new KafkaProducer<>(own, new ByteArraySerializer(), new ByteArraySerializer());
      producer = connected;
      connected.initTransactions();
    }
    return connected;
  }

  private void failed(Exception failure) {
    isFailed.set(true);
    LOG.atDebug()
        .addKeyValue(LogKey.FAILURE.key(), failure.toString())
        .log("A broker did not report its time; the last known clock offset is used");
  }

  private void tellUnstamped() {
    if (isUnstamped.compareAndSet(false, true)) {
      LOG.atWarn()
          .addKeyValue(LogKey.TOPIC.key(), topic)
          .addKeyValue(LogKey.REMEDY.key(), "set message.timestamp.type=LogAppendTime on the topic")
          .log(
              "The clock cannot be compared with the brokers' clocks: the topic keeps the"
                  + " senders' timestamps");
    }
  }

  /** Does not wait: an open transaction is to be aborted anyway. */
  @Override
  public void renew() {
    var former = producer;
    producer = null;
    if (former != null) {
      former.close(Duration.ZERO);
    }
  }

  @Override
  public void close() {
    renew();
  }
}
