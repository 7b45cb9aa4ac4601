package io.delaygate.service.logging;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import org.junit.jupiter.api.Test;

class StackTraceTextTest {
  @Test
  void tellsTypesAndPlacesInOneLineButNoMessages() {
    var failure = new IllegalStateException("payload", new IOException("s3cret"));

    var place = StackTraceText.of(failure);

    assertThat(place)
        .contains("java.lang.IllegalStateException at ", "; caused by java.io.IOException at ")
        .contains("at " + StackTraceTextTest.class.getName())
        .doesNotContain("payload", "s3cret", "\n");
  }

  @Test
  void aCauseThatIsItsOwnCauseEnds() {
    var first = new IllegalStateException();
    var second = new IllegalArgumentException(first);
    first.initCause(second);

    assertThat(StackTraceText.of(first)).contains("IllegalArgumentException");
  }
}
