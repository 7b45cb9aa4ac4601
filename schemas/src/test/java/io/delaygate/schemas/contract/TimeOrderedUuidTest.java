package io.delaygate.schemas.contract;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

class TimeOrderedUuidTest {
  /** Time of the example in RFC 9562, appendix A.6. */
  private static final long EXAMPLE_MS = 1_645_557_742_000L;

  @Test
  void theyBeginWithTheTime() {
    // When
    var uuid = TimeOrderedUuid.at(EXAMPLE_MS);

    // Then
    assertThat(uuid.toString()).startsWith("017f22e2-79b0-7");
    assertThat(uuid.version()).isEqualTo(7);
    assertThat(uuid.variant()).isEqualTo(2);
  }

  @Test
  void theirTextsAreInTheOrderOfTheirTimes() {
    // When
    var texts =
        LongStream.range(EXAMPLE_MS, EXAMPLE_MS + 100)
            .mapToObj(ms -> TimeOrderedUuid.at(ms).toString())
            .toList();

    // Then
    assertThat(texts).isSorted();
  }

  @Test
  void thoseOfAMillisecondDiffer() {
    // When
    var uuids = LongStream.range(0, 1_000).mapToObj(i -> TimeOrderedUuid.at(EXAMPLE_MS));

    // Then
    assertThat(uuids).doesNotHaveDuplicates();
  }
}
