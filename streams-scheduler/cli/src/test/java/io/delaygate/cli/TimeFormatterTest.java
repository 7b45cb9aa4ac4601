package io.delaygate.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.LongNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import java.time.Clock;
import java.time.ZoneOffset;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class TimeFormatterTest {
  private static final long NOW_MS = Called.NOW.toEpochMilli();

  private final TimeFormatter moments = new TimeFormatter(Clock.fixed(Called.NOW, ZoneOffset.UTC));

  @ParameterizedTest
  @CsvSource({
    "0, in 0ms",
    "999, in 999ms",
    "-1, 1ms ago",
    "1000, in 1.000s",
    "59999, in 59.999s",
    "60000, in 1m 0s",
    "3599999, in 59m 59s",
    "-3600000, 1h 0m ago",
    "86399999, in 23h 59m",
    "86400000, in 1d 0h",
    "315360000000, in 3650d 0h"
  })
  void aDistanceHasItsTwoLargestUnits(long ms, String words) {
    assertThat(moments.away(new LongNode(NOW_MS + ms))).isEqualTo(words);
  }

  @Test
  void aMomentIsShownInUtcWithMilliseconds() {
    assertThat(moments.both(new LongNode(NOW_MS + 1)))
        .isEqualTo("2030-01-31T08:00:00.001Z (in 1ms)");
  }

  @Test
  void whatIsNotThereIsNotShown() {
    assertThat(moments.both(MissingNode.getInstance())).isEmpty();
  }
}
