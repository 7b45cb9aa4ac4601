package io.delaygate.schemas.command;

import static io.delaygate.schemas.command.SentRecord.BASE_MS;
import static io.delaygate.schemas.command.SentRecord.bytes;
import static io.delaygate.schemas.command.SentRecord.timed;
import static io.delaygate.schemas.command.SentRecord.untimed;
import static org.assertj.core.api.Assertions.assertThat;

import io.delaygate.schemas.contract.DelayHeader;
import io.delaygate.schemas.contract.ReasonCode;
import io.delaygate.schemas.job.Policy;
import io.delaygate.schemas.topics.TopicNames;
import java.time.Instant;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The four ways to say when. */
class ParsedTimeTest {
  private static final long TEN_YEARS_MS = 3652L * 86_400_000L;

  @ParameterizedTest
  @CsvSource({
    "0s, 0",
    "30s, 30000",
    "15m, 900000",
    "2h, 7200000",
    "7d, 604800000",
    "0007d, 604800000",
    "PT30M, 1800000",
    "P1DT1S, 86401000",
    "pt1.5s, 1500",
    "PT0S, 0"
  })
  void aDelayIsADurationOrAShorthand(String text, long ms) {
    assertThat(when("delay", text)).isEqualTo(new When.After(ms));
  }

  @Test
  void aDelayInMillisecondsIsTakenAsItIs() {
    assertThat(when("delay-ms", "0")).isEqualTo(new When.After(0));
    assertThat(when("delay-ms", "1500")).isEqualTo(new When.After(1500));
  }

  @Test
  void aDelayCountsFromTheRecordsTimestamp() {
    assertThat(when("delay-ms", "1500").dueMs(BASE_MS)).isEqualTo(BASE_MS + 1500);
  }

