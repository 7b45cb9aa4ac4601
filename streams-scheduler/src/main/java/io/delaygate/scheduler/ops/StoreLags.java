package io.delaygate.scheduler.ops;

import io.delaygate.scheduler.ops.HealthFacts.StoreLag;
import java.util.ArrayList;
import java.util.List;
import org.apache.kafka.streams.KafkaStreams;

/**
 * Query of the lag of local stores behind their changelogs, by Kafka Streams. The lag of a running
 * active store is 0. That of a restoring store or a standby is the number of offsets after its last
 * applied record. Under exactly-once a transaction marker counts, so a complete standby has a lag
 * of 1; records of an aborted transaction count until the next record comes.
 *
 * <p>Rejected: listeners of restores and updates, which report no standby that has no record to
 * load or has not started.
 */
final class StoreLags {
  private final KafkaStreams streams;

  StoreLags(KafkaStreams streams) {
    this.streams = streams;
  }

  /**
   * Asks the brokers and waits for them, for a minute at worst.
   *
   * @throws org.apache.kafka.common.KafkaException if they do not answer
   */
  List<StoreLag> ask() {
    var lags = new ArrayList<StoreLag>();
    streams
        .allLocalStorePartitionLags()
        .forEach(
            (store, partitions) ->
                partitions.forEach(
                    (partition, lag) ->
                        lags.add(new StoreLag(store, partition, Math.max(0, lag.offsetLag())))));
    return lags;
  }
}
