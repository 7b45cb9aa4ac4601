package io.delaygate.service.control;

import static org.assertj.core.api.Assertions.assertThat;

import io.delaygate.schemas.job.Policy;
import java.time.Instant;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class ControlTextTest {
  private static final TargetControl PAUSED =
      TargetControl.NONE.withPause(new TargetPause(5, TargetPause.FOR_EVER));

  @Test
  void eachDecisionIsTextThatPeopleCanRead() {
    var untilMs = Instant.parse("2026-11-28T03:00:00Z").toEpochMilli();
    var all =
        new TargetControl(
            new TargetPause(5, untilMs), 7, Policy.USUAL, new FailureAlarm(1, 0, 60_000));

    assertThat(ControlText.of(Map.of("orders", all, "mails", PAUSED)))
        .isEqualTo(
            "mails paused until it is resumed; orders paused until 2026-11-28T03:00:00Z,"
                + " 7 deliveries a second, with defaults, with an alarm");
    assertThat(ControlText.of(Map.of())).isEmpty();
  }

  @Test
  void aKeyBeginsNoLineOfItsOwn() {
    assertThat(ControlText.of(Map.of("a\r\nERROR b\u001b[31m\u0085\u2028c", PAUSED)))
        .isEqualTo("a??ERROR b?[31m??c paused until it is resumed");
  }

  @Test
  void manyTargetsAreCounted() {
    var many =
        IntStream.range(0, 10_000)
            .mapToObj("t%04d"::formatted)
            .collect(Collectors.toMap(Function.identity(), name -> PAUSED));

    assertThat(ControlText.of(many))
        .startsWith("t0000 paused")
        .contains("t0019 paused")
        .endsWith("; and 9980 more")
        .doesNotContain("t0020");
  }
}
