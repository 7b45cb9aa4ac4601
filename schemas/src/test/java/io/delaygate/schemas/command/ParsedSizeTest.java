package io.delaygate.schemas.command;

import static io.delaygate.schemas.command.SentRecord.keyed;
import static io.delaygate.schemas.command.SentRecord.timed;
import static io.delaygate.schemas.command.SentRecord.withKey;
import static org.assertj.core.api.Assertions.assertThat;

import io.delaygate.schemas.contract.Limits;
import io.delaygate.schemas.contract.ReasonCode;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests of size limits: the largest command is accepted, and the text of a refusal is short. */
class ParsedSizeTest {
  @Test
  void keyValueAndHeadersCountAndNullIsNothing() {
    assertThat(keyed("abc").value(new byte[5]).record().bytes()).isEqualTo(8);
    assertThat(keyed("abc").tombstone().header("\u20ac", "12").record().bytes())
        .isEqualTo(3 + 2 + 3 + 2);
    assertThat(withKey(null).tombstone().header("n").record().headerBytes()).isEqualTo(2 + 1);
  }

  @Test
  void aRecordOfTheLargestPayloadAndItsHeadersIsAcceptedAndAByteMoreIsNot() {
    // Given
    var rest = timed().tombstone().record().bytes();
    var largest = timed().value(new byte[(int) (Limits.RECORD_BYTES - rest)]);
    var tooLarge = timed().value(new byte[(int) (Limits.RECORD_BYTES - rest + 1)]);

    // When
    var accepted = largest.parsed();
    var refusal = tooLarge.refused();

    // Then
    assertThat(accepted).isInstanceOf(ParsedCommand.Understood.class);
    assertThat(refusal.reason()).isEqualTo(ReasonCode.RECORD_TOO_LARGE);
    assertThat(refusal.header()).isNull();
    assertThat(refusal.text()).contains("1056769", "1056768");
  }

  @Test
  void headersOf64KibibytesAreAcceptedAndAByteMoreIsNot() {
    // Given
    var rest = timed().record().headerBytes() + 2 + "h".length();
    var largest = timed().header("h", new byte[(int) (Limits.HEADER_BYTES - rest)]);
    var tooLarge = timed().header("h", new byte[(int) (Limits.HEADER_BYTES - rest + 1)]);

    // When
    var accepted = largest.parsed();
    var refusal = tooLarge.refused();

    // Then
    assertThat(accepted).isInstanceOf(ParsedCommand.Understood.class);
    assertThat(refusal.reason()).isEqualTo(ReasonCode.HEADERS_TOO_LARGE);
    assertThat(refusal.text()).contains("65537", "65536");
  }

  @Test
  void manyEmptyHeadersAreTooLargeAsWell() {
    // Given
    var record = timed();
    for (var i = 0; i < Limits.HEADER_BYTES / 2; i++) {
      record.header("");
    }

    // When
    var refusal = record.refused();

    // Then
    assertThat(refusal.reason()).isEqualTo(ReasonCode.HEADERS_TOO_LARGE);
  }

  @ParameterizedTest
  @ValueSource(strings = {"delay-op", "delay-if-exists", "delay-target-partition", "delay-due"})
  void aRefusalIsShortHoweverLongTheHeader(String name) {
    // Given
    var sent = SentRecord.untimed().header(name, "\u20ac".repeat(20_000));
    var record = name.equals("delay-due") ? sent : sent.header("delay-ms", "1");

    // When
    var refusal = record.refused();

    // Then
    assertThat(SentRecord.bytes(refusal.text())).hasSizeLessThan(1024);
  }

  @Test
  void aRefusalIsShortHoweverLongTheNameOrTarget() {
    assertThat(timed().header("delay-" + "x".repeat(60_000), "").refused().text())
        .startsWith("the header 'delay-xxx")
        .hasSizeLessThan(1024);
    assertThat(
            keyed("a")
                .header("delay-ms", "1")
                .header("delay-target-topic", "x".repeat(60_000))
                .refused()
                .text())
        .hasSizeLessThan(1024);
  }

  @Test
  void aCharacterIsNotCutInHalf() {
    for (var shift : new String[] {"", "x"}) {
      var op = shift + "\ud83d\ude80".repeat(5_000);
      var text = keyed("a").header("delay-op", op).refused().text();
      assertThat(new String(SentRecord.bytes(text), StandardCharsets.UTF_8)).isEqualTo(text);
    }
  }
}
