package io.delaygate.scheduler.control;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.stream.IntStream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PartitionShareTest {
  @ParameterizedTest
  @CsvSource({"1000, 16", "16, 16", "17, 16", "1, 1", "999, 7"})
  void thePartsOfAllAddUp(long number, int partitions) {
    var parts =
        IntStream.range(0, partitions).map(p -> new PartitionShare(p, partitions).of(number));

    assertThat(parts.sum()).isEqualTo(number);
  }

  @ParameterizedTest
  @CsvSource({"0, 16", "15, 16"})
  void nobodyGetsNothing(long number, int partitions) {
    assertThat(new PartitionShare(partitions - 1, partitions).of(number)).isEqualTo(1);
  }
}
