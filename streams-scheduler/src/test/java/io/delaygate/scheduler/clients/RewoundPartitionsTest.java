package io.delaygate.scheduler.clients;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.TopicPartition;
import org.junit.jupiter.api.Test;

class RewoundPartitionsTest {
  private static final TopicPartition FIRST = new TopicPartition("requests", 0);
  private static final TopicPartition SECOND = new TopicPartition("requests", 1);
  private static final Map<TopicPartition, OffsetAndMetadata> BOTH =
      Map.of(FIRST, new OffsetAndMetadata(7), SECOND, new OffsetAndMetadata(9));

  private final RewoundPartitions partitions = new RewoundPartitions();

  @Test
  void offsetsPassAsTheyAreWhereNothingWasSetBack() {
    assertThat(partitions.committable(BOTH)).isSameAs(BOTH);
  }

  @Test
  void offsetsOfAPartitionThatWasSetBackWaitUntilItIsRead() {
    // When
    partitions.rewound(List.of(FIRST));
    var before = partitions.committable(BOTH);
    partitions.read(List.of(SECOND));
    var still = partitions.committable(BOTH);
    partitions.read(List.of(FIRST));

    // Then
    assertThat(before).containsOnlyKeys(SECOND);
    assertThat(still).containsOnlyKeys(SECOND);
    assertThat(partitions.committable(BOTH)).isEqualTo(BOTH);
  }

  @Test
  void aPartitionThatWasRolledBackIsUnsetUntilItsPositionIsSet() {
    // When
    partitions.rolledBack(List.of(FIRST, SECOND));
    partitions.rewound(List.of(FIRST));
    var unset = partitions.unset(List.of(FIRST, SECOND));
    partitions.read(List.of(FIRST));

    // Then
    assertThat(unset).containsExactly(SECOND);
    assertThat(partitions.unset(List.of(FIRST))).isEmpty();
    assertThat(partitions.committable(BOTH)).containsOnlyKeys(FIRST);
  }
}
