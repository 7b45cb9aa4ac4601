package io.delaygate.service.logging;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class CorrelationTest {
  private static final String TRACE = "0af7651916cd43dd8448eb211c80319c";
  private static final String PARENT = "00-" + TRACE + "-b7ad6b7169203331-01";

  @Test
  void aRequestIdHas1To128VisibleCharacters() {
    assertThat(requestId("!")).isEqualTo("!");
    assertThat(requestId("~".repeat(128))).hasSize(128);
    assertThat(requestId("~".repeat(129))).isNull();
    assertThat(requestId("")).isNull();
  }

  @ParameterizedTest
  @ValueSource(strings = {"a b", " ", "a\n", "\ta", "\u007f", "é"})
  void whatIsNotVisibleAsciiIsNone(String id) {
    assertThat(requestId(id)).isNull();
  }

  @Test
  void severalAreNone() {
    assertThat(Correlation.of(List.of("a", "a"), List.of(PARENT, PARENT)))
        .isEqualTo(Correlation.NONE);
  }

  @Test
  void aLaterVersionMayHaveMoreBehindIt() {
    assertThat(traceId(PARENT)).isEqualTo(TRACE);
    assertThat(traceId("cc" + PARENT.substring(2))).isEqualTo(TRACE);
    assertThat(traceId("cc" + PARENT.substring(2) + "-what-the-future-will-be")).isEqualTo(TRACE);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "ff-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01",
        "00-00000000000000000000000000000000-b7ad6b7169203331-01",
        "00-0af7651916cd43dd8448eb211c80319c-0000000000000000-01",
        "00-0AF7651916CD43DD8448EB211C80319C-b7ad6b7169203331-01",
        "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01-more",
        "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01-",
        "cc-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01.more",
        "00-0af7651916cd43dd8448eb211c80319-b7ad6b7169203331-01"
      })
  void aMalformedTraceparentIsNone(String parent) {
    assertThat(traceId(parent)).isNull();
  }

  private static @Nullable String requestId(String header) {
    return Correlation.of(List.of(header), List.of()).requestId();
  }

  private static @Nullable String traceId(String header) {
    return Correlation.of(List.of(), List.of(header)).traceId();
  }
}
