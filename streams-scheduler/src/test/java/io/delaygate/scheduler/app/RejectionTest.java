package io.delaygate.scheduler.app;

import static io.delaygate.scheduler.app.SchedulerDriver.START;
import static org.assertj.core.api.Assertions.assertThat;

import io.delaygate.schemas.contract.Limits;
import io.delaygate.schemas.job.Job;
import io.delaygate.schemas.job.JobState;
import io.delaygate.service.directory.TopicStatus;
import java.util.Arrays;
import java.util.stream.Stream;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.apache.kafka.streams.test.TestRecord;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Tests of rejected commands: each becomes a dead letter, and the job of its id stays. */
class RejectionTest {
  @RegisterExtension final SchedulerDriver scheduler = new SchedulerDriver();

  static Stream<Arguments> refused() {
    var eleven = Long.toString(START + 3_653L * 86_400_000);
    return Stream.of(
        Arguments.of("ID_INVALID", Request.schedule("~mine", "orders", START)),
        Arguments.of("ID_INVALID", Request.schedule("~0-7", "orders", START)),
        Arguments.of("ID_INVALID", Request.schedule("x".repeat(256), "orders", START)),
        Arguments.of("ID_INVALID", Request.cancel("~7-1")),
        Arguments.of("ID_MISSING", Request.of(null).header("delay-op", "cancel")),
        Arguments.of("OP_UNKNOWN", Request.of("a").header("delay-op", "schedul")),
        Arguments.of("HEADER_MISSING", Request.of("a").header("delay-op", "finish")),
        Arguments.of("RESULT_TOO_LARGE", finish().value("x".repeat(1025))),
        Arguments.of("HEADER_UNKNOWN", job().header("delay-mss", "5")),
        Arguments.of("HEADER_MISPLACED", job().header("delay-max-attempts", "3")),
        Arguments.of("HEADER_INVALID", job().header("delay-ack", "perhaps")),
        Arguments.of("JOB_EXISTS", job().header("delay-if-exists", "reject")),
        Arguments.of("HEADER_INVALID", job().header("delay-if-exists", "perhaps")),
        Arguments.of("HEADER_INVALID", job().header("delay-priority", "10")),
        Arguments.of("HEADER_INVALID", job().header("delay-target-partition", "-1")),
        Arguments.of("HEADER_MISPLACED", Request.cancel("a").header("delay-ms", "5")),
        Arguments.of("HEADER_DUPLICATE", job().header("delay-due-ms", "5")),
        Arguments.of("HEADERS_TOO_LARGE", job().header("big", "x".repeat(65_536))),
        Arguments.of("TIME_MISSING", Request.of("a").header("delay-target-topic", "orders")),
        Arguments.of("TIME_AMBIGUOUS", job().header("delay-ms", "5")),
        Arguments.of("TIME_INVALID", timed("delay-due", "tomorrow")),
        Arguments.of("TIME_INVALID", timed("delay-ms", "-1")),
        Arguments.of("TIME_OUT_OF_RANGE", timed("delay-due-ms", eleven)),
        Arguments.of("TARGET_MISSING", Request.of("a").header("delay-ms", "5")),
        Arguments.of("TARGET_INVALID", Request.schedule("a", "no topic", START)),
        Arguments.of("TARGET_FORBIDDEN", Request.schedule("a", "delay-requests", START)),
        Arguments.of("TARGET_FORBIDDEN", Request.schedule("a", "delaygate-x", START)),
        Arguments.of("TARGET_FORBIDDEN", Request.schedule("a", "__consumer_offsets", START)),
        Arguments.of("TARGET_FORBIDDEN", Request.schedule("a", "secrets", START)),
        Arguments.of("TARGET_FORBIDDEN", job().header("delay-dead-letter-topic", "secrets")),
        Arguments.of("TARGET_UNKNOWN", Request.schedule("a", "nowhere", START)),
        Arguments.of("TARGET_UNKNOWN", job().header("delay-dead-letter-topic", "nowhere")),
        Arguments.of("TARGET_PARTITION_UNKNOWN", job().header("delay-target-partition", "1")),
        Arguments.of("REPLY_FORBIDDEN", job().header("delay-reply-topic", "delay-control")),
        Arguments.of("REPLY_FORBIDDEN", job().header("delay-reply-topic", "secrets")),
        Arguments.of("REPLY_INVALID", job().header("delay-reply-partition", "1")),
        Arguments.of("REPLY_UNKNOWN", job().header("delay-reply-topic", "nowhere")),
        Arguments.of(
            "REPLY_UNKNOWN",
            job().header("delay-reply-topic", "orders").header("delay-reply-partition", "1")),
        Arguments.of("RECORD_TOO_LARGE", Request.schedule("a", "narrow", START).value("12345")));
  }

  @ParameterizedTest
  @MethodSource("refused")
  void aRefusedCommandKeepsItsBytesAndLeavesTheJobAlone(String reason, Request request) {
    // Given
    scheduler.topics().set("narrow", new TopicStatus.Writable(1, 100));
    scheduler.topics().set("secrets", new TopicStatus.Denied());
    scheduler.send(Request.schedule("a", "orders", START + 100).value("pending"));
    scheduler.logged("jobs");
    var sent = request.at(START);

    // When
    scheduler.receive("delay-requests", sent);

    // Then
    var letter = scheduler.deadLetters().get(0);
    assertThat(letter.record().key()).isEqualTo(sent.key());
    assertThat(letter.record().value()).isEqualTo(sent.value());
    assertThat(letter.headers()).startsWith(headers(sent));
    assertThat(letter.header("delay-reason")).isEqualTo(reason);
    assertThat(letter.header("delay-reason-text")).isNotEqualTo("null");
    assertThat(source(letter)).isEqualTo("delay-requests 0 1 " + START);
    assertThat(scheduler.logged("jobs")).isEmpty();
    scheduler.advance(100);
    assertThat(scheduler.produced("orders"))
        .extracting(Delivered::value)
        .containsExactly("pending");
  }

