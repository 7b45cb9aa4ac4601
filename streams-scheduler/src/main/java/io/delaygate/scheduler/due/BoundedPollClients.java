package io.delaygate.scheduler.due;

import io.delaygate.scheduler.delivery.AllOrNothingProducer;
import io.delaygate.scheduler.delivery.AlternatingProducer;
import io.delaygate.scheduler.ops.SchedulerMetrics;
import java.time.Duration;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRecords;
import org.apache.kafka.clients.consumer.InvalidOffsetException;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.streams.KafkaClientSupplier;

/**
 * The clients of Kafka Streams, with a main consumer that polls no longer than {@link PollBound}
 * says; {@link CommitPace} is told of polls and commits. For the classic group protocol; Streams
 * demands another consumer class for the newer one.
 *
 * <p>A partition whose position is not there any more is begun anew by Kafka Streams, which catches
 * what the poll throws and logs it as an ordinary thing. Here is the last place that knows of both
 * the position and the loss, and so somebody is told first.
 */
public final class BoundedPollClients implements KafkaClientSupplier {
  /** The main consumer of the calling stream thread: it polls before it has anything to commit. */
  private static final ThreadLocal<Consumer<byte[], byte[]>> MAIN = new ThreadLocal<>();

  private final PollBound bound;
  private final CommitPace commits;
  private final LostPositions lostPositions;
  private final SchedulerMetrics metrics;
  private final Set<String> transactionalIds = ConcurrentHashMap.newKeySet();

  /** Clients for one Kafka Streams instance. */
  public BoundedPollClients(
      PollBound bound, CommitPace commits, LostPositions lostPositions, SchedulerMetrics metrics) {
    this.bound = bound;
    this.commits = commits;
    this.lostPositions = lostPositions;
    this.metrics = metrics;
  }

  @Override
  public Admin getAdmin(Map<String, Object> config) {
    return Admin.create(config);
  }

  @Override
  public Producer<byte[], byte[]> getProducer(Map<String, Object> config) {
    if (config.get(ProducerConfig.TRANSACTIONAL_ID_CONFIG) instanceof String id) {
      transactionalIds.addAll(AlternatingProducer.idsOf(id));
      return new AlternatingProducer(config, MAIN::get, this::ended, metrics::aborted);
    }
    return new AllOrNothingProducer(config);
  }

  /** Whether a producer that was made here has this transactional id. */
  public boolean isOwn(String transactionalId) {
    return transactionalIds.contains(transactionalId);
  }

  @Override
  public Consumer<byte[], byte[]> getConsumer(Map<String, Object> config) {
    return new KafkaConsumer<>(config, new ByteArrayDeserializer(), new ByteArrayDeserializer()) {
      @Override
      public ConsumerRecords<byte[], byte[]> poll(Duration timeout) {
        MAIN.set(this);
        try {
          var records = super.poll(bound.shorten(timeout));
          commits.polled(records.count());
          return records;
        } catch (InvalidOffsetException lost) {
          if (lostPositions.account(lost)) {
            throw lost;
          }
          return ConsumerRecords.empty(); // the next poll throws again
        }
      }

      @Override
      public void commitSync(Map<TopicPartition, OffsetAndMetadata> offsets) {
        super.commitSync(offsets);
        ended();
      }
    };
  }

  private void ended() {
    commits.ended();
    metrics.committed();
  }

  @Override
  public Consumer<byte[], byte[]> getRestoreConsumer(Map<String, Object> config) {
    return plainConsumer(config);
  }

  @Override
  public Consumer<byte[], byte[]> getGlobalConsumer(Map<String, Object> config) {
    return plainConsumer(config);
  }

  private static Consumer<byte[], byte[]> plainConsumer(Map<String, Object> config) {
    return new KafkaConsumer<>(config, new ByteArrayDeserializer(), new ByteArrayDeserializer());
  }

  /** Is told of partitions that cannot be read on where reading had stopped. Thread-safe. */
  @FunctionalInterface
  public interface LostPositions {
    /**
     * Accounts for them before they are begun anew.
     *
     * @return false to be told again; until then they are not read
     */
    boolean account(InvalidOffsetException lost);
  }
}
