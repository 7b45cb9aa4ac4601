package io.delaygate.schemas.command;

import static io.delaygate.schemas.command.SentRecord.bytes;
import static io.delaygate.schemas.command.SentRecord.timed;
import static io.delaygate.schemas.command.SentRecord.untimed;
import static org.assertj.core.api.Assertions.assertThat;

import io.delaygate.schemas.contract.DelayHeader;
import io.delaygate.schemas.contract.JobId;
import io.delaygate.schemas.contract.ReasonCode;
import java.nio.ByteBuffer;
import org.apache.kafka.common.header.internals.RecordHeader;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests of header names: which are control headers, which are the caller's, which are refused. */
class ParsedHeadersTest {
  @Test
  void theCallersHeadersKeepOrderDuplicatesAndNullValues() {
    // Given
    var record =
        untimed()
            .header("b", "1")
            .header("a", new byte[] {-1, 0})
            .header("delay", "1s")
            .header("b", "1")
            .header("c")
            .header("", "");

    // When
    var headers = record.schedule().payload().headers();

    // Then
    assertThat(headers)
        .containsExactly(
            new RecordHeader("b", bytes("1")),
            new RecordHeader("a", new byte[] {-1, 0}),
            new RecordHeader("b", bytes("1")),
            new RecordHeader("c", null),
            new RecordHeader("", new byte[0]));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "delayed",
        "Delayed-Until",
        "delays",
        "delayMs",
        "DELAYGATE-attempt",
        "x-delay-ms",
        "retry_delay",
        "delay/ms",
        "de-lay",
        "\u00e9",
        " ",
        "_"
      })
  void namesThatAreNotOursInAnySpellingAreTheCallers(String name) {
    assertThat(timed().header(name, "1").schedule().payload().headers())
        .containsExactly(new RecordHeader(name, bytes("1")));
  }

  @ParameterizedTest
  @CsvSource({
    "Delay, delay",
    "DELAY, delay",
    "'delay ', delay",
    "' Delay', delay",
    "Delay-Op, delay-op",
    "DELAY_DUE_MS, delay-due-ms",
    "delay_ms, delay-ms",
    "delay.target.topic, delay-target-topic",
    "Delay-Target-Topic, delay-target-topic",
    "delay-target_topic, delay-target-topic",
    "delay-IF-EXISTS, delay-if-exists",
    "delay-duems, delay-due-ms",
    "delay-dueMs, delay-due-ms",
    "delay--op, delay-op",
    "Delay-Job-Id, delay-job-id",
    "delay_reason, delay-reason",
    "delay.source.topic, delay-source-topic"
  })
  void anotherSpellingOfOneOfOursIsRefusedWithTheNameThatWasMeant(String name, String meant) {
    // Given
    var record = untimed().header("delay-ms", "1").header(name, "1");

    // When
    var refusal = record.refused();

    // Then
    assertThat(refusal.reason()).isEqualTo(ReasonCode.HEADER_UNKNOWN);
    assertThat(refusal.text()).contains("'" + name + "'", "'" + meant + "' was probably meant");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"Delay-Foo", "DELAY_JOBS", "delay.", "Delay-\u0130f-exists", "delay-Op-x"})
  void aNameWithOurPrefixInAnotherSpellingIsRefused(String name) {
    // Given
    var record = timed().header(name, "1");

    // When
    var refusal = record.refused();

    // Then
    assertThat(refusal.reason()).isEqualTo(ReasonCode.HEADER_UNKNOWN);
    assertThat(refusal.text()).contains("'" + name + "'");
  }

  @Test
  void aTombstoneWhoseHeadersAreSpelledOtherwiseIsNotTakenForACancel() {
    // Given
    var record =
        SentRecord.keyed("a").tombstone().header("Delay", "8s").header("Delay-Target-Topic", "x");

    // When
    var refusal = record.refused();

    // Then
    assertThat(refusal.reason()).isEqualTo(ReasonCode.HEADER_UNKNOWN);
    assertThat(refusal.text()).contains("'Delay'", "'delay'");
  }

  @Test
  void aBareTombstoneThatComesBackAsALetterIsACancelStill() {
    // Given
    var record =
        SentRecord.keyed("a").tombstone().header("delay-reason", "X").header("delay-source-offset");

    // When
    var command = record.understood();

    // Then
    assertThat(command).isEqualTo(new Command.Cancel(new JobId("a"), null));
  }

  @Test
  void theSameHeaderInTwoSpellingsIsRefused() {
    assertThat(timed().header("Delay-Ms", "1000").refused().reason())
        .isEqualTo(ReasonCode.HEADER_UNKNOWN);
    assertThat(untimed().header("Delay-Ms", "5").header("delay-ms", "5").refused().reason())
        .isEqualTo(ReasonCode.HEADER_UNKNOWN);
  }

  @Test
  void aNameThatIsNotUtf8IsRefusedAsItCannotBeDeliveredUnchanged() {
    // Given: as a consumer decodes it
    var name = new RecordHeader(ByteBuffer.wrap(new byte[] {'n', (byte) 0xe9, 'e'}), null).key();
    var record = timed().header(name, "1");

    // When
    var refusal = record.refused();

    // Then
    assertThat(refusal.reason()).isEqualTo(ReasonCode.HEADER_NAME_INVALID);
    assertThat(refusal.text()).contains("'n\uFFFDe'");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"delay-", "delay-duems", "delay-OP", "delay-op ", "delay-jobs", "delay-reasons"})
  void anUnknownControlHeaderIsRefused(String name) {
    // Given
    var record = timed().header(name, "1");

    // When
    var refusal = record.refused();

    // Then
    assertThat(refusal.reason()).isEqualTo(ReasonCode.HEADER_UNKNOWN);
    assertThat(refusal.text()).contains("'" + name + "'");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "delay-job-id",
        "delay-job-due-ms",
        "delay-job-attempt",
        "delay-job-",
        "delay-reason",
        "delay-reason-text",
        "delay-source-topic",
        "delay-source-timestamp-ms"
      })
  void headersOfADeliveredRecordOrALetterAreIgnoredAndNotForwarded(String name) {
    assertThat(timed().header(name, "1").header(name).schedule().payload().headers()).isEmpty();
  }

  @ParameterizedTest
  @EnumSource
  void aControlHeaderIsGivenOnceAtMost(DelayHeader header) {
    // Given
    var record = timed().header(header.headerName(), "1").header(header.headerName(), "1");

    // When
    var refusal = record.refused();

    // Then
    assertThat(refusal.reason()).isEqualTo(ReasonCode.HEADER_DUPLICATE);
    assertThat(refusal.header()).isEqualTo(header);
  }

  @ParameterizedTest
  @CsvSource({
    "delay-op, OP",
    "delay, DELAY",
    "delay-target-partition, TARGET_PARTITION",
    "delay-if-exists, IF_EXISTS"
  })
  void aControlHeaderThatIsNullOrNotUtf8IsRefused(String name, DelayHeader header) {
    // Given
    var record = header.isTime() ? untimed() : timed();
    var garbled = header.isTime() ? untimed() : timed();

    // When
    var ofNull = record.header(name).refused();
    var ofGarbled = garbled.header(name, new byte[] {(byte) 0xfe}).refused();

    // Then
    assertThat(ofNull.reason()).isEqualTo(ReasonCode.HEADER_INVALID);
    assertThat(ofNull.header()).isEqualTo(header);
    assertThat(ofGarbled.reason()).isEqualTo(ReasonCode.HEADER_INVALID);
    assertThat(ofGarbled.header()).isEqualTo(header);
  }
}
