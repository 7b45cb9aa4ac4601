package io.delaygate.scheduler.ops;

import io.delaygate.scheduler.store.JobStoreFactory;
import io.delaygate.schemas.topics.TopicNames;
import io.delaygate.service.logging.LogKey;
import java.time.Duration;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.consumer.InvalidOffsetException;
import org.apache.kafka.clients.consumer.OffsetOutOfRangeException;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.TimeoutException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.slf4j.spi.LoggingEventBuilder;

/**
 * Reporter of commands that are lost when reading of a partition cannot continue at the last
 * position, before Kafka Streams silently resets it to the beginning. It reports at least once for
 * each partition and process: no new position is committed until a command of it was read.
 * Thread-safe.
 */
public final class LostCommands {
  private static final Logger LOG = LoggerFactory.getLogger(LostCommands.class);

  /** Short, since the waiting stream thread may have an open transaction, which has a time-out. */
  private static final Duration TIMEOUT = Duration.ofSeconds(1);

  private static final String DELETED =
      "COMMANDS LOST: commands were deleted before they were read, at most as many as the"
          + " number in this line: the partition begins behind the last read position. Reading"
          + " continues at the beginning. Let the senders repeat them, and raise retention.ms"
          + " of the topic above the longest outage";

  private static final String TRUNCATED =
      "COMMANDS LOST OR REPEATED: a partition ends before the last read position: its topic was"
          + " recreated, or brokers lost its end. Reading continues at the beginning: commands"
          + " that were already carried out are carried out again";

  private static final String FORGOTTEN =
      "COMMANDS LOST OR REPEATED: the brokers no longer have the read position of a partition,"
          + " though its jobs are stored (offsets.retention.minutes of the brokers has passed,"
          + " or the group was deleted). Reading continues at the beginning: unread commands"
          + " before it are lost, and commands after it that were already carried out are"
          + " carried out again";

  private final LogOffsets offsets;
  private final TopicNames names;
  private final SchedulerMetrics metrics;

  /**
   * Creates a reporter for the commands of an installation.
   *
   * @param admin stays the caller's
   */
  public LostCommands(Admin admin, TopicNames names, SchedulerMetrics metrics) {
    this.offsets = new LogOffsets(admin, TIMEOUT);
    this.names = names;
    this.metrics = metrics;
  }

  /**
   * Accounts for partitions whose positions are about to be reset.
   *
   * @return false if the brokers did not answer in time; the positions may not be reset yet, call
   *     again
   */
  public boolean account(InvalidOffsetException why) {
    try {
      if (why instanceof OffsetOutOfRangeException outOfRange) {
        outOfRange(outOfRange.offsetOutOfRangePartitions());
      } else {
        unknown(why.partitions());
      }
    } catch (TimeoutException later) {
      LOG.atWarn()
          .addKeyValue(LogKey.PARTITIONS.key(), why.partitions())
          .log(
              "The brokers did not report the offsets of partitions in time; they are asked"
                  + " again");
      return false;
    } catch (KafkaException unanswered) {
      LOG.atError()
          .addKeyValue(LogKey.PARTITIONS.key(), why.partitions())
          .setCause(unanswered)
          .log(
              "The number of lost commands could not be determined; reading continues at the"
                  + " beginning");
    }
    return true;
  }

  private void outOfRange(Map<TopicPartition, Long> positions) {
    var starts = offsets.starts(positions.keySet());
    var ends = offsets.ends(positions.keySet());
    positions.forEach(
        (partition, position) -> {
          var start = starts.getOrDefault(partition, 0L);
          if (position < start) {
            at(partition, position, start)
                .addKeyValue(LogKey.COMMANDS.key(), start - position)
                .log(DELETED);
            metrics.positionLost(PositionLoss.DELETED, start - position);
          } else {
            at(partition, position, start)
                .addKeyValue(LogKey.END.key(), ends.get(partition))
                .log(TRUNCATED);
            metrics.positionLost(PositionLoss.TRUNCATED, 0);
          }
        });
  }

  private static LoggingEventBuilder at(TopicPartition partition, long position, long begin) {
    return LOG.atError()
        .addKeyValue(LogKey.TOPIC.key(), partition.topic())
        .addKeyValue(LogKey.PARTITION.key(), partition.partition())
        .addKeyValue(LogKey.POSITION.key(), position)
        .addKeyValue(LogKey.BEGIN.key(), begin);
  }

  /**
   * Reports partitions without a committed position. The first start has none either, and so has a
   * partition without commands; then the changelog of jobs or the topic is empty. (The topic of
   * rerouted commands may get its first record late.)
   */
  private void unknown(Set<TopicPartition> partitions) {
    var requests =
        partitions.stream()
            .filter(partition -> partition.topic().equals(names.requests()))
            .collect(Collectors.toMap(partition -> partition, this::changelog));
    if (requests.isEmpty()) {
      return;
    }
    var starts = offsets.starts(requests.keySet());
    var logs = new HashSet<>(requests.keySet());
    logs.addAll(requests.values());
    var ends = offsets.ends(logs);
    requests.forEach(
        (partition, changelog) -> {
          var end = ends.getOrDefault(partition, 0L);
          if (end > 0 && ends.getOrDefault(changelog, 0L) > 0) {
            LOG.atError()
                .addKeyValue(LogKey.TOPIC.key(), partition.topic())
                .addKeyValue(LogKey.PARTITION.key(), partition.partition())
                .addKeyValue(LogKey.BEGIN.key(), starts.get(partition))
                .addKeyValue(LogKey.END.key(), end)
                .log(FORGOTTEN);
            metrics.positionLost(PositionLoss.FORGOTTEN, 0);
          }
        });
  }

  private TopicPartition changelog(TopicPartition requests) {
    var topic = JobStoreFactory.changelog(names.applicationId());
    return new TopicPartition(topic, requests.partition());
  }
}
