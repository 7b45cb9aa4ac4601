package io.delaygate.schemas.command;

import static io.delaygate.schemas.command.SentRecord.keyed;
import static org.assertj.core.api.Assertions.assertThat;

import io.delaygate.schemas.contract.DelayHeader;
import io.delaygate.schemas.contract.Limits;
import io.delaygate.schemas.contract.Op;
import io.delaygate.schemas.contract.ReasonCode;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

class ParsedReplyTest {
  @ParameterizedTest
  @EnumSource(Op.class)
  void everyOperationMayAskForItsOutcome(Op op) {
    // Given
    var record = keyed("a").header("delay-op", op.text()).header("delay-reply-topic", "answers");
    if (op == Op.SCHEDULE || op == Op.RESCHEDULE) {
      record.header("delay", "1s");
    }
    if (DelayHeader.LEASE.appliesTo(op)) {
      record.header("delay-lease", "x-1");
    }
    if (op == Op.SCHEDULE) {
      record.header("delay-target-topic", "orders");
    }

    // When
    var parsed = record.parsed();

    // Then
    assertThat(parsed).isInstanceOf(ParsedCommand.Understood.class);
    assertThat(parsed.replyTo()).isEqualTo(new ReplyTo("answers", null, null));
  }

  @Test
  void aCorrelationIdIsAnyBytes() {
    // Given
    var id = new byte[] {0, -1, 127};

    // When
    var replyTo =
        Objects.requireNonNull(
            cancel("answers")
                .header("delay-reply-partition", "7")
                .header("delay-correlation-id", id)
                .parsed()
                .replyTo());

    // Then
    assertThat(replyTo.partition()).isEqualTo(7);
    assertThat(replyTo.correlationId()).isEqualTo(id);
  }

  @Test
  void nobodyIsAnsweredWhoDidNotAsk() {
    assertThat(keyed("a").header("delay-op", "cancel").parsed().replyTo()).isNull();
  }

  /** A refused command is answered, too, if it asks for a reply. */
  @Test
  void aRefusedCommandIsAnswered() {
    // When
    var parsed = cancel("answers").header("delay-typo", "1").parsed();

    // Then
    assertThat(parsed).isInstanceOf(ParsedCommand.Refused.class);
    assertThat(parsed.replyTo()).isEqualTo(new ReplyTo("answers", null, null));
  }

  @ParameterizedTest
  @CsvSource({
    "delay-requests, REPLY_FORBIDDEN",
    "delay-events, REPLY_FORBIDDEN",
    "delaygate-jobs-changelog, REPLY_FORBIDDEN",
    "__consumer_offsets, REPLY_FORBIDDEN",
    "no such name, REPLY_INVALID",
    "'', REPLY_INVALID",
  })
  void anOutcomeGoesNowhereThatAJobMayNotGo(String topic, ReasonCode reason) {
    // When
    var parsed = cancel(topic).parsed();

    // Then
    assertThat(((ParsedCommand.Refused) parsed).refusal().reason()).isEqualTo(reason);
    assertThat(parsed.replyTo()).isNull();
  }

  @Test
  void theTopicOfOutcomesIsThereForIt() {
    assertThat(cancel("delay-replies").parsed().replyTo())
        .isEqualTo(new ReplyTo("delay-replies", null, null));
  }

  @ParameterizedTest
  @CsvSource({"-1", "x", "''", "2147483648"})
  void aPartitionIsANumber(String partition) {
    assertThat(cancel("answers").header("delay-reply-partition", partition).refused().reason())
        .isEqualTo(ReasonCode.REPLY_INVALID);
  }

  @Test
  void aPartitionOrCorrelationIdAloneSaysNothing() {
    // Given
    var cancel = keyed("a").header("delay-op", "cancel");
    var other = keyed("a").header("delay-op", "cancel");

    // Then
    assertThat(cancel.header("delay-reply-partition", "1").refused().reason())
        .isEqualTo(ReasonCode.REPLY_INVALID);
    assertThat(other.header("delay-correlation-id", "1").refused().reason())
        .isEqualTo(ReasonCode.REPLY_INVALID);
  }

  @Test
  void aCorrelationIdHasALimit() {
    // Given
    var longest = new byte[Limits.CORRELATION_ID_BYTES];
    var tooLong = new byte[Limits.CORRELATION_ID_BYTES + 1];

    // Then
    assertThat(cancel("answers").header("delay-correlation-id", longest).understood()).isNotNull();
    assertThat(cancel("answers").header("delay-correlation-id", tooLong).refused().reason())
        .isEqualTo(ReasonCode.REPLY_INVALID);
  }

  private static SentRecord cancel(String replyTopic) {
    return keyed("a").header("delay-op", "cancel").header("delay-reply-topic", replyTopic);
  }
}
