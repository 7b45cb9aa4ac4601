package io.delaygate.gateway.payload;

import static org.assertj.core.api.Assertions.assertThat;

import io.delaygate.schemas.command.Refusal;
import io.delaygate.schemas.contract.DelayHeader;
import io.delaygate.schemas.contract.Op;
import io.delaygate.schemas.contract.ReasonCode;
import java.util.Set;
import org.junit.jupiter.api.Test;

class FieldNamesTest {
  private static final Set<DelayHeader> GATEWAYS_OWN =
      Set.of(
          DelayHeader.OP,
          DelayHeader.ID,
          DelayHeader.REPLY_TOPIC,
          DelayHeader.REPLY_PARTITION,
          DelayHeader.CORRELATION_ID);

  @Test
  void everyHeaderOfAScheduleHasAField() {
    for (var header : DelayHeader.values()) {
      if (header.appliesTo(Op.SCHEDULE) && !GATEWAYS_OWN.contains(header)) {
        assertThat(FieldNames.BY_HEADER).containsKey(header);
      }
    }
  }

  @Test
  void blamesTheFieldOfTheHeader() {
    var refusal = new Refusal(ReasonCode.TIME_INVALID, DelayHeader.DUE_MS, "");

    assertThat(FieldNames.PLAIN.of(refusal)).isEqualTo("dueMs");
  }

  @Test
  void blamesNoFieldWhereNoSingleOneIsAtFault() {
    assertThat(FieldNames.PLAIN.of(Refusal.of(ReasonCode.TIME_MISSING, ""))).isNull();
    assertThat(FieldNames.PLAIN.of(Refusal.of(ReasonCode.RECORD_TOO_LARGE, ""))).isNull();
  }

  @Test
  void translatesHeadersButNotWhatOnlyLooksLikeThem() {
    assertThat(
            words(ReasonCode.TIME_AMBIGUOUS, "'delay-due-ms' and 'delay' cannot be given together"))
        .isEqualTo("'dueMs' and 'delay' cannot be given together");
    assertThat(words(ReasonCode.TIME_INVALID, "'my-delay-ms' is not a valid delay-ms"))
        .isEqualTo("'my-delay-ms' is not a valid delayMs");
    assertThat(words(ReasonCode.TARGET_UNKNOWN, "topic 'delay-ms' does not exist"))
        .isEqualTo("topic 'delay-ms' does not exist");
  }

  private static String words(ReasonCode reason, String text) {
    return FieldNames.PLAIN.inWords(Refusal.of(reason, text));
  }
}
