package io.delaygate.schemas.producer;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.InstanceOfAssertFactories.type;

import io.delaygate.schemas.command.Command;
import io.delaygate.schemas.command.CommandParser;
import io.delaygate.schemas.command.CommandRecord;
import io.delaygate.schemas.command.IfExists;
import io.delaygate.schemas.command.ParsedCommand;
import io.delaygate.schemas.command.When;
import io.delaygate.schemas.job.Backoff;
import io.delaygate.schemas.job.Policy;
import io.delaygate.schemas.topics.TopicNames;
import java.time.Duration;
import java.util.List;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.header.Header;
import org.apache.kafka.common.header.internals.RecordHeader;
import org.jspecify.annotations.NullUnmarked;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@NullUnmarked
class RetryLaterTest {
  private static final Backoff BACKOFF =
      Backoff.exponential(Duration.ofSeconds(5), Duration.ofMinutes(1)).withJitter(0.5);

  @Test
  void aFailedRecordComesBackAsItWas() {
    // Given
    var failed = record("orders", utf8("customer-9"));
    failed.headers().add("trace-id", utf8("1")).add("trace-id", null);

    // When
    var back = schedule(RetryLater.of(failed).in(Duration.ofSeconds(30)));

    // Then
    assertThat(back.when()).isEqualTo(new When.After(30_000));
    assertThat(back.target().topic()).isEqualTo("orders");
    assertThat(back.target().key()).isEqualTo(utf8("customer-9"));
    assertThat(back.target().partition()).isNull();
    assertThat(back.payload().value()).isEqualTo(utf8("value"));
    assertThat(back.payload().headers())
        .containsExactly(
            new RecordHeader("trace-id", utf8("1")),
            new RecordHeader("trace-id", null),
            new RecordHeader("delaygate-attempt", utf8("2")));
  }

  @Test
  void whatDelaygateAddedBeforeStaysBehind() {
    // Given
    var failed = record("orders", null);
    failed.headers().add("delay-job-id", utf8("order-4711")).add("delay-ms", utf8("7"));
    failed.headers().add(RetryLater.ATTEMPT, utf8("2")).add(RetryLater.ATTEMPT, utf8("3"));

    // When
    var back = schedule(RetryLater.of(failed).in(Duration.ZERO));

    // Then
    assertThat(back.payload().headers())
        .containsExactly(new RecordHeader("delaygate-attempt", utf8("4")));
    assertThat(back.when()).isEqualTo(new When.After(0));
    assertThat(back.target().key()).isNull();
  }

  @ParameterizedTest
  @ValueSource(strings = {"Delay-Ms", "DELAY", "delay_op", "delay-reason", "n\uFFFDe"})
  void aHeaderThatTheSchedulerWouldRefuseIsLeftOut(String name) {
    // Given
    var failed = record("orders", null);
    failed.headers().add(name, utf8("1")).add("delayed", utf8("2"));

    // When
    var back = schedule(RetryLater.of(failed).in(Duration.ZERO));

    // Then
    assertThat(back.payload().headers())
        .extracting(Header::key)
        .containsExactly("delayed", "delaygate-attempt");
  }

  @Test
  void aTextIsAKeyToo() {
    var back = schedule(RetryLater.of(record("orders", "customer-9")).in(Duration.ZERO));

    assertThat(back.target().key()).isEqualTo(utf8("customer-9"));
  }

  @Test
  void anyOtherKeyIsRefusedAtOnce() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> RetryLater.of(record("orders", 9L)))
        .withMessageContaining("java.lang.Long");
  }

  @Test
  void waitsGrowWithTheAttemptsUntilTheLastOne() {
    assertThat(wait(1)).isEqualTo(5_000 + 1_250);
    assertThat(wait(2)).isEqualTo(10_000 + 2_500);
    assertThat(RetryLater.of(attempt(3)).attempt(3, BACKOFF)).isEmpty();
    assertThat(RetryLater.of(attempt(4)).attempt(3, BACKOFF)).isEmpty();
  }

  private static long wait(int attempt) {
    var back = RetryLater.of(attempt(attempt)).randomBy(() -> Long.MAX_VALUE).attempt(3, BACKOFF);
    return ((When.After) schedule(back.orElseThrow()).when()).delayMs();
  }

  @Test
  void theSameFailureSentTwiceIsOneJob() {
    // When
    var one = schedule(RetryLater.of(attempt(1)).in(Duration.ofSeconds(5)));
    var again = schedule(RetryLater.of(attempt(1)).in(Duration.ofSeconds(5)));
    var elsewhere = schedule(RetryLater.of(attempt(1)).to("retries").in(Duration.ofSeconds(5)));

    // Then
    assertThat(again.id()).isEqualTo(one.id());
    assertThat(one.ifExists()).isEqualTo(IfExists.IGNORE);
    assertThat(elsewhere.id()).isNotEqualTo(one.id());
    assertThat(elsewhere.target().topic()).isEqualTo("retries");
  }

  @Test
  void theLongestTopicNamesHaveLegalIds() {
    // Given
    var longest = "t".repeat(249);

    // When
    var one = schedule(RetryLater.of(record(longest, null)).in(Duration.ZERO));
    var other = schedule(RetryLater.of(record("u".repeat(249), null)).in(Duration.ZERO));

    // Then
    assertThat(one.target().topic()).isEqualTo(longest);
    assertThat(one.id()).isNotEqualTo(other.id());
  }

  @Test
  void otherNamesOfTheTopicOfCommandsAreTaken() {
    var back = RetryLater.of(attempt(1)).via("team-delay-requests").in(Duration.ZERO);

    assertThat(back.topic()).isEqualTo("team-delay-requests");
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "two", "1.5", "99999999999"})
  void aCountThatIsNoneIsNamed(String text) {
    // Given
    var failed = record("orders", null);
    failed.headers().add(RetryLater.ATTEMPT, utf8(text));

    // When
    var retry = RetryLater.of(failed);

    // Then
    assertThatIllegalArgumentException()
        .isThrownBy(retry::attempt)
        .withMessage("delaygate-attempt is '%s', but must be a whole number", text);
  }

  private static ConsumerRecord<Object, byte[]> attempt(int number) {
    var record = record("orders", utf8("customer-9"));
    if (number > 1) {
      record.headers().add(RetryLater.ATTEMPT, utf8(Integer.toString(number)));
    }
    return record;
  }

  private static ConsumerRecord<Object, byte[]> record(String topic, Object key) {
    return new ConsumerRecord<>(topic, 3, 4_711, key, utf8("value"));
  }

  private static Command.Schedule schedule(ProducerRecord<String, byte[]> record) {
    var parsed =
        new CommandParser(TopicNames.prefixed(""), topic -> Policy.USUAL)
            .parse(
                new CommandRecord(
                    utf8(record.key()), record.value(), List.of(record.headers().toArray()), 0, 0),
                0);
    return assertThat(parsed)
        .asInstanceOf(type(ParsedCommand.Understood.class))
        .extracting(ParsedCommand.Understood::command)
        .asInstanceOf(type(Command.Schedule.class))
        .actual();
  }

  private static byte[] utf8(String text) {
    return text.getBytes(UTF_8);
  }
}
