package io.delaygate.gateway.handout;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What is read is seen over a real share group, in the tests of the harness. */
class ReadersTest {
  @ParameterizedTest
  @CsvSource({"1,1", "2,2", "3,2", "7,4", "8,8", "63,32", "511,256", "512,512", "5000,512"})
  void aReaderTakesNoMoreThanIsAskedForAndMoreThanHalfOfIt(int most, int size) {
    assertThat(Readers.size(most)).isEqualTo(size);
  }
}
