package io.delaygate.schemas.command;

import static io.delaygate.schemas.command.SentRecord.BASE_MS;
import static io.delaygate.schemas.command.SentRecord.bytes;
import static io.delaygate.schemas.command.SentRecord.timed;
import static io.delaygate.schemas.command.SentRecord.untimed;
import static org.assertj.core.api.Assertions.assertThat;

import io.delaygate.schemas.contract.DelayHeader;
import io.delaygate.schemas.contract.ReasonCode;
import io.delaygate.schemas.job.JobTimes;
import io.delaygate.schemas.job.Policy;
import io.delaygate.schemas.topics.TopicNames;
import java.time.Instant;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests of the four ways to give a due time, and of their bounds. */
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
    assertThat(when("delay-due-ms", "978307200000")).isEqualTo(new When.At(TimeBounds.EARLIEST_MS));
    assertThat(when("delay-due-ms", "1000000000000").dueMs(BASE_MS)).isEqualTo(1_000_000_000_000L);
    assertThat(when("delay-due", "2001-01-01T00:00:00Z"))
        .isEqualTo(new When.At(TimeBounds.EARLIEST_MS));
  }

  @ParameterizedTest
  @CsvSource({
    "1767225600, 1767225600000 is 2026-01-01T00:00:00Z",
    "978307200, 978307200000 is 2001-01-01T00:00:00Z",
    "1767225600.0, 1767225600000 is 2026-01-01T00:00:00Z",
    "1767225600000000, 1767225600000 is 2026-01-01T00:00:00Z",
    "1767225600000000000, 1767225600000 is 2026-01-01T00:00:00Z",
    "0, before 2001",
    "1, 'delay-ms'",
    "60000, 'delay-ms'",
    "-1, before 2001",
    "-9223372036854775808, before 2001",
    "978307199999, before 2001",
    "253402300800000, after the year 9999",
    "9223372036854775807, after the year 9999"
  })
  void aTimeBeyondTheBoundsIsRefusedWithWhatWasMeant(String ms, String meant) {
    assertInvalid("delay-due-ms", ms, DelayHeader.DUE_MS);
    assertThat(untimed().header("delay-due-ms", ms).refused().text()).contains(meant);
    assertThat(rescheduled("delay-due-ms", ms).refused().text()).contains(meant);
    assertThat(released("delay-due-ms", ms).refused().text()).contains(meant);
  }

  @ParameterizedTest
  @CsvSource({
    "2000-12-31T23:59:59.999Z, before 2001",
    "1970-01-21T10:53:45.6Z, it was probably given in seconds instead of milliseconds",
    "1970-01-21T10:53:45.6Z, 1767225600000 is 2026-01-01T00:00:00Z",
    "1970-01-01T00:00[Europe/Berlin], before 2001",
    "0001-01-01T00:00:00Z, before 2001",
    "9999-12-31T23:59:59-01:00, after the year 9999"
  })
  void aDateBeyondTheBoundsIsRefusedWithWhatWasMeant(String text, String meant) {
    assertInvalid("delay-due", text, DelayHeader.DUE);
    assertThat(untimed().header("delay-due", text).refused().text()).contains(meant);
    assertThat(rescheduled("delay-due", text).refused().reason())
        .isEqualTo(ReasonCode.TIME_INVALID);
    assertThat(released("delay-due", text).refused().reason()).isEqualTo(ReasonCode.TIME_INVALID);
  }

  @ParameterizedTest
  @CsvSource({
    "1767225601, 1767225601000 is 2026-01-01T00:00:01Z",
    "1767225601000000, 1767225601000 is 2026-01-01T00:00:01Z",
    "0, 'delay-ttl-ms'",
    "-1, before 2001",
    "253402300800000, after the year 9999"
  })
  void anExpiryBeyondTheBoundsIsRefusedWithWhatWasMeant(String ms, String meant) {
    // Given
    var record = timed().header("delay-expires-ms", ms);

    // When
    var refusal = record.refused();

    // Then
    assertThat(refusal.reason()).isEqualTo(ReasonCode.TIME_INVALID);
    assertThat(refusal.header()).isEqualTo(DelayHeader.EXPIRES_MS);
    assertThat(refusal.text()).contains(meant);
  }

  @Test
  void theLargestNumberAsExpiryIsNever() {
    assertThat(timed().header("delay-expires-ms", "" + Long.MAX_VALUE).schedule().expiresMs())
        .isEqualTo(JobTimes.NEVER);
    assertThat(timed().header("delay-expires-ms", "253402300799999").schedule().expiresMs())
        .isEqualTo(TimeBounds.LATEST_MS);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"1500", "1500.0", "1.5e3", "1.5E+3", "15e2", "1500.000", "+1500", "01500"})
  void aWholeNumberMayBeSpelledAsLanguagesPrintIt(String text) {
    assertThat(when("delay-ms", text)).isEqualTo(new When.After(1500));
    assertThat(timed().header("delay-ttl-ms", text).schedule().expiresMs())
        .isEqualTo(BASE_MS + 1500);
    assertThat(when("delay-due-ms", "1.7672256e12")).isEqualTo(new When.At(1_767_225_600_000L));
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
    "delay-due-ms, 1767225600000.5, DUE_MS",
    "delay-ms, 1500.5, DELAY_MS",
    "delay-ms, 1e-3, DELAY_MS",
    "delay-ms, 1e999999999, DELAY_MS",
    "delay-ms, 1e-999999999, DELAY_MS",
    "delay-ms, NaN, DELAY_MS",
    "delay-due, 2030-02-30T08:00:00Z, DUE",
    "delay-due, 2030-13-01T08:00:00Z, DUE",
    "delay-due, 2030-01-31, DUE"
  })
  void whatCannotBeReadIsRefused(String name, String text, DelayHeader header) {
    assertInvalid(name, text, header);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "2030-01-31T08:00[Europe/Berlin]",
        "2030-01-31T08:00:00+01:00[Europe/Berlin]",
        "2030-01-31 07:00:00+0000",
        "2030-01-31t07:00z"
      })
  void aDateIsReadAsLanguagesPrintIt(String text) {
    assertThat(when("delay-due", text)).isEqualTo(at("2030-01-31T07:00:00Z"));
    assertThat(rescheduled("delay-due", text).understood())
        .isInstanceOfSatisfying(
            Command.Reschedule.class,
            command -> assertThat(command.when()).isEqualTo(at("2030-01-31T07:00:00Z")));
  }

  @Test
  void aDateWithoutOffsetAndZoneIsRefused() {
    assertInvalid("delay-due", "2030-01-31T08:00:00", DelayHeader.DUE);
    assertThat(untimed().header("delay-due", "2030-01-31T08:00:00").refused().text())
        .contains("needs an offset");
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
    assertOutOfRange("delay-due-ms", "" + TimeBounds.LATEST_MS);
    assertOutOfRange("delay-due", Instant.ofEpochMilli(latest).plusNanos(1).toString());
  }

  @Test
  void theFarthestTimeIsRefusedEvenForARecordWithoutTimestamp() {
    // Given
    var parser = new CommandParser(TopicNames.prefixed(""), topic -> Policy.USUAL);
    var record = untimed().header("delay-due-ms", "" + TimeBounds.LATEST_MS).record();

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

  private static SentRecord released(String name, String text) {
    return SentRecord.keyed("a")
        .header("delay-op", "release")
        .header("delay-lease", "l")
        .header(name, text);
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
