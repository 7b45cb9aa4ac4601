package io.delaygate.scheduler.settings;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.apache.kafka.streams.StreamsConfig;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class StreamsPropertiesTest {
  @ParameterizedTest
  @CsvSource({
    "exactly_once_v2, 25, 25",
    "exactly_once_v2, 50, 50",
    "exactly_once_v2, 1000, 50",
    "at_least_once, 25, 0"
  })
  void recordsOfATransactionLingerUntilItsCommit(String guarantee, String everyMs, int lingerMs) {
    // Given
    var settings =
        SchedulerSettings.of(
            Map.of(
                "bootstrap.servers", "broker:9092",
                "processing.guarantee", guarantee,
                "commit.interval.ms", everyMs));

    // When
    var producer = new StreamsConfig(settings.streamsProperties()).getProducerConfigs("p");

    // Then
    assertThat(producer).containsEntry("linger.ms", lingerMs);
  }
}
