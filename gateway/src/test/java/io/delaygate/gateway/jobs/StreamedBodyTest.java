package io.delaygate.gateway.jobs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.delaygate.gateway.http.ProblemException;
import io.delaygate.schemas.contract.ReasonCode;
import java.io.ByteArrayInputStream;
import java.io.InputStream;
import java.util.Arrays;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class StreamedBodyTest {
  private static final int MAX_BYTES = 1_000;

  private final AtomicLong ticker = new AtomicLong();
  private final Endless endless = new Endless();
  private final StreamedBody upload = new StreamedBody(endless, ticker::get);

  @Test
  void aLineWithoutEndEndsTheCall() {
    var lines = new NdjsonReader(upload, MAX_BYTES);

    assertThatThrownBy(lines::next)
        .isInstanceOfSatisfying(
            ProblemException.class,
            ended -> assertThat(ended.problem().reason()).isEqualTo(ReasonCode.BODY_TOO_LARGE));
    assertThat(endless.read).isLessThan(65L << 20);
  }

  @Test
  void anUploadMayNotTakeForEver() {
    // Given
    assertThat(upload.read()).isEqualTo('x');
    ticker.set(301_000_000_000L);

    // When
    var lines = new NdjsonReader(upload, MAX_BYTES);

    // Then
    assertThatThrownBy(lines::next)
        .isInstanceOfSatisfying(
            ProblemException.class,
            ended -> assertThat(ended.problem().detail()).contains("5 minutes"));
  }

  @Test
  void aCallerThatMakesItsItemsAsItSendsThemMayPause() {
    // Given
    var pauses = new Pausing(29);
    var slow = new StreamedBody(pauses, ticker::get);

    // Then
    assertThat(slow.read()).isEqualTo('x');
  }

  @Test
  void aCallerThatPausesForLongerIsEndedAndNothingIsDropped() {
    // Given
    var pauses = new Pausing(31);
    var slow = new StreamedBody(pauses, ticker::get);

    // Then
    assertThatThrownBy(slow::read)
        .isInstanceOfSatisfying(
            ProblemException.class,
            ended -> assertThat(ended.problem().reason()).isEqualTo(ReasonCode.BODY_TOO_SLOW));
    slow.drop();
    assertThat(pauses.reads).isOne();
  }

  @Test
  void aBodyThatTricklesIsNotDroppedForLong() {
    // Given
    var pauses = new Pausing(1);
    var slow = new StreamedBody(pauses, ticker::get);

    // When
    slow.drop();

    // Then
    assertThat(pauses.reads).isBetween(5, 11);
  }

  @Test
  void whatIsToBeDoneBeforeMoreIsWaitedForIsDoneThen() {
    // Given
    var waits = new AtomicLong();
    upload.beforeWaiting(waits::incrementAndGet);

    // When
    upload.read();
    upload.read();

    // Then
    assertThat(waits).hasValue(1);
  }

  @Test
  void nothingIsDoneWhileThereIsMoreToRead() {
    // Given
    var waits = new AtomicLong();
    var present = new StreamedBody(new ByteArrayInputStream(new byte[100_000]), ticker::get);
    present.beforeWaiting(waits::incrementAndGet);

    // When
    for (var i = 0; i < 100_000; i++) {
      present.read();
    }

    // Then
    assertThat(waits).hasValue(0);
    assertThat(present.read()).isNegative();
    assertThat(waits).hasValue(1);
  }

  @Test
  void whatIsDroppedIsBounded() {
    upload.drop();

    assertThat(endless.read).isBetween(16L << 20, 17L << 20);
  }

  /** Stream of single bytes, with a pause before each. */
  private final class Pausing extends InputStream {
    private final long seconds;
    private int reads;

    Pausing(long seconds) {
      this.seconds = seconds;
    }

    @Override
    public int read() {
      throw new UnsupportedOperationException();
    }

    @Override
    public int read(byte[] piece, int from, int length) {
      reads++;
      ticker.addAndGet(seconds * 1_000_000_000);
      piece[from] = 'x';
      return 1;
    }
  }

  /** Endless stream without a line end. */
  private static final class Endless extends InputStream {
    private long read;

    @Override
    public int read() {
      read++;
      return 'x';
    }

    @Override
    public int read(byte[] piece, int from, int length) {
      Arrays.fill(piece, from, from + length, (byte) 'x');
      read += length;
      return length;
    }
  }
}
