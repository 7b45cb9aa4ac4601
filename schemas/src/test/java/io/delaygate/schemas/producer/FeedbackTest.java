package io.delaygate.schemas.producer;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.delaygate.schemas.command.Command;
import io.delaygate.schemas.command.CommandParser;
import io.delaygate.schemas.command.CommandRecord;
import io.delaygate.schemas.command.ParsedCommand;
import io.delaygate.schemas.command.When;
import io.delaygate.schemas.contract.JobId;
import io.delaygate.schemas.job.Backoff;
import io.delaygate.schemas.job.LeaseStart;
import io.delaygate.schemas.job.OnExpiry;
import io.delaygate.schemas.job.Policy;
import io.delaygate.schemas.job.RetryPolicy;
import io.delaygate.schemas.topics.TopicNames;
import java.time.Duration;
import java.util.List;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.jspecify.annotations.NullUnmarked;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests of the feedback builders: the parser reads back what they write. */
@NullUnmarked
class FeedbackTest {
  private static final JobId ID = new JobId("order-4711");
  private static final Command.Claim CLAIM = new Command.Claim("x-3", 2);

  @Test
  void eachAnswerSpeaksForTheAttemptOfTheRecord() {
    var feedback = Feedback.on(delivered());

    assertThat(understood(feedback.finish().record(null)))
        .isEqualTo(new Command.Finish(ID, CLAIM, null));
    assertThat(understood(feedback.finish("done by two").record(null)))
        .isEqualTo(new Command.Finish(ID, CLAIM, null, "done by two"));
    assertThat(understood(feedback.release("no route").record(null)))
        .isEqualTo(new Command.Release(ID, CLAIM, null, "no route"));
    assertThat(understood(feedback.release("no route", Duration.ofSeconds(3)).record(null)))
        .isEqualTo(new Command.Release(ID, CLAIM, new When.After(3_000), "no route"));
    assertThat(understood(feedback.handBack("x-4").record(null)))
        .isEqualTo(new Command.HandBack(ID, new Command.Claim("x-4", 2)));
    assertThat(understood(feedback.extend(Duration.ofNanos(1)).record(null)))
        .isEqualTo(new Command.Extend(ID, CLAIM, 1L));
    assertThat(understood(feedback.bury("no account").record(null)))
        .isEqualTo(new Command.Bury(ID, CLAIM, "no account"));
  }

  @Test
  void aResultTravelsAsTheValue() {
    var command = understood(Feedback.on(delivered()).finish().record("receipt".getBytes(UTF_8)));

    assertThat(((Command.Finish) command).result()).asString(UTF_8).isEqualTo("receipt");
  }

  @Test
  void aLongFailureIsCutAndNotRefused() {
    var command = understood(Feedback.on(delivered()).bury("x".repeat(100_000)).record(null));

    assertThat(((Command.Bury) command).failure()).hasSize(256);
  }

  @ParameterizedTest
  @ValueSource(strings = {"delay-job-id", "delay-job-lease", "delay-job-attempt"})
  void aRecordOfNoAcknowledgedJobIsRefusedAtOnce(String missing) {
    // Given
    var record = delivered();
    record.headers().remove(missing);

    // Then
    assertThatIllegalArgumentException()
        .isThrownBy(() -> Feedback.on(record))
        .withMessageContaining(missing);
  }

  @Test
  void deadLettersAreKickedAndDiscarded() {
    assertThat(understood(DelayedRecord.kick("order-4711").record(null)))
        .isEqualTo(new Command.Kick(ID, null));
    assertThat(understood(DelayedRecord.discard("order-4711").ifVersion(3).record(null)))
        .isEqualTo(new Command.Discard(ID, 3L));
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void aPolicyIsReadAsItWasSaid(boolean fixed) {
    // Given
    var wait = Duration.ofSeconds(5);
    var backoff = fixed ? Backoff.fixed(wait) : Backoff.exponential(wait, wait.multipliedBy(9));
    var retry = new RetryPolicy(7, 1_500, LeaseStart.RESERVE, backoff.withJitter(0.5));

    // When
    ProducerRecord<String, byte[]> record =
        DelayedRecord.to("orders")
            .id("order-4711")
            .in(Duration.ZERO)
            .acknowledged(retry)
            .deadLettersTo("letters")
            .keptWhenExpired()
            .record(null);

    // Then
    assertThat(((Command.Schedule) understood(record)).policy())
        .isEqualTo(new Policy(5, OnExpiry.DEAD_LETTER, "letters", retry));
  }

  @Test
  void waitsThatNoHeaderCanSayAreRefused() {
    var threefold = new Backoff(1_000, 3, 60_000, 0);
    var retry = new RetryPolicy(2, 1_000, LeaseStart.DELIVERY, threefold);

    assertThatIllegalArgumentException()
        .isThrownBy(() -> DelayedRecord.to("orders").acknowledged(retry));
  }

  private static ConsumerRecord<byte[], byte[]> delivered() {
    var record = new ConsumerRecord<>("orders", 1, 9L, new byte[0], new byte[0]);
    record.headers().add("delay-job-id", ID.bytes());
    record.headers().add("delay-job-lease", "x-3".getBytes(UTF_8));
    record.headers().add("delay-job-attempt", "2".getBytes(UTF_8));
    return record;
  }

  private static Command understood(ProducerRecord<String, byte[]> record) {
    var sent =
        new CommandRecord(
            record.key().getBytes(UTF_8),
            record.value(),
            List.of(record.headers().toArray()),
            0,
            0);
    var parsed =
        new CommandParser(TopicNames.prefixed(""), topic -> Policy.USUAL).parse(sent, 1_000);
    assertThat(parsed).isInstanceOf(ParsedCommand.Understood.class);
    return ((ParsedCommand.Understood) parsed).command();
  }
}
