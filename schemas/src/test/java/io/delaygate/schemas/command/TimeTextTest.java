package io.delaygate.schemas.command;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.time.DateTimeException;
import java.time.Instant;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests of spellings of a time: the documented ones are read, others are refused. */
class TimeTextTest {
  @ParameterizedTest
  @ValueSource(
      strings = {
        "2030-01-31T07:00:00Z",
        "2030-01-31T07:00Z",
        "2030-01-31t07:00:00z",
        "2030-01-31 07:00:00Z",
        "2030-01-31 07:00:00 UTC",
        "2030-01-31 07:00:00 +0000 UTC",
        "2030-01-31 07:00:00.000000 +0000",
        "2030-01-31 07:00:00+00",
        "2030-01-31T07:00:00-00:00",
        "2030-01-31T08:00:00+01",
        "2030-01-31T08:00:00+0100",
        "2030-01-31T08:00:00+01:00",
        "2030-01-31T08:00:00+01:00:00",
        "2030-01-31T08:00:00,000+01:00",
        "2030-01-31T08:00:00.000000000+01:00",
        "2030-01-30T19:30:00-1130",
        "2030-01-31T08:00[Europe/Berlin]",
        "2030-01-31T08:00:00[!Europe/Berlin]",
        "2030-01-31T08:00+01:00[Europe/Berlin]",
        "2030-01-31T08:00:00+0100[!Europe/Berlin][u-ca=gregory]",
        "2030-01-31T07:00:00Z[Europe/Berlin]",
        "2030-01-31T07:00:00-00:00[Europe/Berlin]",
        "2030-01-31T07:00Z[UTC]",
        "2030-01-31T08:00:00+01:00[+01:00]",
        "2030-01-31T07:00:00Z[u-ca=hebrew]",
        "2030-01-31T08:00[Europe/Berlin][!u-ca=iso8601][_x=a-1]",
        "2030-01-31T12:30+05:30[Asia/Kolkata]"
      })
  void theSameInstantIsReadInEachSpelling(String text) {
    assertThat(TimeText.parse(text)).isEqualTo(Instant.parse("2030-01-31T07:00:00Z"));
  }

  @ParameterizedTest
  @CsvSource({
    // the clocks skip from 02:00 to 03:00: the result is later by the length of the gap
    "2030-03-31T02:30[Europe/Berlin], 2030-03-31T01:30:00Z",
    "2030-03-31T03:30[Europe/Berlin], 2030-03-31T01:30:00Z",
    // 02:30 comes twice: the first one counts
    "2030-10-27T02:30[Europe/Berlin], 2030-10-27T00:30:00Z",
    "2030-10-27T02:30+02:00[Europe/Berlin], 2030-10-27T00:30:00Z",
    "2030-10-27T02:30+01:00[Europe/Berlin], 2030-10-27T01:30:00Z"
  })
  void aGapIsLeftForwardAndOfAnOverlapTheEarlierTimeIsTaken(String text, String instant) {
    assertThat(TimeText.parse(text)).isEqualTo(Instant.parse(instant));
  }

  @ParameterizedTest
  @CsvSource({
    "2030-01-31T08:00:00, needs an offset",
    "2030-01-31T08:00+02:00[Europe/Berlin], not valid in Europe/Berlin",
    "2030-01-31T08:00+00:00[Europe/Berlin], not valid in Europe/Berlin",
    "2030-03-31T02:30+01:00[Europe/Berlin], not valid in Europe/Berlin",
    "2030-01-31T08:00[Europe/Bonn], time zone 'Europe/Bonn' does not exist",
    "2030-01-31T08:00[], time zone '' does not exist",
    "2030-01-31T08:00Z[!x=y], critical",
    "2030-01-31T08:00[Europe/Berlin][!u-ca=hebrew], critical",
    "2030-01-31T08:00[Europe/Berlin][Europe/Paris], not a valid tag",
    "2030-01-31T08:00[u-ca=gregory], needs an offset",
    "'2030-01-31T08:00Z[Europe/Berlin', must be closed",
    "2030-01-31T08:00Z[U-CA=gregory], not a valid tag",
    "2030-02-30T08:00:00Z, does not exist",
    "2030-01-31T24:00:00Z, does not exist",
    "2030-01-31T08:00:60Z, does not exist",
    "2030-01-31T08:00+19:00, the offset is not valid",
    "2030-01-31T08:00+01:60, the offset is not valid",
    "2030-01-31, use a date",
    "2030-01-31T08Z, use a date",
    "2030-01-31T08:00:00.0000000001Z, use a date",
    "2030-01-31  08:00:00Z, use a date",
    "2030-01-31T08:00:00 CET, use a date",
    "2030-01-31T08:00:00+1, use a date",
    "'2030-01-31T08:00 [Europe/Berlin]', use a date",
    "' 2030-01-31T08:00Z', use a date",
    "1767225600000, use a date",
    "'', use a date"
  })
  void whatIsNotATimeIsRefusedWithTheReason(String text, String reason) {
    assertThatExceptionOfType(DateTimeException.class)
        .isThrownBy(() -> TimeText.parse(text))
        .withMessageContaining(reason);
  }

  @ParameterizedTest
  @ValueSource(strings = {"[a=b]", "0", "[", "[]"})
  void aLongTextIsRefusedAtOnce(String part) {
    assertThatExceptionOfType(DateTimeException.class)
        .isThrownBy(() -> TimeText.parse("2030-01-31T08:00Z" + part.repeat(30_000)));
  }
}
