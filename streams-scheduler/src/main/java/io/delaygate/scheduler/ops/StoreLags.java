package io.delaygate.scheduler.ops;

import io.delaygate.scheduler.ops.HealthFacts.StoreLag;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.streams.KafkaStreams;
import org.apache.kafka.streams.LagInfo;

/**
 * How far local stores are behind their changelogs, as Kafka Streams tells: a running active store
 * is not behind at all, one that restores and a standby are behind by the offsets after the last
 * record that they applied. Under exactly-once the end mark of a transaction is one of these, so
 * that a standby that has everything is 1 behind; records of an aborted transaction are others,
 * until the next record comes.
 *
 * <p>A store that has not applied any record is said to stand at offset 0, wherever its changelog
 * begins. A history changelog that was emptied by its retention has nothing to be read, and a
 * standby of it would seem far behind until the next job ends: here it stands at the log's start.
 *
 * <p>Not by listeners of restores and updates: they tell nothing of a standby that has nothing to
 * load, or that has not begun.
 */
final class StoreLags {
  private static final Duration TIMEOUT = Duration.ofSeconds(5);

  private final KafkaStreams streams;
  private final LogOffsets offsets;
  private final String applicationId;

  StoreLags(KafkaStreams streams, Admin admin, String applicationId) {
    this.streams = streams;
    this.offsets = new LogOffsets(admin, TIMEOUT);
    this.applicationId = applicationId;
  }

  /**
   * Asks the brokers and waits for them, for a minute at worst.
   *
   * @throws org.apache.kafka.common.KafkaException when they do not answer
   */
  List<StoreLag> ask() {
    var told = streams.allLocalStorePartitionLags();
    var starts = starts(told);
    var lags = new ArrayList<StoreLag>();
    told.forEach(
        (store, partitions) ->
            partitions.forEach(
                (partition, lag) -> {
                  var start = starts.getOrDefault(changelog(store, partition), 0L);
                  var from = Math.max(start, lag.currentOffsetPosition());
                  var behind = Math.max(0, lag.endOffsetPosition() - from);
                  lags.add(new StoreLag(store, partition, behind));
                }));
    return lags;
  }

  /** Where those changelogs begin of which nothing was read. */
  private Map<TopicPartition, Long> starts(Map<String, Map<Integer, LagInfo>> told) {
    var unread = new HashSet<TopicPartition>();
    told.forEach(
        (store, partitions) ->
            partitions.forEach(
                (partition, lag) -> {
                  if (lag.currentOffsetPosition() == 0 && lag.endOffsetPosition() > 0) {
                    unread.add(changelog(store, partition));
                  }
                }));
    return unread.isEmpty() ? Map.of() : offsets.starts(unread);
  }

  private TopicPartition changelog(String store, int partition) {
    return changelog(applicationId, store, partition);
  }

  /** The partition that a store is restored from, by the naming of Kafka Streams. */
  static TopicPartition changelog(String applicationId, String store, int partition) {
    return new TopicPartition(applicationId + "-" + store + "-changelog", partition);
  }
}