  @Test
  void epochMillisecondsAreTakenAsTheyAreEvenInThePast() {
    assertThat(when("delay-due-ms", "0")).isEqualTo(new When.At(0));
    assertThat(when("delay-due-ms", "1")).isEqualTo(new When.At(1));
    assertThat(when("delay-due-ms", "1").dueMs(BASE_MS)).isEqualTo(1);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "2030-01-31T08:00:00+01:00",
        "2030-01-31T08:00+01:00",
        "2030-01-31T07:00:00Z",
        "2030-01-31T07:00:00.000Z",
        "2030-01-30T19:30:00-11:30"
      })
  void aDateMeansTheSameInstantInEveryOffset(String text) {
    assertThat(when("delay-due", text)).isEqualTo(at("2030-01-31T07:00:00Z"));
  }

  @Test
  void aDateBelowAMillisecondIsRoundedUpSoThatNothingIsEarly() {
    assertThat(when("delay-due", "2030-01-31T07:00:00.000000001Z"))
        .isEqualTo(at("2030-01-31T07:00:00.001Z"));
    assertThat(when("delay-due", "2030-01-31T07:00:00.001000Z"))
        .isEqualTo(at("2030-01-31T07:00:00.001Z"));
    assertThat(when("delay-due", "2030-12-31T23:59:59.9999Z"))
        .isEqualTo(at("2031-01-01T00:00:00Z"));
  }

  @Test
  void aDelayBelowAMillisecondIsRoundedUpSoThatNothingIsEarly() {
    assertThat(when("delay", "PT0.000000001S")).isEqualTo(new When.After(1));
    assertThat(when("delay", "PT0.001S")).isEqualTo(new When.After(1));
    assertThat(when("delay", "PT0.0010001S")).isEqualTo(new When.After(2));
  }

  @Test
  void noTimeIsRefused() {
    // Given
    var record = untimed();

    // When
    var refusal = record.refused();

    // Then
    assertThat(refusal.reason()).isEqualTo(ReasonCode.TIME_MISSING);
    assertThat(refusal.text()).contains("delay", "delay-ms", "delay-due", "delay-due-ms");
  }

  @ParameterizedTest
  @CsvSource({
    "delay, delay-ms",
    "delay, delay-due",
    "delay, delay-due-ms",
    "delay-ms, delay-due",
    "delay-ms, delay-due-ms",
    "delay-due, delay-due-ms"
  })
  void twoTimesAreRefusedEvenIfOneIsUnreadable(String one, String other) {
    // Given
    var record = untimed().header(one, "1").header(other, "?");

    // When
    var refusal = record.refused();

    // Then
    assertThat(refusal.reason()).isEqualTo(ReasonCode.TIME_AMBIGUOUS);
    assertThat(refusal.text()).contains("'" + one + "'", "'" + other + "'");
  }

  @ParameterizedTest
  @CsvSource({
    "delay-ms, -1, DELAY_MS",
    "delay-ms, -9223372036854775808, DELAY_MS",
    "delay, PT-1S, DELAY",
    "delay, -PT0.001S, DELAY",
    "delay-due-ms, -1, DUE_MS",
    "delay-due, 1969-12-31T23:59:59.999Z, DUE",
    "delay-due, -999999999-01-01T00:00:00Z, DUE"
  })
  void aNegativeTimeIsRefused(String name, String text, DelayHeader header) {
    assertInvalid(name, text, header);
  }

  @ParameterizedTest
  @CsvSource({
    "delay, 99999999999999999999d, DELAY",
    "delay, 999999999999999999d, DELAY",
    "delay, 106751991168d, DELAY",
    "delay, PT9223372036854775807S, DELAY",
    "delay, PT9223372036854775807.999999999S, DELAY",
    "delay, PT9223372036854775808S, DELAY",
    "delay-ms, 9223372036854775808, DELAY_MS",
    "delay-due-ms, 9223372036854775808, DUE_MS",
    "delay-due, +999999999-12-31T23:59:59.999999999-18:00, DUE"
  })
  void anOverflowIsRefused(String name, String text, DelayHeader header) {
    assertInvalid(name, text, header);
  }

  @ParameterizedTest
  @CsvSource({
    "delay, '', DELAY",
    "delay, PT, DELAY",
    "delay, P, DELAY",
    "delay, 30, DELAY",
    "delay, s, DELAY",
    "delay, 30S, DELAY",
    "delay, 1w, DELAY",
    "delay, 1.5h, DELAY",
    "delay, -30s, DELAY",
    "delay, '30 s', DELAY",
    "delay, ' 30s', DELAY",
    "delay, 1h30m, DELAY",
    "delay-ms, '', DELAY_MS",
    "delay-ms, 1.5, DELAY_MS",
    "delay-ms, 30s, DELAY_MS",
    "delay-ms, '1 ', DELAY_MS",
    "delay-due-ms, 2030-01-31T08:00:00Z, DUE_MS",
    "delay-due-ms, 0x10, DUE_MS",
    "delay-due, '', DUE",
    "delay-due, 1767225600000, DUE",
    "delay-due, tomorrow, DUE",
    "delay-due, 2030-02-30T08:00:00Z, DUE",
    "delay-due, 2030-13-01T08:00:00Z, DUE",
    "delay-due, 2030-01-31, DUE",
    "delay-due, '2030-01-31 08:00:00Z', DUE"
  })
  void whatCannotBeReadIsRefused(String name, String text, DelayHeader header) {
    assertInvalid(name, text, header);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "2030-01-31T08:00:00",
        "2030-01-31T08:00:00[Europe/Berlin]",
        "2030-01-31T08:00:00+01:00[Europe/Berlin]"
      })
  void aDateWithoutOffsetOrWithAZoneIsRefused(String text) {
    assertInvalid("delay-due", text, DelayHeader.DUE);
  }

  @Test
  void aDelayOfTenYearsIsAllowedAndAMillisecondMoreIsNot() {
    assertThat(when("delay-ms", "" + TEN_YEARS_MS)).isEqualTo(new When.After(TEN_YEARS_MS));
    assertThat(when("delay", "3652d")).isEqualTo(new When.After(TEN_YEARS_MS));
    assertThat(when("delay", "P3652D")).isEqualTo(new When.After(TEN_YEARS_MS));
    assertOutOfRange("delay-ms", "" + (TEN_YEARS_MS + 1));
    assertOutOfRange("delay-ms", "" + Long.MAX_VALUE);
    assertOutOfRange("delay", "3653d");
    assertOutOfRange("delay", "P3652DT0.000000001S");
  }

  @Test
  void aDueTimeTenYearsAheadIsAllowedAndAMillisecondMoreIsNot() {
    var latest = BASE_MS + TEN_YEARS_MS;
    assertThat(when("delay-due-ms", "" + latest)).isEqualTo(new When.At(latest));
    assertThat(when("delay-due", Instant.ofEpochMilli(latest).toString()))
        .isEqualTo(new When.At(latest));
    assertOutOfRange("delay-due-ms", "" + (latest + 1));
    assertOutOfRange("delay-due-ms", "" + Long.MAX_VALUE);
    assertOutOfRange("delay-due", Instant.ofEpochMilli(latest).plusNanos(1).toString());
  }

  @Test
  void theFarthestTimeIsRefusedEvenForARecordWithoutTimestamp() {
    // Given
    var parser = new CommandParser(TopicNames.prefixed(""), topic -> Policy.USUAL);
    var record = untimed().header("delay-due-ms", "" + Long.MAX_VALUE).record();

    // When
    var parsed = parser.parse(record, -1);

    // Then
    assertThat(parsed)
        .isInstanceOfSatisfying(
            ParsedCommand.Refused.class,
            refused ->
                assertThat(refused.refusal().reason()).isEqualTo(ReasonCode.TIME_OUT_OF_RANGE));
  }

  @Test
  void aTimeThatIsNullOrNoTextIsRefused() {
    assertThat(untimed().header("delay").refused().reason()).isEqualTo(ReasonCode.HEADER_INVALID);
    assertThat(untimed().header("delay-ms", new byte[] {'1', -1}).refused().reason())
        .isEqualTo(ReasonCode.HEADER_INVALID);
  }

  @Test
  void aRescheduleReadsTimesTheSameWay() {
    assertThat(rescheduled("delay", "PT0.0001S").understood())
        .isInstanceOfSatisfying(
            Command.Reschedule.class,
            command -> assertThat(command.when()).isEqualTo(new When.After(1)));
    assertThat(rescheduled("delay-ms", "-1").refused().reason()).isEqualTo(ReasonCode.TIME_INVALID);
    assertThat(rescheduled("delay", "3653d").refused().reason())
        .isEqualTo(ReasonCode.TIME_OUT_OF_RANGE);
    assertThat(rescheduled("delay", "1d").header("delay-ms", "1").refused().reason())
        .isEqualTo(ReasonCode.TIME_AMBIGUOUS);
  }

  @Test
  void theSameTimeTwiceIsADuplicate() {
    assertThat(timed().header("delay-ms", bytes("1000")).refused().reason())
        .isEqualTo(ReasonCode.HEADER_DUPLICATE);
  }

  private static When when(String name, String text) {
    return untimed().header(name, text).schedule().when();
  }

  private static When at(String instant) {
    return new When.At(Instant.parse(instant).toEpochMilli());
  }

  private static SentRecord rescheduled(String name, String text) {
    return SentRecord.keyed("a").header("delay-op", "reschedule").header(name, text);
  }

  private static void assertInvalid(String name, String text, DelayHeader header) {
    var refusal = untimed().header(name, text).refused();
    assertThat(refusal.reason()).isEqualTo(ReasonCode.TIME_INVALID);
    assertThat(refusal.header()).isEqualTo(header);
  }

  private static void assertOutOfRange(String name, String text) {
    var refusal = untimed().header(name, text).refused();
    assertThat(refusal.reason()).isEqualTo(ReasonCode.TIME_OUT_OF_RANGE);
    assertThat(refusal.header()).isNotNull();
    assertThat(refusal.text()).contains("3652 days");
  }
}
