package io.delaygate.scheduler.clients;

import static io.delaygate.scheduler.clients.TransactionVolume.FIRST_BYTES;
import static io.delaygate.scheduler.clients.TransactionVolume.LEAST_BYTES;
import static io.delaygate.scheduler.clients.TransactionVolume.MOST_BYTES;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class TransactionVolumeTest {
  private final AtomicLong nanos = new AtomicLong(1);
  private final TransactionVolume volume = new TransactionVolume(nanos::get);

  @Test
  void aTransactionIsFullWithTheFirstByteAboveTheBound() {
    // When
    volume.sent(FIRST_BYTES - 1);
    var before = volume.isFull();
    volume.sent(1);

    // Then
    assertThat(before).isFalse();
    assertThat(volume.isFull()).isTrue();
  }

  @Test
  void theBoundDoublesAfterATransactionThatUsedHalfOfIt() {
    // When
    transaction(FIRST_BYTES / 2, 0, false);

    // Then
    assertThat(bound()).isEqualTo(2 * FIRST_BYTES);
  }

  @Test
  void theBoundStaysAfterATransactionThatUsedLess() {
    // When
    transaction(FIRST_BYTES / 2 - 1, 0, false);

    // Then
    assertThat(bound()).isEqualTo(FIRST_BYTES);
  }

  @Test
  void theBoundGrowsToTheMostAndNotFurther() {
    // When
    for (var i = 0; i < 20; i++) {
      transaction(MOST_BYTES, 0, false);
    }

    // Then
    assertThat(bound()).isEqualTo(MOST_BYTES);
  }

  @Test
  void aSlowTransactionUnderAQuotaFitsTheNextToWhatIsTakenInHalfASecond() {
    // When
    transaction(FIRST_BYTES, 1_000, true);

    // Then
    assertThat(bound()).isEqualTo(FIRST_BYTES / 2);
  }

  @Test
  void slownessAloneShrinksNothing() {
    // When
    transaction(FIRST_BYTES, 10_000, false);

    // Then
    assertThat(bound()).isEqualTo(2 * FIRST_BYTES);
  }

  @Test
  void aQuotaAloneShrinksNothing() {
    // When
    transaction(FIRST_BYTES, 500, true);

    // Then
    assertThat(bound()).isEqualTo(2 * FIRST_BYTES);
  }

  @Test
  void aSlowTransactionUnderAQuotaNeverRaisesTheBound() {
    // When
    transaction(10 * FIRST_BYTES, 600, true);

    // Then
    assertThat(bound()).isEqualTo(FIRST_BYTES);
  }

  @Test
  void theBoundIsNeverBelowTheLeast() {
    // When
    transaction(1, 60_000, true);

    // Then
    assertThat(bound()).isEqualTo(LEAST_BYTES);
  }

  @Test
  void aRolledBackTransactionHalvesWhatItHad() {
    // When
    volume.sent(FIRST_BYTES);
    volume.aborted();

    // Then
    assertThat(bound()).isEqualTo(FIRST_BYTES / 2);
  }

  @Test
  void aSmallTransactionThatIsRolledBackLeavesTheLeast() {
    // When
    volume.sent(10);
    volume.aborted();

    // Then
    assertThat(bound()).isEqualTo(LEAST_BYTES);
  }

  @Test
  void aDoomedTransactionIsFullUntilItIsOver() {
    // Given
    var open = new OpenTransaction(nanos::get, () -> false);
    volume.begun(open);
    var before = volume.isFull();

    // When
    open.failed(new IllegalStateException("unheard of"));
    var doomed = volume.isFull();
    volume.aborted();

    // Then
    assertThat(before).isFalse();
    assertThat(doomed).isTrue();
    assertThat(volume.isFull()).isFalse();
  }

  @Test
  void eachThreadHasItsOwnBound() {
    // When
    volume.sent(FIRST_BYTES);

    // Then
    assertThat(CompletableFuture.supplyAsync(volume::isFull).join()).isFalse();
  }

  private void transaction(long bytes, long ms, boolean isThrottled) {
    volume.sent(bytes);
    nanos.addAndGet(TimeUnit.MILLISECONDS.toNanos(ms));
    volume.committed(isThrottled);
  }

  /** Number of bytes that fills the next transaction. */
  private long bound() {
    var bytes = 0L;
    while (!volume.isFull()) {
      volume.sent(1024);
      bytes += 1024;
    }
    return bytes;
  }
}
