package io.delaygate.gateway.http;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class PercentEncodingTest {
  @ParameterizedTest
  @CsvSource({
    "az-._~09AZ,az-._~09AZ",
    "a/b,a%2Fb",
    "..,%2E%2E",
    ".,%2E",
    "...,...",
    "a b+c,a%20b%2Bc",
    "é,%C3%A9",
    "\uD83D\uDE80,%F0%9F%9A%80",
    "%;?#,%25%3B%3F%23"
  })
  void encodesAndDecodes(String text, String segment) {
    assertThat(PercentEncoding.encode(text)).isEqualTo(segment);
    assertThat(PercentEncoding.decode(segment)).hasValue(text);
  }

  @Test
  void everyAsciiCharacterSurvives() {
    for (char c = 0; c < 128; c++) {
      var text = String.valueOf(c);

      assertThat(PercentEncoding.decode(PercentEncoding.encode(text))).hasValue(text);
    }
  }

  @Test
  void lowerCaseHexAndPlainPlusAreUnderstood() {
    assertThat(PercentEncoding.decode("%2f+")).hasValue("/+");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "%",
        "%1",
        "a%1",
        "%g0",
        "%0g",
        "%-1",
        "%FF",
        "%C0%80",
        "%ED%A0%80",
        "%\u0661\u0661"
      })
  void refusesWhatIsNoEncodedUtf8(String segment) {
    assertThat(PercentEncoding.decode(segment)).isEmpty();
  }
}
