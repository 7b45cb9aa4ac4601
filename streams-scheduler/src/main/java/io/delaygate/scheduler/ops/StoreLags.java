package io.delaygate.scheduler.ops;

import io.delaygate.scheduler.ops.HealthFacts.StoreLag;
import java.util.ArrayList;
import java.util.List;
import org.apache.kafka.streams.KafkaStreams;

/**
 * How far local stores are behind their changelogs, as Kafka Streams tells: a running active store
 * is not behind at all, one that restores and a standby are behind by the offsets after the last
 * record that they applied. Under exactly-once the end mark of a transaction is one of these, so
 * that a standby that has everything is 1 behind; records of an aborted transaction are others,
 * until the next record comes.
 *
 * <p>Not by listeners of restores and updates: they tell nothing of a standby that has nothing to
 * load, or that has not begun.
 */
final class StoreLags {
  private final KafkaStreams streams;

  StoreLags(KafkaStreams streams) {
    this.streams = streams;
  }

  /**
   * Asks the brokers and waits for them, for a minute at worst.
   *
   * @throws org.apache.kafka.common.KafkaException when they do not answer
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
