package io.delaygate.schemas.command;

import static io.delaygate.schemas.command.SentRecord.bytes;
import static io.delaygate.schemas.command.SentRecord.keyed;
import static io.delaygate.schemas.command.SentRecord.keyless;
import static io.delaygate.schemas.command.SentRecord.withKey;
import static org.assertj.core.api.Assertions.assertThat;

import io.delaygate.schemas.contract.JobId;
import io.delaygate.schemas.contract.Op;
import io.delaygate.schemas.contract.ReasonCode;
import java.util.List;
import org.apache.kafka.common.header.Header;
import org.apache.kafka.common.header.internals.RecordHeader;
import org.apache.kafka.common.serialization.IntegerSerializer;
import org.apache.kafka.common.serialization.LongSerializer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests of job ids: they come from the key or from a header, and their limits are checked. */
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
    var id = " a/b\u0001\u00fc\ud83d\ude80\ufffd ";
    assertThat(scheduledId(id).bytes()).isEqualTo(bytes(id));
  }

  /** Some of these keys are valid UTF-8 and others are not, so all of them are refused. */
  @ParameterizedTest
  @ValueSource(longs = {0, 1, 127, 128, 256, 1_000, 1_767_225_600_000L, -1, Long.MIN_VALUE})
  void aKeyThatIsANumberIsRefusedWhateverItsValueAndTheRefusalNamesTheHeader(long number) {
    var key = new LongSerializer().serialize("", number);
    for (var record : List.of(schedule(withKey(key)), withKey(key).tombstone())) {
      assertThat(record.refused().reason()).isEqualTo(ReasonCode.ID_INVALID);
      assertThat(record.refused().text()).contains("'delay-id'", "8 bytes");
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 127, 128, 65_536, -1})
  void soIsOneOfFourBytes(int number) {
    var key = new IntegerSerializer().serialize("", number);
    assertThat(schedule(withKey(key)).refused().text()).contains("'delay-id'");
  }

  @ParameterizedTest
  @ValueSource(longs = {127, 128, 256, 1_000, -1})
  void aHeaderNamesTheJobAndTheKeyIsTheDeliveredOnes(long number) {
    var key = new LongSerializer().serialize("", number);

    var schedule = schedule(withKey(key).header("delay-id", "order-1")).schedule();

    assertThat(schedule.id()).isEqualTo(new JobId("order-1"));
    assertThat(schedule.target().key()).isEqualTo(key);
    assertThat(schedule.payload().headers()).isEmpty();
  }

  @Test
  void aHeaderNamesTheJobOfARecordWithoutAKey() {
    var schedule = schedule(keyless().header("delay-id", "order-1")).schedule();
    assertThat(schedule.id()).isEqualTo(new JobId("order-1"));
    assertThat(schedule.target().key()).isNull();
  }

  @ParameterizedTest
  @EnumSource(names = {"CANCEL", "FIRE", "KICK", "DISCARD"})
  void aHeaderNamesTheJobOfEachOperation(Op op) {
    var record =
        withKey(new byte[] {0, -1}).header("delay-op", op.text()).header("delay-id", "order-1");
    assertThat(record.understood().id()).isEqualTo(new JobId("order-1"));
  }

  @Test
  void theHeaderCountsAndNotTheKeyWhereBothAreIds() {
    var record = keyed("customer-9").header("delay-id", "order-1").header("delay-op", "cancel");
    assertThat(record.understood().id()).isEqualTo(new JobId("order-1"));
  }

  @Test
  void aTombstoneWithAnIdHeaderIsNoCancelUnlessItSaysSo() {
    assertThat(reason(keyed("order-1").header("delay-id", "order-1").tombstone()))
        .isEqualTo(ReasonCode.TIME_MISSING);
  }

  /** The dead letter of an oversized schedule has lost its headers, and may have no value. */
  @Test
  void aCutLetterThatIsSentAgainIsNoBareTombstone() {
    var letter = keyed("order-1").header("delay-reason", "RECORD_TOO_LARGE").tombstone();
    assertThat(reason(letter)).isEqualTo(ReasonCode.TIME_MISSING);
  }

  @Test
  void anIdHeaderObeysTheRulesOfIds() {
    for (var id : List.of("", "x".repeat(256), "~x", "~3-17")) {
      var refusal = schedule(keyed("k").header("delay-id", id)).refused();
      assertThat(refusal.reason()).as(id).isEqualTo(ReasonCode.ID_INVALID);
    }
    assertThat(reason(schedule(keyed("k").header("delay-id", (byte[]) null))))
        .isEqualTo(ReasonCode.ID_INVALID);
    assertThat(reason(schedule(keyed("k").header("delay-id", new byte[] {-1}))))
        .isEqualTo(ReasonCode.ID_INVALID);
    assertThat(reason(schedule(keyed("k").header("delay-id", "a").header("delay-id", "a"))))
        .isEqualTo(ReasonCode.HEADER_DUPLICATE);
  }

  @Test
  void anIdWithAZeroByteIsNamedByAHeaderBesideTheKey() {
    var own = List.<Header>of(new RecordHeader("trace", null));
    assertThat(CommandId.naming(new JobId("a"), own)).isSameAs(own);
    assertThat(CommandId.naming(new JobId("a\u0000"), own))
        .containsExactly(new RecordHeader("delay-id", bytes("a\u0000")), own.get(0));
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
