package io.delaygate.schemas.command;

import static io.delaygate.schemas.command.SentRecord.bytes;
import static io.delaygate.schemas.command.SentRecord.timed;
import static io.delaygate.schemas.command.SentRecord.untimed;
import static org.assertj.core.api.Assertions.assertThat;

import io.delaygate.schemas.contract.DelayHeader;
import io.delaygate.schemas.contract.ReasonCode;
import org.apache.kafka.common.header.internals.RecordHeader;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Which headers are ours, which the caller's, and what is refused. */
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
  @ValueSource(strings = {"delayed", "delay_ms", "Delay-Op", "DELAY", "x-delay-ms", " delay-ms"})
  void namesThatOnlyLookLikeOursAreTheCallers(String name) {
    assertThat(timed().header(name, "1").schedule().payload().headers())
        .containsExactly(new RecordHeader(name, bytes("1")));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"delay-", "delay-duems", "delay-OP", "delay-op ", "delay-jobs", "delay-reason"})
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
  @ValueSource(strings = {"delay-job-id", "delay-job-due-ms", "delay-job-attempt", "delay-job-"})
  void headersOfADeliveredRecordAreIgnoredAndNotForwarded(String name) {
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