  @Test
  void aRecordAboveTheLimitLeavesItsBeginningAndItsPlace() {
    // Given
    var value = "x".repeat(Limits.RECORD_BYTES + 1);

    // When
    scheduler.send(Request.schedule("a", "orders", START).header("trace", "1").value(value));

    // Then
    var letter = scheduler.deadLetters().get(0);
    assertThat(letter.header("delay-reason")).isEqualTo("RECORD_TOO_LARGE");
    assertThat(letter.key()).isEqualTo("a");
    assertThat(letter.value()).isEqualTo(value.substring(0, 64 * 1024));
    assertThat(letter.header("trace")).isEqualTo("null");
    assertThat(source(letter)).isEqualTo("delay-requests 0 0 " + START);
    assertThat(scheduler.delivered()).isEmpty();
  }

  @Test
  void aRecordJustWithinTheLimitIsTaken() {
    // Given
    var headers = "delay-target-topic".length() + "orders".length() + "delay-ms".length() + 1 + 4;
    var value = "x".repeat(Limits.RECORD_BYTES - headers - "a".length());
    scheduler.topics().set("orders", new TopicStatus.Writable(1, 2 << 20));
    var request =
        Request.of("a").header("delay-target-topic", "orders").header("delay-ms", "0").value(value);

    // When
    scheduler.send(request);

    // Then
    assertThat(scheduler.delivered()).containsExactly("a");
    assertThat(scheduler.deadLetters()).isEmpty();
  }

  @Test
  void aChangeThatItsTargetCannotTakeLeavesTheJobAsItWas() {
    // Given
    scheduler.topics().set("narrow", new TopicStatus.Writable(1, 300));
    scheduler.send(Request.schedule("a", "narrow", START + 100).value("fits"));
    scheduler.logged("jobs");

    // When
    scheduler.send(Request.reschedule("a", START + 50).value("x".repeat(300)));

    // Then
    assertThat(scheduler.deadLetters().get(0).header("delay-reason")).isEqualTo("RECORD_TOO_LARGE");
    assertThat(scheduler.logged("jobs")).isEmpty();
    scheduler.advance(99);
    assertThat(scheduler.produced("narrow")).isEmpty();
    scheduler.advance(1);
    assertThat(scheduler.produced("narrow")).extracting(Delivered::value).containsExactly("fits");
  }

  @Test
  void aChangeOfADeadJobIsAnsweredAsOneOfADeadJobWhateverItsTargetTakes() {
    // Given
    scheduler.topics().set("narrow", new TopicStatus.Writable(1, 1_000));
    scheduler.send(
        Request.schedule("a", "narrow", START + 100).value("fits").header("delay-ack", "true"));
    scheduler.topics().set("narrow", new TopicStatus.Writable(1, 50));
    scheduler.advance(100);
    var dead = scheduler.find("a");

    // When
    scheduler.send(Request.reschedule("a", START + 200).value("longer").answered("-"));

    // Then
    assertThat(scheduler.answers()).extracting(Answer::outcome).containsExactly("NOT_FOUND");
    assertThat(dead)
        .isInstanceOfSatisfying(Job.class, job -> assertThat(job.state()).isEqualTo(JobState.DEAD));
  }

  @Test
  void aChangeOfTheTimeAloneOrOfAnotherVersionIsNotJudgedByWhatTheTargetTakes() {
    // Given
    scheduler.topics().set("narrow", new TopicStatus.Writable(1, 1_000));
    scheduler.send(Request.schedule("a", "narrow", START + 100).value("fits"));
    scheduler.topics().set("narrow", new TopicStatus.Writable(1, 50));

    // When
    scheduler.send(Request.reschedule("a", START + 200).answered("-"));
    scheduler.send(
        Request.reschedule("a", START + 300)
            .value("x")
            .header("delay-if-version", "9")
            .answered("-"));

    // Then
    assertThat(scheduler.answers())
        .extracting(Answer::outcome)
        .containsExactly("RESCHEDULED", "STALE");
    assertThat(scheduler.deadLetters()).isEmpty();
  }

  @Test
  void aKeyThatIsNotTextIsKeptInTheDeadLetter() {
    // Given
    var key = new byte[] {(byte) 0xff, 0, 1};

    // When
    scheduler.receive(
        "delay-requests", new TestRecord<>(key, new byte[] {1}, new RecordHeaders(), START));

    // Then
    var letter = scheduler.deadLetters().get(0);
    assertThat(letter.record().key()).isEqualTo(key);
    assertThat(letter.header("delay-reason")).isEqualTo("ID_INVALID");
  }

  private static Request job() {
    return Request.schedule("a", "orders", START + 50);
  }

  private static Request finish() {
    return Request.of("a").header("delay-op", "finish").header("delay-lease", "x");
  }

  private static Request timed(String header, String text) {
    return Request.of("a").header("delay-target-topic", "orders").header(header, text);
  }

  private static String[] headers(TestRecord<byte[], byte[]> sent) {
    return Arrays.asList(new Delivered(sent).headers().toArray()).toArray(new String[0]);
  }

  private static String source(Delivered letter) {
    return String.join(
        " ",
        letter.header("delay-source-topic"),
        letter.header("delay-source-partition"),
        letter.header("delay-source-offset"),
        letter.header("delay-source-timestamp-ms"));
  }
}
