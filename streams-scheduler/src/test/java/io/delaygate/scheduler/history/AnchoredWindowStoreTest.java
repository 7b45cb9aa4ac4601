package io.delaygate.scheduler.history;

import static org.assertj.core.api.Assertions.assertThat;

import io.delaygate.schemas.contract.JobId;
import io.delaygate.schemas.job.EndState;
import io.delaygate.schemas.job.EndedJob;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.Properties;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.utils.Bytes;
import org.apache.kafka.streams.StreamsConfig;
import org.apache.kafka.streams.processor.TaskId;
import org.apache.kafka.streams.processor.api.MockProcessorContext;
import org.apache.kafka.streams.state.WindowStore;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Which offset the next owner is told; none would cost it all its stores. */
class AnchoredWindowStoreTest {
  private static final TopicPartition CHANGELOG =
      new TopicPartition("delaygate-history-changelog", 0);

  /** What Kafka Streams commits for a changelog without records. */
  private static final long UNKNOWN = -4;

  private static final Duration RETENTION = Duration.ofMinutes(15);
  private static final long NOW = 1_800_000_000_000L;

  @Test
  void aStoreWithoutEntriesKeepsItsOffset(@TempDir Path directory) {
    // Given
    var first = open(directory);
    first.commit(Map.of(CHANGELOG, UNKNOWN));
    first.close();

    // When
    var second = open(directory);

    // Then
    assertThat(second.committedOffset(CHANGELOG)).isEqualTo(UNKNOWN);
    second.close();
  }

  @Test
  void theLatestOffsetCountsOnceThereAreEntries(@TempDir Path directory) {
    // Given
    var first = open(directory);
    first.commit(Map.of(CHANGELOG, UNKNOWN));
    new JobHistory.Writer(first).add(ended("a"));
    first.commit(Map.of(CHANGELOG, 7L));
    first.close();

    // When
    var second = open(directory);

    // Then
    assertThat(second.committedOffset(CHANGELOG)).isEqualTo(7);
    assertThat(new JobHistory(second, RETENTION).find(new JobId("a"), NOW)).isEqualTo(ended("a"));
    second.close();
  }

  @Test
  void whatIsPutInToKeepTheOffsetIsNoJobsEnd(@TempDir Path directory) {
    // Given
    var store = open(directory);

    // When
    store.commit(Map.of(CHANGELOG, UNKNOWN));

    // Then
    assertThat(new JobHistory(store, RETENTION).find(new JobId("a"), 1)).isNull();
    store.close();
  }

  private static WindowStore<Bytes, byte[]> open(Path directory) {
    var properties = new Properties();
    properties.put(StreamsConfig.PROCESSING_GUARANTEE_CONFIG, StreamsConfig.EXACTLY_ONCE_V2);
    var context =
        new MockProcessorContext<Void, Void>(properties, new TaskId(0, 0), directory.toFile());
    var store = HistoryStore.builder(RETENTION).withLoggingDisabled().build();
    store.init(context.getStateStoreContext(), store);
    return store;
  }

  private static EndedJob ended(String id) {
    return new EndedJob(new JobId(id), EndState.DELIVERED, 1, 1, 2, NOW, "orders", null);
  }
}
