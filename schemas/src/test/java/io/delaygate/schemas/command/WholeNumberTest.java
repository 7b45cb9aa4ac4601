package io.delaygate.schemas.command;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests of whole numbers: each form that programming languages print is read exactly. */
class WholeNumberTest {
  @ParameterizedTest
  @CsvSource({
    "0, 0",
    "-0.0, 0",
    "1500.0, 1500",
    "1.5e3, 1500",
    "1.5E+3, 1500",
    "150000e-2, 1500",
    "1.767225600000E12, 1767225600000",
    "-5.0, -5",
    "9223372036854775807, 9223372036854775807",
    "9223372036854775807.0, 9223372036854775807",
    "9007199254740993.0, 9007199254740993"
  })
  void areReadExactly(String text, long number) {
    assertThat(WholeNumber.parse(text)).isEqualTo(number);
    assertThat(WholeNumber.plain(text)).isEqualTo(Long.toString(number));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        " 1",
        "1 ",
        "1.5",
        "1500.5",
        "1e-1",
        "0.1",
        "1_000",
        "1,000",
        "0x10",
        "NaN",
        "Infinity",
        "9223372036854775808",
        "1e19",
        "1e2147483647",
        "1e-2147483647",
        "1e99999999999",
        "e3",
        "."
      })
  void otherTextsAreRefusedAndStayAsTheyAre(String text) {
    assertThatExceptionOfType(NumberFormatException.class)
        .isThrownBy(() -> WholeNumber.parse(text));
    assertThat(WholeNumber.plain(text)).isEqualTo(text);
  }

  @Test
  void aLongTextIsRefusedAtOnce() {
    assertThatExceptionOfType(NumberFormatException.class)
        .isThrownBy(() -> WholeNumber.parse("0".repeat(65_000) + "1"));
  }
}
