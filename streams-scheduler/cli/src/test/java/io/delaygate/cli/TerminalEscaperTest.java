package io.delaygate.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class TerminalEscaperTest {
  @ParameterizedTest
  @ValueSource(
      strings = {
        "\u001b[2J", // clears the screen
        "a\rb", // overwrites the line
        "\u009b31m", // the same as ESC [, in one character
        "\u007f",
        "\u202eabc", // reverses the text direction
        "\u200b",
        "\u2028",
        "\ud800",
        "\udb40\udc41", // an invisible letter
        "a\nb",
        "a\tb",
        "\u0000"
      })
  void nothingReachesTheTerminalThatMovesIt(String text) {
    assertThat(TerminalEscaper.line(text)).matches("[ -~]*").contains("\\");
  }

  @Test
  void lettersOfAnyLanguageStay() {
    assertThat(TerminalEscaper.line("Grüße, 你好, 😀 \\ \"")).isEqualTo("Grüße, 你好, 😀 \\ \"");
  }

  @Test
  void whatWeSayOurselvesMayHaveLines() {
    assertThat(TerminalEscaper.text("one\ntwo\u001b")).isEqualTo("one\ntwo\\u001b");
  }

  @Test
  void jsonMeansTheSameAfterwards() throws Exception {
    // Given
    var json = new ObjectMapper();
    var strange = "\u001b\u007f\u009b\u202e\udb40\udc41\n\"\\ü";
    var document = json.createObjectNode().put("value", strange).toString();

    // When
    var plain = TerminalEscaper.json(document);

    // Then
    assertThat(plain).matches("[ -~ü]*");
    assertThat(json.readTree(plain).path("value").textValue()).isEqualTo(strange);
  }

  @Test
  void longTextIsCutBetweenCharacters() {
    assertThat(TerminalEscaper.cut("😀😀😀", 3)).isEqualTo("😀😀😀");
    assertThat(TerminalEscaper.cut("😀😀😀😀", 3)).isEqualTo("😀😀…");
  }
}
