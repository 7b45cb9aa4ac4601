package io.delaygate.schemas.command;

import static io.delaygate.schemas.command.SentRecord.bytes;
import static io.delaygate.schemas.command.SentRecord.keyed;
import static io.delaygate.schemas.command.SentRecord.keyless;
import static io.delaygate.schemas.command.SentRecord.withKey;
import static org.assertj.core.api.Assertions.assertThat;

import io.delaygate.schemas.contract.JobId;
import io.delaygate.schemas.contract.ReasonCode;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Which keys are job ids. */
class ParsedIdTest {
  private static final String EURO = "\u20ac"; // 3 bytes

  @Test
  void anIdHas255BytesAtMost() {
    assertThat(scheduledId("x".repeat(255))).isEqualTo(new JobId("x".repeat(255)));
    assertThat(reason(schedule(keyed("x".repeat(256))))).isEqualTo(ReasonCode.ID_INVALID);
  }

  @Test
  void bytesCountAndNotCharacters() {
    assertThat(scheduledId(EURO.repeat(85)).bytes()).hasSize(255);
    assertThat(reason(schedule(keyed(EURO.repeat(85) + "x")))).isEqualTo(ReasonCode.ID_INVALID);
    assertThat(scheduledId("\ud83d\ude80".repeat(63)).bytes()).hasSize(252);
    assertThat(reason(schedule(keyed("\ud83d\ude80".repeat(64))))).isEqualTo(ReasonCode.ID_INVALID);
  }

  @Test
  void anIdKeepsItsBytes() {
    var id = " a/b\u0000\u00fc\ud83d\ude80\ufffd ";
    assertThat(scheduledId(id).bytes()).isEqualTo(bytes(id));
  }

  @Test
  void anEmptyKeyIsNoId() {
    assertThat(reason(schedule(keyed("")))).isEqualTo(ReasonCode.ID_INVALID);
    assertThat(reason(keyed("").tombstone())).isEqualTo(ReasonCode.ID_INVALID);
  }

  @Test
  void aKeyThatIsNotUtf8IsNoId() {
    for (var key :
        new byte[][] {
          {'a', -1}, // never a byte of UTF-8
          {(byte) 0xc3}, // cut off
          {(byte) 0xc0, (byte) 0x80}, // an overlong zero
          {(byte) 0xed, (byte) 0xa0, (byte) 0x80} // half a surrogate pair
        }) {
      assertThat(reason(schedule(withKey(key)))).isEqualTo(ReasonCode.ID_INVALID);
      assertThat(reason(withKey(key).tombstone())).isEqualTo(ReasonCode.ID_INVALID);
    }
  }

  @Test
  void aScheduleWithoutKeyIsNamedAfterItsPlace() {
    // Given
    var record = schedule(keyless());

    // When
    var id = record.schedule().id();

    // Then
    assertThat(id).isEqualTo(JobId.generated(SentRecord.PARTITION, SentRecord.OFFSET));
    assertThat(id.text()).isEqualTo("~3-17");
    assertThat(id.isGenerated()).isTrue();
  }

  @Test
  void callersMayNotScheduleUnderAGeneratedId() {
    assertThat(reason(schedule(keyed("~3-17")))).isEqualTo(ReasonCode.ID_INVALID);
    assertThat(reason(schedule(keyed("~x")))).isEqualTo(ReasonCode.ID_INVALID);
  }

  @Test
  void callersMayNameAJobThatHasAGeneratedId() {
    var id = JobId.generated(3, 17);
    assertThat(keyed("~3-17").tombstone().understood()).isEqualTo(new Command.Cancel(id, null));
    assertThat(keyed("~3-17").header("delay-op", "fire").understood())
        .isEqualTo(new Command.Fire(id, null));
    assertThat(keyed("~3-17").header("delay-op", "reschedule").understood().id()).isEqualTo(id);
  }

  @ParameterizedTest
  @ValueSource(strings = {"~", "~x", "~3", "~3-", "~-17", "~3-17-1", "~-3-17", "~3-x", "~~3-17"})
  void otherIdsWithATildeNameNothing(String id) {
    assertThat(reason(keyed(id).tombstone())).isEqualTo(ReasonCode.ID_INVALID);
  }

  @Test
  void aTildeInsideAnIdIsFine() {
    assertThat(scheduledId("a~3-17").isGenerated()).isFalse();
  }

  private static SentRecord schedule(SentRecord record) {
    return record.header("delay-target-topic", "orders").header("delay-ms", "1");
  }

  private static JobId scheduledId(String id) {
    return schedule(keyed(id)).schedule().id();
  }

  private static ReasonCode reason(SentRecord record) {
    return record.refused().reason();
  }
}
