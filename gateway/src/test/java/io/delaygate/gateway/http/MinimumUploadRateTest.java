package io.delaygate.gateway.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.delaygate.schemas.contract.ReasonCode;
import java.io.IOException;
import java.io.InputStream;
import java.time.Duration;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicLong;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class MinimumUploadRateTest {
  private static final Duration SPARE = Duration.ofSeconds(10);
  private static final byte[] PIECE = new byte[16 << 10];

  private final AtomicLong ticker = new AtomicLong();
  private final MinimumUploadRate rate = new MinimumUploadRate(ticker::get, SPARE);

  @ParameterizedTest
  @ValueSource(ints = {16 << 10, 64 << 10, 10 << 20})
  void aBodyAtTheRateOrAboveIsReadHoweverLarge(int bytesPerSecond) throws IOException {
    for (var second = 0; second < 3_600; second++) {
      for (var left = bytesPerSecond; left > 0; left -= PIECE.length) {
        assertThat(read(left == bytesPerSecond ? 1_000 : 0, PIECE.length)).isPositive();
      }
    }
  }

  @Test
  void aSlowerBodyIsEndedWhenItsSpareTimeIsUsedUp() throws IOException {
    for (var second = 0; second < 159; second++) {
      read(1_000, 15 << 10);
    }

    assertTooSlow(
        () -> {
          read(1_000, 15 << 10);
          read(1_000, 15 << 10);
        });
  }

  @Test
  void singleBytesAreEndedAfterTheSpareTime() throws IOException {
    for (var second = 0; second < 10; second++) {
      read(1_000, 1);
    }

    assertTooSlow(() -> read(1_000, 1));
  }

  @Test
  void aPauseIsAllowedOnceMoreWhenTheBodyHasCaughtUp() throws IOException {
    for (var pause = 0; pause < 5; pause++) {
      read(9_900, 1);
      for (var i = 0; i < 10; i++) {
        read(0, 16 << 10);
      }
    }
  }

  @Test
  void beingAheadDoesNotAddUp() throws IOException {
    for (var i = 0; i < 1_000; i++) {
      read(0, 16 << 10);
    }

    assertTooSlow(() -> read(10_100, 1));
  }

  @Test
  void onlyTheTimeCountsInWhichTheGatewayWaits() throws IOException {
    for (var i = 0; i < 100; i++) {
      read(50, 1);
      ticker.addAndGet(60_000_000_000L);
    }
  }

  @Test
  void theEndIsNotTooLate() throws IOException {
    assertThat(read(20_000, -1)).isNegative();
  }

  @Test
  void aConnectionThatIsIdleIsTooSlow() {
    var idle = new IOException(new TimeoutException("Idle timeout expired"));

    assertTooSlow(() -> rate.read(failing(idle), PIECE));
  }

  @Test
  void aConnectionThatBreaksIsNot() {
    var reset = new IOException("Connection reset");

    assertThatThrownBy(() -> rate.read(failing(reset), PIECE)).isSameAs(reset);
  }

  private static void assertTooSlow(ThrowingCallable read) {
    assertThatThrownBy(read)
        .isInstanceOfSatisfying(
            ProblemException.class,
            ended -> {
              assertThat(ended.problem().reason()).isEqualTo(ReasonCode.BODY_TOO_SLOW);
              assertThat(ended.problem().status()).isEqualTo(408);
            });
  }

  private int read(long afterMs, int bytes) throws IOException {
    return rate.read(
        new Source() {
          @Override
          public int read(byte[] piece, int from, int length) {
            ticker.addAndGet(afterMs * 1_000_000);
            return bytes;
          }
        },
        PIECE);
  }

  private static InputStream failing(IOException failure) {
    return new Source() {
      @Override
      public int read(byte[] piece, int from, int length) throws IOException {
        throw failure;
      }
    };
  }

  /** Stream that can only be read into arrays. */
  private abstract static class Source extends InputStream {
    @Override
    public int read() {
      throw new UnsupportedOperationException();
    }

    @Override
    public abstract int read(byte[] piece, int from, int length) throws IOException;
  }
}
