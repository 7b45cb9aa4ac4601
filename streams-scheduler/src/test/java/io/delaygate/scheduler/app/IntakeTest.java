package io.delaygate.scheduler.app;

import static io.delaygate.scheduler.app.SchedulerDriver.START;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.delaygate.service.directory.TopicStatus;
import java.nio.ByteBuffer;
import org.apache.kafka.common.header.internals.RecordHeader;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.apache.kafka.streams.test.TestRecord;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests of mistakes of senders, which change no job, and of spellings that are accepted. */
class IntakeTest {
  @RegisterExtension final SchedulerDriver scheduler = new SchedulerDriver();

  @ParameterizedTest
  @CsvSource({
    "Delay, Delay-Target-Topic, delay",
    "DELAY, DELAY_TARGET_TOPIC, delay",
    "delay_ms, delay_target_topic, delay-ms",
    "delay.due, delay.target.topic, delay-due"
  })
  void headersInAnotherSpellingCancelNothing(String time, String topic, String meant) {
    // Given
    scheduler.send(Request.schedule("a", "orders", START + 100).value("pending"));

    // When
    scheduler.send(Request.of("a").header(time, "8s").header(topic, "orders").answered("1"));

    // Then
    assertThat(scheduler.answers()).extracting(Answer::outcome).containsExactly("REJECTED");
    var letter = scheduler.deadLetters().get(0);
    assertThat(letter.header("delay-reason")).isEqualTo("HEADER_UNKNOWN");
    assertThat(letter.header("delay-reason-text"))
        .contains("'" + time + "'", "'" + meant + "' was probably meant");
    scheduler.advance(100);
    assertThat(scheduler.produced("orders"))
        .extracting(Delivered::value)
        .containsExactly("pending");
  }

  @ParameterizedTest
  @CsvSource({
    "schedule, delay-due-ms, 1800000000",
    "schedule, delay-due-ms, 1800000000000000",
    "schedule, delay-due-ms, 1",
    "schedule, delay-due, 1970-01-21T20:00:00Z",
    "reschedule, delay-due-ms, 1800000000",
    "reschedule, delay-due-ms, 0",
    "release, delay-due-ms, 1800000000",
    "release, delay-due-ms, -1"
  })
  void aTimeInAnotherUnitDeliversNothing(String op, String header, String time) {
    // Given
    var id = op.equals("schedule") ? "b" : "a";
    scheduler.send(Request.schedule("a", "orders", START + 100).value("pending"));
    var request = Request.of(id).header("delay-op", op).header(header, time);
    request = op.equals("schedule") ? request.header("delay-target-topic", "orders") : request;
    request = op.equals("release") ? request.header("delay-lease", "l") : request;

    // When
    scheduler.send(request);

    // Then
    var letter = scheduler.deadLetters().get(0);
    assertThat(letter.header("delay-reason")).isEqualTo("TIME_INVALID");
    assertThat(letter.header("delay-reason-text")).contains(time);
    scheduler.advance(99);
    assertThat(scheduler.produced("orders")).isEmpty();
  }

  @Test
  void anExpiryInSecondsDoesNotEndAJob() {
    // When
    scheduler.send(Request.schedule("a", "orders", START).header("delay-expires-ms", "1800000100"));

    // Then
    var letter = scheduler.deadLetters().get(0);
    assertThat(letter.header("delay-reason")).isEqualTo("TIME_INVALID");
    assertThat(letter.header("delay-reason-text"))
        .contains("1800000100000 is 2027-01-15T08:01:40Z");
  }

  @Test
  void aPastTimeAfter2001MeansNow() {
    scheduler.send(Request.schedule("a", "orders", 978_307_200_000L));

    assertThat(scheduler.delivered()).containsExactly("a");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "2027-01-15T09:00:01[Europe/Berlin]",
        "2027-01-15T09:00:01+01:00[Europe/Berlin]",
        "2027-01-15 08:00:01+0000",
        "2027-01-15t08:00:01z"
      })
  void aTimeIsReadAsLanguagesPrintIt(String time) {
    scheduler.send(
        Request.of("a").header("delay-target-topic", "orders").header("delay-due", time));

    scheduler.advance(999);
    assertThat(scheduler.delivered()).isEmpty();
    scheduler.advance(1);
    assertThat(scheduler.delivered()).containsExactly("a");
  }

  @ParameterizedTest
  @ValueSource(strings = {"1500.0", "1.5e3", "1500"})
  void aWholeNumberIsReadAsLanguagesPrintIt(String ms) {
    scheduler.send(Request.of("a").header("delay-target-topic", "orders").header("delay-ms", ms));

    scheduler.advance(1499);
    assertThat(scheduler.delivered()).isEmpty();
    scheduler.advance(1);
    assertThat(scheduler.delivered()).containsExactly("a");
  }

  @Test
  void aNameThatIsNotUtf8IsRefusedAndNotDeliveredChanged() {
    // Given: as Kafka's client decodes the name
    var headers = new RecordHeaders();
    headers.add("delay", "0s".getBytes(UTF_8)).add("delay-target-topic", "orders".getBytes(UTF_8));
    headers.add(new RecordHeader(ByteBuffer.wrap(new byte[] {'n', (byte) 0xe9}), null));

    // When
    scheduler.receive(
        "delay-requests", new TestRecord<>("a".getBytes(UTF_8), new byte[0], headers, START));

    // Then
    assertThat(scheduler.delivered()).isEmpty();
    var letter = scheduler.deadLetters().get(0);
    assertThat(letter.header("delay-reason")).isEqualTo("HEADER_NAME_INVALID");
    assertThat(letter.header("delay-reason-text")).contains("'n\uFFFD'");
  }

  @Test
  void aRejectedCommandIsTakenAgainAsItsLetterLies() {
    // Given
    scheduler.send(Request.schedule("a", "nowhere", START + 50).header("mine", "1"));
    var letter = scheduler.deadLetters().get(0);
    assertThat(letter.header("delay-reason")).isEqualTo("TARGET_UNKNOWN");

    // When
    resend(letter);
    var second = scheduler.deadLetters().get(0);
    scheduler.topics().set("nowhere", new TopicStatus.Writable(1, 1_000_000));
    resend(second);
    scheduler.advance(50);

    // Then
    assertThat(second.headers()).as("reason and place once").hasSameSizeAs(letter.headers());
    assertThat(second.header("delay-source-offset")).isEqualTo("1");
    assertThat(scheduler.deadLetters()).isEmpty();
    var delivered = scheduler.produced("nowhere").get(0);
    assertThat(delivered.value()).isEqualTo("value of a");
    assertThat(delivered.headers())
        .containsExactly("mine=1", "delay-job-id=a", "delay-job-due-ms=" + (START + 50));
  }

  private void resend(Delivered letter) {
    var record = letter.record();
    scheduler.receive(
        "delay-requests",
        new TestRecord<>(record.key(), record.value(), record.headers(), scheduler.nowMs()));
  }
}
